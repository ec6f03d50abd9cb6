// `prime export-skill`
import {
  type Flags,
  formatColumns,
  formatCount,
  toPrintable,
  UsageError,
} from '@prime-registry/command-line';
import type { Command, CommandContext } from '../command.ts';
import { changeProject } from '../install/change-project.ts';
import type { Lockfile } from '../install/lockfile/lockfile.ts';
import { withoutLockfile } from '../install/project-above.ts';
import { isDirect } from '../install/reach.ts';
import { openInstalled } from '../knowledge/installed-primes.ts';
import { COMMON_FOLDER, detectFolders, folderOfAgent } from '../skills/agent-folders.ts';
import { type ExportedSkill, exportSkills } from '../skills/export-skills.ts';
import { createInstalledSkills } from '../skills/installed-skills.ts';
import { type RemovedSkill, removeSkills } from '../skills/remove-skills.ts';
import { isInnerPath, readSkillRecord, type WrittenSkill } from '../skills/skill-record.ts';

/** The skills that were written, left or removed. */
export interface ExportSkillResult {
  readonly skills: readonly ExportedSkill[];
  /** With `--remove`, and those whose Primes are not installed any more. */
  readonly removed: readonly RemovedSkill[];
}

export const exportSkill: Command<ExportSkillResult> = {
  usage: {
    name: 'export-skill',
    summary: 'Write installed Primes as skills into the folders that agents read',
    parameters: ['[<name>…]'],
    options: {
      agent: {
        type: 'string',
        multiple: true,
        value: '<name>',
        summary: 'Write into the folder of this agent, such as claude-code or codex; may be repeated',
      },
      to: {
        type: 'string',
        multiple: true,
        value: '<folder>',
        summary: 'Write into this folder of the project; may be repeated',
      },
      remove: { type: 'boolean', summary: 'Remove what was written: of the named Primes, or all' },
    },
    details: [
      `Writes into ${COMMON_FOLDER}, and into the folders of agents whose settings the project has, such as .claude.`,
      'Without names, updates what was written before; the first time, writes every Prime that is not only there for another one.',
      'The skills are made of verified files, offline. What was written is in .primes/skills.json: a skill that somebody has edited, or that another program has written, is never changed.',
      'A Prime with a SKILL.md of its own is written as it is.',
    ],
    examples: [
      'export-skill',
      'export-skill @acme/web-style --agent claude-code',
      'export-skill --to tools/skills',
      'export-skill --remove',
    ],
  },

  async run(context, flags, names) {
    const chosenFolders = readFolders(flags);
    return changeProject(context, async (lockfile) => {
      const { folder: projectFolder, signal } = context;
      if (lockfile === undefined)
        throw withoutLockfile(projectFolder, 'there is no .primes/lock.yaml here: nothing is installed');
      const record = await readSkillRecord(projectFolder);
      if (flags.remove === true) {
        const removed = await removeSkills(
          projectFolder,
          record,
          ({ prime, folder }) =>
            (names.length === 0 || names.includes(prime)) &&
            (chosenFolders.length === 0 || chosenFolders.includes(parentOf(folder))),
          signal,
        );
        return { skills: [], removed };
      }
      return writeSkills(context, lockfile, record, { names, chosenFolders });
    });
  },

  view({ skills, removed }, terminal) {
    if (skills.length === 0 && removed.length === 0) return 'No skills.';
    const rows = [
      ...skills.map(({ action, folder, prime, version }) => [
        `${MARKS[action]} ${toPrintable(folder)}`,
        `${prime} ${version}`,
        terminal.paint('dim', REASONS[action]),
      ]),
      ...removed.map(({ folder, prime, stays }) => [
        `- ${toPrintable(folder)}`,
        prime,
        stays.length === 0 ? '' : `${formatCount(stays.length, 'file')} of others stays`,
      ]),
    ];
    return formatColumns(rows, '');
  },

  afterwards({ skills }, terminal) {
    const notes = skills.flatMap(({ prime, notes: each }) => each.map((note) => `${prime}: ${note}`));
    for (const note of new Set(notes)) terminal.warn(toPrintable(note));
  },
};

