// Finds the SKILL.md files of a project that several skills share, and the projects below it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ValidationError } from '../../errors/validation-error.ts';
import { codeOf } from '../../files/file-operations.ts';
import { readSkillRecord } from '../../skills/skill-record.ts';
import { parseProjectPath } from '../lockfile/parse-locked-prime.ts';
import { lockfilePath } from '../primes-folder.ts';
import { SKILL_FILE } from './requirements.ts';

/** Folders of other programs, and what is installed. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', '.primes']);
/** Most folders that are looked into. */
const MAX_FOLDERS = 20_000;
/** Deepest folder below the first one. */
const MAX_DEPTH = 32;
/** Most SKILL.md files. */
const MAX_SKILLS = 1000;

/** A project, and the SKILL.md files that belong to it. */
export interface SkillProject {
  readonly folder: string;
  /** Relative to it, with `/`; sorted. */
  readonly skills: readonly string[];
}

/**
 * The project of a folder and those below it, sorted. A SKILL.md belongs to the nearest folder at or above it that has a
 * lock file, at least to the given one. Symbolic links are not followed. What prime has exported belongs to no project: its
 * texts are the words of publishers, who must not choose what a project installs.
 * @throws ValidationError if there are too many folders or files, a path cannot be written into a lock file, or the record
 *   of what was exported cannot be read
 */
export async function findSkillProjects(folder: string, signal: AbortSignal): Promise<SkillProject[]> {
  const projects = new Map<string, string[]>([[folder, []]]);
  const exported = new Set(await listExported(folder));
  let skillCount = 0;
  const waiting: Place[] = [{ path: folder, project: folder, below: '', depth: 0 }];
  for (const [index, place] of waiting.entries()) {
    if (index % 100 === 0) await setImmediate();
    signal.throwIfAborted();
    const isProject = place.path !== folder && existsSync(lockfilePath(place.path));
    const { project, below } = isProject ? { project: place.path, below: '' } : place;
    if (isProject) for (const path of await listExported(place.path)) exported.add(path);
    for (const entry of listEntries(place.path)) {
      if (entry.isFile() && entry.name === SKILL_FILE) {
        skillCount += 1;
        if (skillCount > MAX_SKILLS) throw tooMany(folder, `more than ${MAX_SKILLS} ${SKILL_FILE} files`);
        const skills = projects.get(project) ?? [];
        projects.set(project, [...skills, requireWritable(project, `${below}${SKILL_FILE}`)]);
      } else if (entry.isDirectory() && !SKIPPED.has(entry.name) && place.depth < MAX_DEPTH) {
        if (waiting.length >= MAX_FOLDERS) throw tooMany(folder, `more than ${MAX_FOLDERS} folders`);
        const path = join(place.path, entry.name);
        if (exported.has(path)) continue;
        waiting.push({ path, project, below: `${below}${entry.name}/`, depth: place.depth + 1 });
      }
    }
  }
  return Array.from(projects, ([path, skills]) => ({ folder: path, skills: skills.sort() })).sort((a, b) =>
    a.folder < b.folder ? -1 : 1,
  );
}

interface Place {
  readonly path: string;
  /** The project that the folder belongs to, unless it is one itself. */
  readonly project: string;
  /** Where it is in that project, with `/` at the end. */
  readonly below: string;
  readonly depth: number;
}

/** The folders of skills that prime has written, also those that somebody has edited since. */
async function listExported(project: string): Promise<string[]> {
  return (await readSkillRecord(project)).map(({ folder }) => join(project, folder));
}

/** Sorted; a folder that nobody may read, or that has just gone, is empty. */
function listEntries(path: string) {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

/** The path becomes a line of a lock file. */
function requireWritable(project: string, path: string): string {
  const parsed = parseProjectPath(path);
  if (parsed.ok) return parsed.value;
  throw new ValidationError(`a ${SKILL_FILE} in ${project} cannot be used: ${parsed.message}`);
}

function tooMany(folder: string, what: string): ValidationError {
  return new ValidationError(`${folder} has ${what}; name a folder with fewer, as in 'prime sync skills'`);
}
