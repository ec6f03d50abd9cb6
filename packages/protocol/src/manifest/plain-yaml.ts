// Reads mappings in the plain form that nearly all manifests have: a key and its value on each line, and lists of texts.
// A parser for all of YAML takes ten times as long. Whatever is not obviously plain is left to it.
import { Scalar, YAMLSeq } from 'yaml';
import { positionAt } from './manifest-problem.ts';
import type { YamlEntry, YamlMapping } from './yaml-entries.ts';

/** A longer text may have more structure than a manifest may; the parser's limits decide. */
const MAX_CHARACTERS = 10_000;

type Kind = 'PLAIN' | 'QUOTE_DOUBLE' | 'QUOTE_SINGLE';

const KEY_LINE = /^([a-z][a-z0-9_-]{0,63}):(?: +(\S.*))?$/;
const ENTRY_LINE = /^( *- +)(\S.*)$/;
const IGNORED_LINE = /^(?:#.*)?$/;
/** Content that begins with a letter or digit needs no quotes, unless a colon or hash could end it. */
const PLAIN = /^[A-Za-z0-9]/;
const NOT_PLAIN = /: |:$| #| $/;
const DOUBLE_QUOTED = /^"[^"\\]*"$/;
const SINGLE_QUOTED = /^'[^']*'$/;
/** In brackets, also commas and brackets end a text. */
const BRACKETS = /^\[(.*)\]$/;
const IN_BRACKETS = /( *)("[^"\\]*"|'[^']*'|[A-Za-z0-9](?:[\w. /+-]*[\w./+-])?)( *)(,|$)/y;

/**
 * Reads a mapping of texts and lists of texts. Each is what the parser would make of it.
 * @param text - without unprintable characters; carriage returns only before line feeds
 * @returns undefined if the text has anything else, or repeats a key
 */
export function readPlainYaml(text: string): YamlMapping | undefined {
  if (text.length >= MAX_CHARACTERS || /[\t\r]/.test(text)) return undefined;
  const entries = new Map<string, YamlEntry>();
  let list: YAMLSeq<Scalar> | undefined;
  let entryStart = '';
  let offset = 0;
  for (const line of text.split('\n')) {
    const start = offset;
    offset += line.length + 1;
    if (IGNORED_LINE.test(line)) continue;
    const [, key, value] = KEY_LINE.exec(line) ?? [];
    if (key === undefined) {
      const [, dash = '', item = ''] = (list && ENTRY_LINE.exec(line)) ?? [];
      const scalar = readScalar(item, start + dash.length);
      // All entries of a list begin in the same column.
      if (list === undefined || scalar === undefined || (list.items.length > 0 && dash !== entryStart))
        return undefined;
      entryStart = dash;
      list.items.push(scalar);
      list.range ??= [start + dash.indexOf('-'), offset, offset];
      continue;
    }
    if (entries.has(key) || list?.items.length === 0) return undefined;
    const node = value === undefined ? new YAMLSeq<Scalar>() : readValue(value, start + line.length);
    if (node === undefined) return undefined;
    list = value === undefined ? (node as YAMLSeq<Scalar>) : undefined;
    const keyStart = start;
    entries.set(key, {
      node: node as YamlEntry['node'],
      get position() {
        return positionAt(text, keyStart);
      },
    });
  }
  // An empty document is no mapping, and a key without a value needs the place of nothing.
  if (entries.size === 0 || list?.items.length === 0) return undefined;
  return { entries, problems: [], positionOf: (node) => positionAt(text, node.range?.[0] ?? 0) };
}

/** @param end - the offset behind it */
function readValue(value: string, end: number): Scalar | YAMLSeq<Scalar> | undefined {
  const start = end - value.length;
  const inside = BRACKETS.exec(value)?.[1];
  if (inside === undefined) return readScalar(value, start);
  const list = new YAMLSeq<Scalar>();
  list.flow = true;
  list.range = [start, end, end];
  IN_BRACKETS.lastIndex = 0;
  while (IN_BRACKETS.lastIndex < inside.length) {
    const found = IN_BRACKETS.exec(inside);
    if (found === null) return undefined;
    const { 1: before = '', 2: item = '', 4: comma } = found;
    const scalar = readScalar(item, start + 1 + found.index + before.length);
    if (scalar === undefined) return undefined;
    list.items.push(scalar);
    // A comma at the end is left to the parser.
    if (comma === ',' && IN_BRACKETS.lastIndex === inside.length) return undefined;
  }
  return list;
}

function readScalar(source: string, start: number): Scalar | undefined {
  const kind = kindOf(source);
  if (kind === undefined) return undefined;
  const scalar = new Scalar(kind === 'PLAIN' ? source : source.slice(1, -1));
  const end = start + source.length;
  scalar.type = kind;
  scalar.source = scalar.value as string;
  scalar.range = [start, end, end];
  return scalar;
}

function kindOf(source: string): Kind | undefined {
  if (PLAIN.test(source)) return NOT_PLAIN.test(source) ? undefined : 'PLAIN';
  if (DOUBLE_QUOTED.test(source)) return 'QUOTE_DOUBLE';
  return SINGLE_QUOTED.test(source) ? 'QUOTE_SINGLE' : undefined;
}
