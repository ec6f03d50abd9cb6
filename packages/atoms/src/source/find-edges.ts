// Finds the edges in the fields of a source: every reference to an atom, with the field as its verb.
import type { BareEdge } from '../atom.ts';
import { isAtomId } from '../atom-id.ts';
import type { SourceField, SourceObject, SourceScalar, SourceValue } from '../language/source-value.ts';

/** Common verbs: in these fields an id in quotes is an edge too, as compilers write it. */
const KNOWN_VERBS: ReadonlySet<string> = new Set(
  `compatible conflicts contradicts derived-from edges enhances extends includes must-avoid must-include related
  relationships requires see-also specializes supplies-to validates-with`.split(/\s+/),
);

/**
 * All edges without duplicates, in the order of the file. The verb is the innermost field around the
 * reference.
 */
export function findEdges(fields: readonly SourceField[]): BareEdge[] {
  const edges = new Map<string, BareEdge>();
  for (const { key, value } of fields) {
    if (key !== 'id') walk(value, key, (edge) => edges.set(`${edge.verb} ${edge.target}`, edge));
  }
  return [...edges.values()];
}

// Values nest at most 16 deep, which bounds this recursion.
function walk(value: SourceValue, verb: string, take: (edge: BareEdge) => void): void {
  if (value.type === 'list') {
    for (const item of value.items) walk(item, verb, take);
  } else if (value.type === 'object') {
    const stated = findStatedEdge(value);
    if (stated !== undefined) take(stated);
    else for (const field of value.fields) walk(field.value, field.key, take);
  } else if (isReference(value, KNOWN_VERBS.has(verb))) take({ verb, target: value.text });
}

/** `{ type: requires, target: @s/x }`, the form that compilers write. */
function findStatedEdge({ fields }: SourceObject): BareEdge | undefined {
  const type = fields.find(({ key }) => key === 'type' || key === 'verb')?.value;
  const target = fields.find(({ key }) => key === 'target')?.value;
  if (type === undefined || target === undefined || !isScalar(type) || !isScalar(target)) return undefined;
  const isVerb = /^[A-Za-z][\w-]{0,127}$/.test(type.text);
  return isVerb && isReference(target, true) ? { verb: type.text, target: target.text } : undefined;
}

function isReference(scalar: SourceScalar, mayBeQuoted: boolean): boolean {
  return scalar.type === 'reference' || (mayBeQuoted && scalar.type === 'text' && isAtomId(scalar.text));
}

function isScalar(value: SourceValue): value is SourceScalar {
  return value.type !== 'list' && value.type !== 'object';
}
