// Reads the top-level keys of a pack.yaml. Nothing is converted to JavaScript objects: the fields are looked
// up in the parsed document, so no alias is expanded, and a key __proto__ is a key like any other.
import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLSeq } from 'yaml';
import type { FieldProblem } from '../text/field-problem.ts';
import type { LocatedYaml } from '../text/located-yaml.ts';
import { printable, quote } from '../text/quote.ts';
import { manifestProblem } from './manifest-problem.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { readYamlDocument } from './yaml-document.ts';
import type { YamlEntry, YamlMapping } from './yaml-entries.ts';
import { readYamlText } from './yaml-text.ts';

/** Reads one YAML 1.2 document that is a mapping; a problem has line and column. */
export function readYamlMapping(bytes: Uint8Array): { mapping: YamlMapping } | { problem: FieldProblem } {
  const read = readYamlText(bytes);
  if ('problem' in read) return read;
  const plain = readPlainYaml(read.text);
  return plain === undefined ? readAnyYaml(read.text) : { mapping: plain };
}

/** Reads a text with the parser for all of YAML. */
export function readAnyYaml(text: string): { mapping: YamlMapping } | { problem: FieldProblem } {
  const parsed = readYamlDocument(text);
  return 'problem' in parsed ? parsed : readEntries(parsed);
}

function readEntries({
  document,
  positionOf,
}: LocatedYaml): { mapping: YamlMapping } | { problem: FieldProblem } {
  const { contents } = document;
  if (!isMap<Node, Node>(contents)) {
    return manifestProblem(
      `is not a mapping of keys to values; begin with lines such as 'name: "@acme/web-style"'`,
    );
  }
  const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const entries = new Map<string, YamlEntry>();
  const repeated = new Map<string, FieldProblem>();
  const lists = new Map<YAMLSeq, unknown[]>();
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const position = positionOf(key);
    if (!entries.has(name)) {
      const node = isAlias(value) ? value.resolve(document) : value;
      if (isSeq(node)) lists.set(node, node.items.map(resolve));
      entries.set(name, { node: node ?? undefined, position });
    } else if (!repeated.has(name)) {
      const message = `is given more than once; keep one ${quote(name)}`;
      // The field of a problem needs a name, even for an empty key.
      repeated.set(name, { field: printable(name) || "''", message, ...position });
    }
  }
  // Only at the end: a list may contain itself, and resolving an alias walks the whole document.
  for (const [list, items] of lists) list.items = items;
  return { mapping: { entries, problems: [...repeated.values()], positionOf } };
}
