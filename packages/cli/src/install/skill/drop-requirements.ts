// Takes requirements off the list in a SKILL.md, and leaves everything else in it as it is.
import { join } from 'node:path';
import { parseLocatedYaml } from '@prime-registry/protocol';
import { isMap, isNode, isScalar, isSeq, type YAMLSeq } from 'yaml';
import { readProjectFile } from '../../files/read-project-file.ts';
import { findFrontmatter, MAX_SKILL_BYTES, SKILL_FILE } from './requirements.ts';
import { type RewrittenSkill, readRanges, requireRanges, toRewritten } from './rewritten-skill.ts';

/**
 * The SKILL.md of a project without some Primes.
 * @throws CommandError if it cannot be changed without a person
 */
export async function dropRequirements(
  projectFolder: string,
  names: ReadonlySet<string>,
): Promise<RewrittenSkill> {
  const path = join(projectFolder, SKILL_FILE);
  const before = (await readProjectFile(path, MAX_SKILL_BYTES)) ?? '';
  const text = [...names].reduce(removeEntry, before);
  const wanted = await readRanges(before);
  for (const name of names) wanted.delete(name);
  await requireRanges(text, wanted, `remove ${[...names].join(' and ')} from its list 'primes:'`);
  return toRewritten(path, before, text);
}

/** The text without one entry; the result is read again afterwards. */
function removeEntry(text: string, name: string): string {
  const frontmatter = findFrontmatter(text);
  if (frontmatter === undefined) return text;
  const { text: yaml, start } = frontmatter;
  const { contents } = parseLocatedYaml(yaml, { uniqueKeys: true }).document;
  const list = isMap(contents) ? contents.get('primes') : undefined;
  if (!isSeq(list)) return text;
  const index = list.items.findIndex((item) => nameOf(item) === name);
  if (index === -1) return text;
  const [from, to] = list.flow === true ? findInFlow(list, index) : findLines(yaml, list, index);
  return `${text.slice(0, start + from)}${text.slice(start + to)}`;
}

function nameOf(item: unknown): string {
  const pack = isMap(item) ? item.get('pack', true) : item;
  const spec = isScalar(pack) ? String(pack.value) : '';
  const at = spec.indexOf('@', 1);
  return at === -1 ? spec : spec.slice(0, at);
}

/** From the entry to the next one; the last one goes with the comma before it. */
function findInFlow({ items }: YAMLSeq, index: number): [from: number, to: number] {
  const [from, to] = rangeOf(items[index]);
  if (index + 1 < items.length) return [from, rangeOf(items[index + 1])[0]];
  return index === 0 ? [from, to] : [rangeOf(items[index - 1])[1], to];
}

/** The lines of the entry, with a comment at the end of the last one. */
function findLines(yaml: string, { items }: YAMLSeq, index: number): [from: number, to: number] {
  const [from, to] = rangeOf(items[index]);
  const last = yaml.slice(0, to).trimEnd().length;
  const lineEnd = yaml.indexOf('\n', last);
  return [yaml.lastIndexOf('\n', from - 1) + 1, lineEnd === -1 ? yaml.length : lineEnd + 1];
}

function rangeOf(item: unknown): [from: number, to: number] {
  const [from, to] = (isNode(item) && item.range) || [0, 0];
  return [from, to];
}
