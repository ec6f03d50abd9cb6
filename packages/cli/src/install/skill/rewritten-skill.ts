// A SKILL.md that was changed and is not written yet.
import { stat } from 'node:fs/promises';
import { CommandError } from '../../errors/command-error.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { parseSkillRequirements, type Requirement, SKILL_FILE } from './requirements.ts';

/** Changed SKILL.md files that are not written yet. */
export interface RewrittenSkill {
  save(): Promise<void>;
}

/** A changed SKILL.md. It keeps its permissions. */
export function toRewritten(path: string, before: string, after: string): RewrittenSkill {
  return {
    async save() {
      if (after === before) return;
      const { mode } = await stat(path);
      await replaceFile(path, after, { mode: mode & 0o777, followsLinks: false });
    },
  };
}

/** The ranges that a text requires, by name. */
export async function readRanges(text: string): Promise<Map<string, string>> {
  const listed = (await parseSkillRequirements(text)) ?? new Map<string, Requirement>();
  return new Map([...listed.values()].map(({ name, range }) => [name, range.text]));
}

/**
 * Reads a changed text again: a list in an unusual form is left to a person.
 * @param remedy - what that person is to do
 * @throws CommandError unless the text requires exactly these ranges, by name
 */
export async function requireRanges(
  text: string,
  wanted: ReadonlyMap<string, string>,
  remedy: string,
): Promise<void> {
  const read = await parseSkillRequirements(text).catch(() => undefined);
  const isRight =
    read?.size === wanted.size &&
    [...read.values()].every(({ name, range }) => wanted.get(name) === range.text);
  if (isRight) return;
  throw new CommandError(`${SKILL_FILE} cannot be changed by prime. Nothing was changed`, {
    hint: `${remedy}, and run 'prime install'`,
  });
}
