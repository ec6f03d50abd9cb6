// Reads the key `requires` of a pack.yaml. It is not part of the contract, but a mistake in it is reported: a
// Prime without what it requires would be installed incomplete.
import { isMap, isScalar, type Node } from 'yaml';
import type { FieldProblem } from '../text/field-problem.ts';
import { makeRequires, parseRequired, type Requires } from '../versions/requires.ts';
import type { YamlMapping } from './yaml-entries.ts';

const FIELD = 'requires';
const WANTED = `write a name and a version range on each line below it, such as '"@acme/core": ^1.2'`;

/** The requirements, and a problem with line and column for each malformed one. */
export function readRequires(
  { entries, positionOf }: YamlMapping,
  ownName: string | undefined,
): { readonly requires?: Requires; readonly problems: readonly FieldProblem[] } {
  const entry = entries.get(FIELD);
  if (entry === undefined) return { problems: [] };
  const { node } = entry;
  const problemAt = (at: Node | undefined, message: string): FieldProblem => ({
    ...{ field: FIELD, message },
    ...(at === undefined ? entry.position : positionOf(at)),
  });
  if (!isMap<Node, Node | null>(node) || node.tag !== undefined) {
    return { problems: [problemAt(node, `is not a mapping of names to version ranges; ${WANTED}`)] };
  }
  const problems: FieldProblem[] = [];
  const required: (readonly [string, string])[] = [];
  for (const { key, value } of node.items) {
    if (!isText(key) || !isText(value)) {
      problems.push(problemAt(value ?? key, `has an entry that is not a name with a range; ${WANTED}`));
      continue;
    }
    const parsed = parseRequired(String(key.value), String(value.value));
    if (parsed.ok) required.push(parsed.value);
    else problems.push(problemAt(value, parsed.message));
  }
  if (problems.length > 0) return { problems };
  const made = makeRequires(required, ownName);
  return made.ok ? { requires: made.value, problems } : { problems: [problemAt(node, made.message)] };
}

/** An explicit tag could change the meaning of the text. */
function isText(node: Node | null | undefined): node is Node & { readonly value: unknown } {
  return isScalar(node) && node.tag === undefined;
}
