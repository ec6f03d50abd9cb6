// What the SKILL.md files of a project require. A project is shared once 'prime sync' has locked what a SKILL.md below it
// requires: then all commands look at all of them.
import { join } from 'node:path';
import { readProjectFile } from '../../files/read-project-file.ts';
import type { Lockfile } from '../lockfile/lockfile.ts';
import {
  findSkillRequirements,
  isSkillFile,
  MAX_SKILL_BYTES,
  parseSkillRequirements,
  type Requirement,
  SKILL_FILE,
} from './requirements.ts';

/** Which SKILL.md files count. */
export interface SkillChoice {
  readonly lockfile: Lockfile | undefined;
  /** These, relative to the project; by default its own, or all if it is shared. */
  readonly skills?: readonly string[] | undefined;
  /** What its own SKILL.md requires from now on, if that differs from the file. */
  readonly own?: ReadonlyMap<string, Requirement> | undefined;
  readonly signal: AbortSignal;
}

/** The SKILL.md files of a project. */
export interface ProjectSkills {
  /** Relative to it, with `/`. */
  readonly files: readonly string[];
  /** What they require together, by name; undefined without a SKILL.md. */
  readonly requirements: ReadonlyMap<string, Requirement> | undefined;
}

/** Reads the files that count. @throws ValidationError if one cannot be read, or if they contradict each other */
export async function readProjectSkills(
  projectFolder: string,
  { lockfile, skills, own, signal }: SkillChoice,
): Promise<ProjectSkills> {
  if (skills === undefined && !isShared(lockfile)) {
    return { files: [SKILL_FILE], requirements: own ?? (await findSkillRequirements(projectFolder)) };
  }
  // Few projects have several of them.
  const { joinRequirements } = await import('./join-requirements.ts');
  const files = skills ?? (await listSkills(projectFolder, signal));
  const all: ReadonlyMap<string, Requirement>[] = [];
  for (const path of files) {
    const text = await readProjectFile(join(projectFolder, path), MAX_SKILL_BYTES);
    const read = text === undefined ? undefined : await parseSkillRequirements(text, path);
    const requirements = path === SKILL_FILE ? (own ?? read) : read;
    if (requirements !== undefined) all.push(requirements);
  }
  return { files, requirements: joinRequirements(all) };
}

async function listSkills(projectFolder: string, signal: AbortSignal): Promise<readonly string[]> {
  const { findSkillProjects } = await import('./find-skills.ts');
  const projects = await findSkillProjects(projectFolder, signal);
  return projects.find(({ folder }) => folder === projectFolder)?.skills ?? [];
}

function isShared(lockfile: Lockfile | undefined): boolean {
  return [...(lockfile?.values() ?? [])].some(
    ({ required_by: file }) => file !== SKILL_FILE && isSkillFile(file),
  );
}
