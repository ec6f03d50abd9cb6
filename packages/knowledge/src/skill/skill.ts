// An Agent Skill made of a Prime: its files, and the limits of what agents read.
import { compareText } from '@prime-registry/atoms';
import type { PrimeVersion } from '../source/known-prime.ts';

export interface SkillFile {
  /** Relative to the folder of the skill, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A version of a Prime as an Agent Skill. The same version has the same bytes everywhere. */
export interface Skill {
  /** Its name, and the name of its folder. */
  readonly name: string;
  /** 1 to 1024 characters. */
  readonly description: string;
  /** Sorted by path, `SKILL.md` first. */
  readonly files: readonly SkillFile[];
  /** Whether its SKILL.md is the Prime's own. */
  readonly isOwn: boolean;
  /** What is not as one may expect, each a sentence. */
  readonly notes: readonly string[];
}

/** The version that a skill is made of. */
export interface SkillOrigin extends PrimeVersion {
  /** SHA-256 of the tarball, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly description: string;
  readonly license: string | undefined;
}

/** The file that makes a folder a skill. */
export const SKILL_MD = 'SKILL.md';

/** Limits of the MCP Skills extension (SEP-2640); `npx skills` allows more. */
export const MAX_SKILL_FILES = 512;
export const MAX_SKILL_BYTES = 16 * 1024 * 1024;

/** Longest name and description, in characters, by the Agent Skills specification. */
export const MAX_SKILL_NAME_LENGTH = 64;
export const MAX_SKILL_DESCRIPTION_LENGTH = 1024;

/** What the specification recommends for a SKILL.md: fewer than 5,000 tokens and 500 lines. */
export const MAX_SKILL_MD_TOKENS = 5000;
export const MAX_SKILL_MD_LINES = 500;

/** The size of all files in bytes. */
export function skillBytes({ files }: Pick<Skill, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** The files sorted by path, `SKILL.md` first: one order for archives and answers. */
export function sortFiles(files: readonly SkillFile[]): SkillFile[] {
  return files.toSorted((a, b) => {
    if (a.path === b.path) return 0;
    if (a.path === SKILL_MD) return -1;
    return b.path === SKILL_MD ? 1 : compareText(a.path, b.path);
  });
}
