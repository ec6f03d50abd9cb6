// What a project asks for: the `primes:` list in the frontmatter of its SKILL.md.
import { join } from 'node:path';
import { parsePrimeSpec, parseRange, type VersionRange } from '@prime-registry/client';
import type { FieldProblem } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectFile } from '../files/read-project-file.ts';

/** The file that lists what a skill needs. */
export const SKILL_FILE = 'SKILL.md';

/** A Prime that is wanted. */
export interface Requirement {
  readonly name: string;
  readonly range: VersionRange;
  /** The file that asks for it; absent when a command line did. */
  readonly required_by?: string;
}

/** Largest SKILL.md, in bytes: it is a text for people and agents. */
const MAX_SKILL_BYTES = 4 * 1024 * 1024;

/**
 * The Primes that the skill in the folder asks for, by name; undefined when there is no SKILL.md, or none that has a
 * frontmatter. An entry of `primes:` is `'@scope/name@range'`, or a mapping with `pack` and, where wanted, `version`.
 * @throws ValidationError for one that cannot be read, with its lines: it must not be taken for one that asks for nothing
 */
export async function findSkillRequirements(
  projectFolder: string,
): Promise<ReadonlyMap<string, Requirement> | undefined> {
  const text = await readProjectFile(join(projectFolder, SKILL_FILE), MAX_SKILL_BYTES);
  return text === undefined ? undefined : parseSkillRequirements(text);
}

/** The same from the text of a SKILL.md. */
export async function parseSkillRequirements(
  text: string,
): Promise<ReadonlyMap<string, Requirement> | undefined> {
  const frontmatter = findFrontmatter(text);
  if (frontmatter === undefined) return undefined;
  // Without this the library would be loaded for every skill that asks for nothing.
  if (!/primes/i.test(frontmatter.text)) return new Map();
  const { readPrimesList } = await import('./primes-list.ts');
  const { entries, problems } = readPrimesList(frontmatter.text, frontmatter.linesBefore);
  const requirements = new Map<string, Requirement>();
  const wrong: FieldProblem[] = [...problems];
  for (const { field, text: spec, line, column } of entries) {
    const parsed = parseRequirement(spec);
    if (!parsed.ok) wrong.push({ field, message: parsed.message, line, column });
    else if (requirements.has(parsed.value.name))
      wrong.push({ field, message: `${parsed.value.name} is listed twice; keep one`, line, column });
    else requirements.set(parsed.value.name, { ...parsed.value, required_by: SKILL_FILE });
  }
  if (wrong.length > 0) throw new ValidationError(`the primes of ${SKILL_FILE} cannot be read`, wrong);
  return requirements;
}

/** What is between the two lines of `---` at the top, and how many lines are in front of it. */
function findFrontmatter(text: string): { readonly text: string; readonly linesBefore: number } | undefined {
  const begin = /^\uFEFF?(?:[ \t]*\r?\n)*---[ \t]*\r?\n/.exec(text)?.[0];
  if (begin === undefined) return undefined;
  const rest = text.slice(begin.length);
  const end = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(rest);
  const linesBefore = begin.split('\n').length - 1;
  if (end !== null) return { text: rest.slice(0, end.index), linesBefore };
  const message = "does not end; write a line of '---' behind it";
  throw new ValidationError(`${SKILL_FILE} cannot be read`, [
    { field: 'frontmatter', message, line: linesBefore, column: 1 },
  ]);
}

/** Parses `@scope/name`, `@scope/name@range`; a message says what would be right. */
export function parseRequirement(
  text: string,
): { readonly ok: true; readonly value: Requirement } | { readonly ok: false; readonly message: string } {
  const spec = parsePrimeSpec(text);
  if (!spec.ok) return spec;
  const range = parseRange(spec.value.range);
  if (!range.ok) return range;
  return { ok: true, value: { name: spec.value.name.full, range: range.value } };
}
