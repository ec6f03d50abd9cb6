// Compares what the contract has no rule for: keys of the published manifest and of the pack.yaml in the
// tarball that this registry does not read, but other programs may.
import { isAlias, isMap, isScalar, isSeq, visit } from 'yaml';
import type { FieldProblem } from '../text/field-problem.ts';
import { printable, quote } from '../text/quote.ts';
import { readYamlDocument } from './yaml-document.ts';
import { readYamlText } from './yaml-text.ts';

/** Fields that are compared by their meaning, and may be missing in the tarball. */
const CONTRACT_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'version',
  'description',
  'license',
  'prime-version',
  'atoms',
  'namespaces',
  'sha256',
]);
const SHOWN_KEYS = 10;

/**
 * Reports each key outside the contract that only one of the two texts has, or that has another value in the
 * other. The notation of mappings and lists may differ; whether a value is quoted may not, because that
 * changes its type. Texts that cannot be parsed have no keys.
 */
export function findOtherDisagreements(
  publishedManifest: Uint8Array,
  packedManifest: Uint8Array,
): FieldProblem[] {
  const published = readOtherKeys(publishedManifest);
  const packed = readOtherKeys(packedManifest);
  const keys = [...new Set([...published.keys(), ...packed.keys()])];
  return keys
    .filter((key) => published.get(key) !== packed.get(key) || published.get(key) === ALIAS)
    .slice(0, SHOWN_KEYS)
    .map((key) => ({ field: printable(key) || "''", message: describe(key, published, packed) }));
}

/** Stands for a value with an alias or an anchor, whose meaning depends on other keys. */
const ALIAS = 'alias';

type OtherKeys = ReadonlyMap<string, string>;

function describe(key: string, published: OtherKeys, packed: OtherKeys): string {
  const remedy = "send the tarball's own pack.yaml as the manifest";
  if (!packed.has(key)) return `is published, but missing in the tarball's own pack.yaml; ${remedy}`;
  if (!published.has(key)) return `is only in the tarball's own pack.yaml; ${remedy}`;
  if (published.get(key) === ALIAS && packed.get(key) === ALIAS) {
    return `has an anchor or alias, so that it cannot be compared with the tarball's own pack.yaml; ${remedy}`;
  }
  return `differs from ${quote(key)} in the tarball's own pack.yaml; ${remedy}`;
}

function readOtherKeys(bytes: Uint8Array): OtherKeys {
  const read = readYamlText(bytes);
  const parsed = 'problem' in read ? read : readYamlDocument(read.text);
  if ('problem' in parsed || !isMap(parsed.document.contents)) return new Map();
  const keys = new Map<string, string>();
  for (const { key, value } of parsed.document.contents.items) {
    const name = isScalar(key) ? String(key.value) : describeValue(key);
    if (!CONTRACT_FIELDS.has(name)) keys.set(name, hasAlias(value) ? ALIAS : describeValue(value));
  }
  return keys;
}

function hasAlias(value: unknown): boolean {
  if (!isAlias(value) && !isMap(value) && !isSeq(value) && !isScalar(value)) return false;
  let found = false;
  visit(value, (_place, node) => {
    const hasAnchor = (isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined;
    if (!isAlias(node) && !hasAnchor) return undefined;
    found = true;
    return visit.BREAK;
  });
  return found;
}

/** A text that is equal for equal values. */
function describeValue(node: unknown): string {
  if (isMap(node)) {
    const pairs = node.items.map(({ key, value }) => `${describeValue(key)}:${describeValue(value)}`);
    return `${node.tag ?? ''}{${pairs.sort().join()}}`;
  }
  if (isSeq(node)) return `${node.tag ?? ''}[${node.items.map(describeValue).join()}]`;
  if (!isScalar(node)) return 'null';
  return `${node.tag ?? ''}${node.type === 'PLAIN' ? 'plain' : 'text'}${JSON.stringify(node.value)}`;
}
