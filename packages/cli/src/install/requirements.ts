// What a project asks for: the `primes:` list in the frontmatter of its SKILL.md.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePrimeSpec, parseRange, type VersionRange } from '@prime-registry/client';
import type { FieldProblem } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';

/** The file that lists what a skill needs. */
export const SKILL_FILE = 'SKILL.md';

/** A Prime that is wanted. */
export interface Requirement {
  readonly name: string;
  readonly range: VersionRange;
  /** The file that asks for it; absent when a command line did. */
  readonly required_by?: string;
}

/**
 * The Primes that the skill in the folder asks for, by name; undefined when there is no SKILL.md.
 * An entry of `primes:` is `'@scope/name@range'`, or a mapping with `pack` and, where wanted, `version`.
 * @throws ValidationError for a frontmatter that cannot be read, with its lines
 */
export async function findSkillRequirements(
  projectFolder: string,
): Promise<ReadonlyMap<string, Requirement> | undefined> {
  let text: string;
  try {
    text = await readFile(join(projectFolder, SKILL_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseSkillRequirements(text);
}

/** The same from the text of a SKILL.md; empty when it has no frontmatter, or no list in it. */
export async function parseSkillRequirements(text: string): Promise<ReadonlyMap<string, Requirement>> {
  const frontmatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  // Without this the library would be loaded for every skill that asks for nothing.
  if (frontmatter?.index !== 0 || !/^["']?primes["']?\s*:/m.test(frontmatter[1] ?? '')) return new Map();
  const { readPrimesList } = await import('./primes-list.ts');
  // The first line of the frontmatter is the second of the file.
  const { entries, problems } = readPrimesList(frontmatter[1] ?? '', 1);
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
