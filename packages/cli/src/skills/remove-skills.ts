// Removes exported skills: exactly what prime has written.
import { removeSkillFolder } from './skill-folder.ts';
import { type WrittenSkill, writeSkillRecord } from './skill-record.ts';

export interface RemovedSkill {
  readonly prime: string;
  readonly folder: string;
  /** Files that stay, because somebody has changed or added them; their skill is forgotten all the same. */
  readonly stays: readonly string[];
}

/** Removes some skills of a project. Call it under its lock. */
export async function removeSkills(
  projectFolder: string,
  record: readonly WrittenSkill[],
  isChosen: (written: WrittenSkill) => boolean,
  signal: AbortSignal,
): Promise<RemovedSkill[]> {
  const removed: RemovedSkill[] = [];
  for (const written of record.filter(isChosen)) {
    const { prime, folder, files, next } = written;
    const known = next === undefined ? [files] : [files, next];
    removed.push({ prime, folder, stays: await removeSkillFolder({ projectFolder, folder }, known, signal) });
  }
  await writeSkillRecord(
    projectFolder,
    record.filter((written) => !isChosen(written)),
  );
  return removed;
}
