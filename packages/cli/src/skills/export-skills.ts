// Writes installed Primes as skills into the folders that agents read, and updates those that were written before.
import { hash } from 'node:crypto';
import type { PrimeSkill, Skill, SkillLibrary } from '@prime-registry/knowledge';
import { haveSameFiles, readSkillFolder, replaceSkillFolder } from './skill-folder.ts';
import { type FileDigests, type WrittenSkill, writeSkillRecord } from './skill-record.ts';

/** What became of a skill in one folder. */
export interface ExportedSkill {
  readonly prime: string;
  readonly version: string;
  readonly folder: string;
  /**
   * `kept` is unchanged. `edited` was changed by somebody since prime has written it, `foreign` was written by somebody
   * else, `taken` has the name of the skill of another Prime: none of these is touched.
   */
  readonly action: 'added' | 'updated' | 'kept' | 'edited' | 'foreign' | 'taken';
  /** What is not as one may expect of the skill, each a sentence. */
  readonly notes: readonly string[];
}

/** After which actions the folder is as prime writes it. */
export const IS_WRITTEN: Readonly<Record<ExportedSkill['action'], boolean>> = {
  ...{ added: true, updated: true, kept: true },
  ...{ edited: false, foreign: false, taken: false },
};

/** What to export, and where to. */
export interface ExportPlan {
  readonly projectFolder: string;
  readonly library: SkillLibrary;
  /** What was written before. */
  readonly record: readonly WrittenSkill[];
  /** Each Prime with a folder for skills, relative to the project. */
  readonly wanted: readonly { readonly prime: string; readonly parent: string }[];
  readonly signal: AbortSignal;
}

/** Writes the skills. Call it under the lock of the project. @throws RegistryError if a Prime cannot be read */
export async function exportSkills(plan: ExportPlan): Promise<ExportedSkill[]> {
  const { projectFolder, library, wanted, signal } = plan;
  const record = new Map(plan.record.map((written) => [written.folder, written]));
  const results: ExportedSkill[] = [];
  for (const { prime: name, parent } of wanted) {
    signal.throwIfAborted();
    const found = await library.find(name, undefined, { signal });
    if (found === undefined) continue;
    const { prime, skill } = found;
    const place = { projectFolder, folder: `${parent}/${skill.name}` };
    const { folder } = place;
    const files = digestsOf(skill);
    const before = record.get(folder);
    const present = await readSkillFolder(place, signal);
    const action = judge({ name, files, before, present });
    results.push({ prime: name, version: prime.version, folder, action, notes: skill.notes });
    if (!IS_WRITTEN[action]) continue;
    if (action !== 'kept') {
      // A process that is killed from here on leaves a folder that the record knows.
      record.set(folder, { ...(before ?? describe(found, folder, {})), next: files });
      await writeSkillRecord(projectFolder, [...record.values()]);
      await replaceSkillFolder(place, skill.files);
    }
    record.set(folder, describe(found, folder, files));
  }
  await writeSkillRecord(projectFolder, [...record.values()]);
  return results;
}

function judge({
  name,
  files,
  before,
  present,
}: {
  readonly name: string;
  readonly files: FileDigests;
  readonly before: WrittenSkill | undefined;
  readonly present: FileDigests | undefined;
}): ExportedSkill['action'] {
  if (before !== undefined && before.prime !== name) return 'taken';
  if (present === undefined) return 'added';
  if (haveSameFiles(files, present)) return 'kept';
  if (before === undefined) return 'foreign';
  return haveSameFiles(present, before.files) || haveSameFiles(present, before.next) ? 'updated' : 'edited';
}

function describe({ prime }: PrimeSkill, folder: string, files: FileDigests): WrittenSkill {
  const { name, version, sha256 } = prime;
  return { folder, prime: name, version, sha256, files };
}

function digestsOf({ files }: Skill): FileDigests {
  return Object.fromEntries(files.map(({ path, bytes }) => [path, hash('sha256', bytes)]));
}
