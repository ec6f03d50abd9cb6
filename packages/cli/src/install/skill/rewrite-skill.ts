// Changes requirements in a SKILL.md and leaves everything else in it as it is.
import { join } from 'node:path';
import { parseLocatedYaml } from '@prime-registry/protocol';
import { isMap, isScalar, isSeq } from 'yaml';
import { CommandError } from '../../errors/command-error.ts';
import { readProjectFile } from '../../files/read-project-file.ts';
import type { Replacement } from '../follow/replacement.ts';
import { findFrontmatter, isSkillFile, MAX_SKILL_BYTES, SKILL_FILE } from './requirements.ts';
import { type RewrittenSkill, readRanges, requireRanges, toRewritten } from './rewritten-skill.ts';

/**
 * The SKILL.md files of a project with the replacements that are for them; undefined if there are none.
 * @param files - relative to the project
 * @throws CommandError if one cannot be changed without a person
 */
export async function prepareSkills(
  projectFolder: string,
  files: readonly string[],
  replacements: readonly Replacement[],
): Promise<RewrittenSkill | undefined> {
  const ofSkills = replacements.filter(({ required_by }) => isSkillFile(required_by));
  if (ofSkills.length === 0) return undefined;
  const prepared: RewrittenSkill[] = [];
  for (const file of files) prepared.push(...(await prepareSkill(join(projectFolder, file), ofSkills)));
  return {
    async save() {
      for (const skill of prepared) await skill.save();
    },
  };
}

async function prepareSkill(
  path: string,
  replacements: readonly Replacement[],
): Promise<readonly RewrittenSkill[]> {
  const before = (await readProjectFile(path, MAX_SKILL_BYTES)) ?? '';
  const listed = await readRanges(before);
  const own = replacements.filter(({ name }) => listed.has(name));
  if (own.length === 0) return [];
  const text = rewriteSkill(before, own);
  await requireRewritten(listed, text, own);
  return [toRewritten(path, before, text)];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the requirements changed in place. */
export function rewriteSkill(text: string, replacements: readonly Replacement[]): string {
  const frontmatter = findFrontmatter(text);
  if (frontmatter === undefined) return text;
  const edits = listEdits(frontmatter.text, new Map(replacements.map((each) => [each.name, each])));
  const parts: string[] = [];
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(frontmatter.text.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  parts.push(frontmatter.text.slice(end));
  const { start } = frontmatter;
  return `${text.slice(0, start)}${parts.join('')}${text.slice(start + frontmatter.text.length)}`;
}

function listEdits(yamlText: string, replacements: ReadonlyMap<string, Replacement>): Edit[] {
  const { contents } = parseLocatedYaml(yamlText, { uniqueKeys: true }).document;
  const list = isMap(contents) ? contents.get('primes') : undefined;
  if (!isSeq(list)) return [];
  return list.items.flatMap((item) => {
    const pack = isMap(item) ? item.get('pack', true) : item;
    const spec = isScalar(pack) ? String(pack.value) : '';
    const at = spec.indexOf('@', 1);
    const replacement = replacements.get(at === -1 ? spec : spec.slice(0, at));
    if (replacement === undefined) return [];
    const { new_name: name, new_range: range } = replacement;
    const version = isMap(item) ? item.get('version', true) : undefined;
    return version === undefined
      ? listEdit(pack, range === 'latest' ? name : `${name}@${range}`)
      : [...listEdit(pack, name), ...listEdit(version, range)];
  });
}

function listEdit(node: unknown, text: string): Edit[] {
  const range = isScalar(node) ? node.range : undefined;
  return range ? [{ start: range[0], end: range[1], text: JSON.stringify(text) }] : [];
}

/** @throws CommandError unless the text requires what is there before, with the replacements */
async function requireRewritten(
  before: ReadonlyMap<string, string>,
  after: string,
  replacements: readonly Replacement[],
): Promise<void> {
  const wanted = new Map(before);
  for (const { name } of replacements) wanted.delete(name);
  const doubled = replacements.find(({ new_name }) => wanted.has(new_name));
  if (doubled !== undefined) {
    throw new CommandError(
      `${SKILL_FILE} requires ${doubled.new_name} already, the successor of ${doubled.name}`,
      {
        hint: `remove ${doubled.name} from ${SKILL_FILE}, and run the command again`,
      },
    );
  }
  for (const { new_name, new_range } of replacements) wanted.set(new_name, new_range);
  const changes = replacements.map(({ name, new_name, new_range }) => `${name} to ${new_name}@${new_range}`);
  await requireRanges(after, wanted, `change ${changes.join(', ')} there`);
}
