// Exports skills of a project, or removes them: the work of `prime export-skill`, and of `prime install --as-skill`.
import type { CommandContext } from '../command.ts';
import { changeProject } from '../install/change-project.ts';
import type { Lockfile } from '../install/lockfile/lockfile.ts';
import { chooseLocked, withoutLockfile } from '../install/project-above.ts';
import { isDirect } from '../install/reach.ts';
import { openInstalled } from '../knowledge/installed-primes.ts';
import { detectFolders } from './agent-folders.ts';
import { type ExportedSkill, exportSkills, IS_WRITTEN } from './export-skills.ts';
import { createInstalledSkills } from './installed-skills.ts';
import { type RemovedSkill, removeSkills } from './remove-skills.ts';
import { readSkillRecord, type WrittenSkill } from './skill-record.ts';

/** The skills that were written, left or removed. */
export interface SkillExport {
  readonly skills: readonly ExportedSkill[];
  /** What was asked to be removed, and the skills of Primes that are not installed any more. */
  readonly removed: readonly RemovedSkill[];
}

/** Which skills, and where; nothing stands for what was chosen before, or for all. */
export interface SkillChoice {
  /** Names of Primes. */
  readonly names: readonly string[];
  /** Folders for skills, relative to the project. */
  readonly folders: readonly string[];
}

/** Writes skills, and updates those that were written before. @throws UsageError for a Prime that is not installed */
export function runSkillExport(context: CommandContext, choice: SkillChoice): Promise<SkillExport> {
  return changeProject(context, async (lockfile) => {
    if (lockfile === undefined)
      throw withoutLockfile(context.folder, 'there is no .primes/lock.yaml here: nothing is installed');
    return writeSkills(context, lockfile, choice);
  });
}

/** Removes what was written. */
export function runSkillRemoval(
  context: CommandContext,
  { names, folders }: SkillChoice,
): Promise<SkillExport> {
  const { folder: projectFolder, signal } = context;
  const isChosen = ({ prime, folder }: WrittenSkill): boolean =>
    (names.length === 0 || names.includes(prime)) &&
    (folders.length === 0 || folders.includes(parentOf(folder)));
  return changeProject(context, async () => {
    const record = await readSkillRecord(projectFolder);
    return { skills: [], removed: await removeSkills(projectFolder, record, isChosen, signal) };
  });
}

async function writeSkills(
  context: CommandContext,
  lockfile: Lockfile,
  choice: SkillChoice,
): Promise<SkillExport> {
  const { folder: projectFolder, signal } = context;
  const record = await readSkillRecord(projectFolder);
  // Refuses names that are not installed.
  chooseLocked(lockfile, choice.names);
  const primes = openInstalled(context);
  if (primes === undefined) return { skills: [], removed: [] };
  const wanted = listWanted(projectFolder, lockfile, record, choice);
  // First, so that their names are free.
  const gone = await removeSkills(projectFolder, record, ({ prime }) => !lockfile.has(prime), signal);
  const library = createInstalledSkills(primes);
  const left = await readSkillRecord(projectFolder);
  const skills = await exportSkills({ projectFolder, library, record: left, wanted, signal });
  // The skill of a Prime may have another name now.
  const isOld = ({ prime, folder }: WrittenSkill): boolean =>
    skills.some(
      (skill) =>
        IS_WRITTEN[skill.action] &&
        skill.prime === prime &&
        skill.folder !== folder &&
        parentOf(skill.folder) === parentOf(folder),
    );
  const old = await removeSkills(projectFolder, await readSkillRecord(projectFolder), isOld, signal);
  return { skills, removed: [...gone, ...old] };
}

/** Each Prime with a folder: what was asked for, else what was written before, else all direct ones. */
function listWanted(
  projectFolder: string,
  lockfile: Lockfile,
  record: readonly WrittenSkill[],
  { names, folders }: SkillChoice,
): { readonly prime: string; readonly parent: string }[] {
  const before = record
    .filter(({ prime }) => lockfile.has(prime))
    .map(({ prime, folder }) => ({ prime, parent: parentOf(folder) }));
  if (names.length === 0 && folders.length === 0 && record.length > 0) return before;
  const written = [...new Set(before.map(({ prime }) => prime))];
  const direct = [...lockfile.values()].filter(isDirect).map(({ name }) => name);
  const primes = names.length > 0 ? [...new Set(names)] : written.length > 0 ? written : direct;
  const used = [...new Set(before.map(({ parent }) => parent))];
  const parents = folders.length > 0 ? folders : used.length > 0 ? used : detectFolders(projectFolder);
  return parents.flatMap((parent) => primes.toSorted().map((prime) => ({ prime, parent })));
}

function parentOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf('/'));
}
