// The requirements of a project: the `primes:` list in the frontmatter of its SKILL.md.
import { join } from 'node:path';
import { parsePrimeSpec } from '@prime-registry/client';
import { type FieldProblem, parseRange, type VersionRange } from '@prime-registry/protocol';
import { shortenProblems } from '../../errors/shorten-problems.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { readProjectFile } from '../../files/read-project-file.ts';
import { findPlainPrimesList } from './plain-primes-list.ts';
import type { PrimesEntry } from './primes-list.ts';
import { SKILL_FILE } from './skill-file.ts';

export { isSkillFile, SKILL_FILE } from './skill-file.ts';

/** A required Prime. */
export interface Requirement {
  readonly name: string;
  readonly range: VersionRange;
  /** The file that requires it; absent if it is from the command line. */
  readonly required_by?: string;
}

/** Maximum size of a SKILL.md, in bytes. */
export const MAX_SKILL_BYTES = 4 * 1024 * 1024;

/**
 * The Primes that the skill in the folder requires, by name; undefined if there is no SKILL.md with a
 * frontmatter. An entry of `primes:` is `'@scope/name@range'`, or a mapping with `pack` and an optional
 * `version`.
 * @throws ValidationError if the list cannot be read, with lines: it must not count as empty
 */
export async function findSkillRequirements(
  projectFolder: string,
): Promise<ReadonlyMap<string, Requirement> | undefined> {
  const text = await readProjectFile(join(projectFolder, SKILL_FILE), MAX_SKILL_BYTES);
  return text === undefined ? undefined : parseSkillRequirements(text);
}

/** As {@link findSkillRequirements}, from the text of a SKILL.md. @param file - its path in the project */
export async function parseSkillRequirements(
  text: string,
  file = SKILL_FILE,
): Promise<ReadonlyMap<string, Requirement> | undefined> {
  const frontmatter = findFrontmatter(text, file);
  if (frontmatter === undefined) return undefined;
  if (!/primes/i.test(frontmatter.text)) return new Map();
  const { entries, problems } = await readList(frontmatter);
  const requirements = new Map<string, Requirement>();
  const wrong: FieldProblem[] = [...problems];
  for (const { field, text: spec, line, column } of entries) {
    const parsed = parseRequirement(spec);
    if (!parsed.ok) wrong.push({ field, message: parsed.message, line, column });
    else if (requirements.has(parsed.value.name))
      wrong.push({ field, message: `${parsed.value.name} is listed twice; keep one`, line, column });
    else requirements.set(parsed.value.name, { ...parsed.value, required_by: file });
  }
  if (wrong.length > 0)
    throw new ValidationError(`the primes of ${file} cannot be read`, shortenProblems(wrong));
  return requirements;
}

/** Loads the YAML library only if it is needed. */
async function readList({ text, linesBefore }: Frontmatter): Promise<{
  readonly entries: readonly PrimesEntry[];
  readonly problems: readonly FieldProblem[];
}> {
  const entries = findPlainPrimesList(text, linesBefore);
  if (entries !== undefined) return { entries, problems: [] };
  const { readPrimesList } = await import('./primes-list.ts');
  return readPrimesList(text, linesBefore);
}

interface Frontmatter {
  readonly text: string;
  /** Where it begins in the file, in UTF-16 units. */
  readonly start: number;
  readonly linesBefore: number;
}

/** The text between the two lines of `---` at the top. */
export function findFrontmatter(text: string, file = SKILL_FILE): Frontmatter | undefined {
  const begin = /^\uFEFF?(?:[ \t]*\r?\n)*---[ \t]*\r?\n/.exec(text)?.[0];
  if (begin === undefined) return undefined;
  const rest = text.slice(begin.length);
  const end = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(rest);
  const linesBefore = begin.split('\n').length - 1;
  if (end !== null) return { text: rest.slice(0, end.index), start: begin.length, linesBefore };
  const message = "has no end; write a line with '---' after it";
  throw new ValidationError(`${file} cannot be read`, [
    { field: 'frontmatter', message, line: linesBefore, column: 1 },
  ]);
}

/** Parses `@scope/name` or `@scope/name@range`. The message says how to write it. */
export function parseRequirement(
  text: string,
): { readonly ok: true; readonly value: Requirement } | { readonly ok: false; readonly message: string } {
  const spec = parsePrimeSpec(text);
  if (!spec.ok) return spec;
  const range = parseRange(spec.value.range);
  if (!range.ok) return range;
  return { ok: true, value: { name: spec.value.name.full, range: range.value } };
}
