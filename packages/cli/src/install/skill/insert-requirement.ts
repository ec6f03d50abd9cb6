// Inserts a requirement into the text of a SKILL.md, and leaves everything else in it as it is.
import { parseLocatedYaml } from '@prime-registry/protocol';
import { isMap, isNode, isScalar, isSeq, type YAMLSeq } from 'yaml';
import { findFrontmatter } from './requirements.ts';

/** Inserts an entry at the end of the list; the result is read again afterwards. */
export function insertRequirement(text: string, entry: string): string {
  const frontmatter = findFrontmatter(text);
  if (frontmatter === undefined) return text;
  const { text: yaml, start } = frontmatter;
  const lineEnd = yaml.includes('\r\n') ? '\r\n' : '\n';
  const [at, end, added] = findEdit(yaml, JSON.stringify(entry), lineEnd);
  return `${text.slice(0, start + at)}${added}${text.slice(start + end)}`;
}

/** What to replace in the frontmatter, from and to, and its replacement. */
function findEdit(yaml: string, entry: string, lineEnd: string): [start: number, end: number, text: string] {
  const { contents } = parseLocatedYaml(yaml, { uniqueKeys: true }).document;
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'primes')
    : undefined;
  if (pair === undefined) {
    const before = yaml === '' || yaml.endsWith('\n') ? '' : lineEnd;
    return [yaml.length, yaml.length, `${before}primes:${lineEnd}  - ${entry}${lineEnd}`];
  }
  const { value } = pair;
  if (isSeq(value))
    return isEmptyOrFlow(value)
      ? appendToFlow(yaml, value, entry)
      : appendToBlock(yaml, value, entry, lineEnd);
  const [from = 0, to = from] = isNode(value) && value.range ? value.range : [];
  // The space after the colon goes too.
  const start = yaml.slice(0, from).trimEnd().length;
  return [start, to, `${lineEnd}  - ${entry}`];
}

function isEmptyOrFlow(list: YAMLSeq): boolean {
  return list.flow === true || list.items.length === 0;
}

function appendToFlow(yaml: string, list: YAMLSeq, entry: string): [number, number, string] {
  const end = yaml.lastIndexOf(']', (list.range?.[1] ?? 0) - 1);
  const isLast = list.items.length === 0 || /,\s*$/.test(yaml.slice(0, end));
  const at = yaml.slice(0, end).trimEnd().length;
  return [at, at, isLast ? `${list.items.length === 0 ? '' : ' '}${entry}` : `, ${entry}`];
}

function appendToBlock(
  yaml: string,
  list: YAMLSeq,
  entry: string,
  lineEnd: string,
): [number, number, string] {
  const [first] = list.items;
  const begin = isNode(first) && first.range ? first.range[0] : 0;
  const indent = /^ */.exec(yaml.slice(yaml.lastIndexOf('\n', begin - 1) + 1))?.[0] ?? '';
  const last = list.items.at(-1);
  const lastEnd = yaml.slice(0, isNode(last) && last.range ? last.range[1] : begin).trimEnd().length;
  // Behind a comment on the same line.
  const rest = /^[^\r\n]*/.exec(yaml.slice(lastEnd))?.[0] ?? '';
  const at = lastEnd + rest.length;
  return [at, at, `${lineEnd}${indent}- ${entry}`];
}