const MARKS: Readonly<Record<ExportedSkill['action'], string>> = {
  ...{ added: '+', updated: '~', kept: '=' },
  ...{ edited: '!', foreign: '!', taken: '!' },
};

const REASONS: Readonly<Record<ExportedSkill['action'], string>> = {
  ...{ added: '', updated: '', kept: '' },
  edited: 'was edited since, and was left as it is: remove it to have it written again',
  foreign: 'was not written by prime, and was left as it is',
  taken: 'is the skill of another Prime: not written',
};

/** The folders of the command line, relative to the project. @throws UsageError */
function readFolders({ agent, to }: Flags): string[] {
  const folders = toList(to).map((given) => {
    const folder = given.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '');
    if (isInnerPath(folder) && !folder.startsWith('.primes')) return folder;
    throw new UsageError(
      `--to needs a folder within the project, such as ${COMMON_FOLDER}; '${given}' is none`,
    );
  });
  return [...new Set([...toList(agent).map(folderOfAgent), ...folders])];
}

function toList(flag: Flags[string]): string[] {
  return Array.isArray(flag) ? flag : [];
}

async function writeSkills(
  context: CommandContext,
  lockfile: Lockfile,
  record: readonly WrittenSkill[],
  { names, chosenFolders }: { readonly names: readonly string[]; readonly chosenFolders: readonly string[] },
): Promise<ExportSkillResult> {
  const { folder: projectFolder, signal } = context;
  const missing = names.find((name) => !lockfile.has(name));
  if (missing !== undefined)
    throw new UsageError(`'${missing}' is not installed; 'prime ls' lists the installed Primes`);
  const primes = openInstalled(context);
  if (primes === undefined) return { skills: [], removed: [] };
  const wanted = listWanted(projectFolder, lockfile, record, { names, chosenFolders });
  // First, so that their names are free.
  const gone = await removeSkills(projectFolder, record, ({ prime }) => !lockfile.has(prime), signal);
  const library = createInstalledSkills(primes);
  const left = await readSkillRecord(projectFolder);
  const skills = await exportSkills({ projectFolder, library, record: left, wanted, signal });
  // The skill of a Prime may have another name now.
  const isOld = ({ prime, folder }: WrittenSkill): boolean =>
    skills.some(
      (skill) =>
        skill.prime === prime && skill.folder !== folder && parentOf(skill.folder) === parentOf(folder),
    );
  const old = await removeSkills(projectFolder, await readSkillRecord(projectFolder), isOld, signal);
  return { skills, removed: [...gone, ...old] };
}

/** Each Prime with a folder: what was asked for, else what was written before, else all direct ones. */
function listWanted(
  projectFolder: string,
  lockfile: Lockfile,
  record: readonly WrittenSkill[],
  { names, chosenFolders }: { readonly names: readonly string[]; readonly chosenFolders: readonly string[] },
): { readonly prime: string; readonly parent: string }[] {
  const before = record
    .filter(({ prime }) => lockfile.has(prime))
    .map(({ prime, folder }) => ({ prime, parent: parentOf(folder) }));
  if (names.length === 0 && chosenFolders.length === 0 && record.length > 0) return before;
  const written = [...new Set(before.map(({ prime }) => prime))];
  const direct = [...lockfile.values()].filter(isDirect).map(({ name }) => name);
  const primes = names.length > 0 ? [...new Set(names)] : written.length > 0 ? written : direct;
  const used = [...new Set(before.map(({ parent }) => parent))];
  const parents =
    chosenFolders.length > 0 ? chosenFolders : used.length > 0 ? used : detectFolders(projectFolder);
  return parents.flatMap((parent) => primes.toSorted().map((prime) => ({ prime, parent })));
}

function parentOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf('/'));
}
