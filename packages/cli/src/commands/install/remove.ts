// `prime remove`
import { existsSync } from 'node:fs';
import { flag } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { changeProject, treeOptions } from '../../install/change-project.ts';
import { forgetRemoved } from '../../install/check-logs.ts';
import { planIndex } from '../../install/index-files/plan-index.ts';
import { formatLockfile, type Lockfile, makeLockfile } from '../../install/lockfile/lockfile.ts';
import { projectSignersPath } from '../../install/primes-folder.ts';
import { notInstalled } from '../../install/project-above.ts';
import { findReach, indexRequirers, isDirect } from '../../install/reach.ts';
import { readProjectSkills } from '../../install/skill/project-requirements.ts';
import { SKILL_FILE } from '../../install/skill/requirements.ts';
import type { RewrittenSkill } from '../../install/skill/rewritten-skill.ts';
import { beginTreeChange } from '../../install/tree/tree-change.ts';
import { openContentsCache } from '../../knowledge/contents-cache.ts';
import { readProjectLogs } from '../../log/project/project-logs.ts';

/** The removed Primes. */
export interface RemoveResult {
  /** The named Primes, and those that nothing requires any more. */
  readonly removed: readonly { readonly name: string; readonly version: string }[];
  /** Named Primes that stay, because these others require them. */
  readonly kept?: readonly { readonly name: string; readonly required_by: readonly string[] }[];
}

export const remove: Command<RemoveResult> = {
  usage: {
    parameters: ['<name>', '[<name>…]'],
    options: {
      save: flag(`Take them off the list in ${SKILL_FILE} as well`),
    },
    details: [
      'Removes also what only they required. A Prime that another one requires stays.',
      `What ${SKILL_FILE} requires is only removed with --save.`,
    ],
    examples: ['remove @acme/web-style', 'remove --save @acme/web-style'],
  },

  async run(context, flags, parameters) {
    const names = new Set(parameters);
    return changeProject(context, async (lockfile) => {
      const { folder, signal } = context;
      const { requirements: skill } = await readProjectSkills(folder, { lockfile, signal });
      const before = lockfile ?? makeLockfile([]);
      const listed = new Set<string>();
      for (const name of names) {
        const locked = before.get(name);
        if (locked === undefined) throw notInstalled(name);
        if (!isDirect(locked)) {
          const requirers = indexRequirers(before)(name).map(({ prime }) => prime.name);
          throw new ValidationError(
            `${name} is only there because it is required by ${requirers.join(', ')}: remove that instead`,
          );
        }
        const required = skill?.get(name);
        if (required === undefined) continue;
        const file = required.required_by ?? SKILL_FILE;
        if (file !== SKILL_FILE || flags.save !== true) throw refuseListed(name, file);
        listed.add(name);
      }
      const skillFile = listed.size === 0 ? undefined : await drop(folder, listed);
      const after = removeDirect(before, names);
      const removed = [...before.values()].filter(({ name }) => !after.has(name));
      const logs = await readProjectLogs(context.folder);
      const change = await beginTreeChange(context.folder, treeOptions(context));
      try {
        for (const { name } of removed) change.remove(name);
        const projectFolder = folder;
        const index = await planIndex({ projectFolder, signal, contents: openContentsCache(context) }, after);
        if (index !== undefined) change.replaceIndex(index);
        await change.commit(formatLockfile(after));
        await skillFile?.save();
      } catch (error) {
        await change.abandon();
        throw error;
      }
      await forgetRemoved(context.folder, after, logs);
      if (existsSync(projectSignersPath(context.folder))) {
        const { forgetSigners } = await import('../../signatures/project-signers.ts');
        await forgetSigners(context.folder, new Set(removed.map(({ name }) => name)));
      }
      const requirersOf = indexRequirers(after);
      const kept = [...names]
        .filter((name) => after.has(name))
        .map((name) => ({
          name,
          required_by: requirersOf(name).map(({ prime }) => prime.name),
        }));
      return {
        removed: removed.map(({ name, version }) => ({ name, version })),
        ...(kept.length > 0 && { kept }),
      };
    });
  },

  view: ({ removed, kept = [] }) =>
    [
      ...removed.map(({ name, version }) => `- ${name} ${version}`),
      ...kept.map(({ name, required_by: by }) => `= ${name} stays: ${by.join(', ')} requires it`),
    ].join('\n'),
};

function refuseListed(name: string, file: string): ValidationError {
  const message = `${file} requires ${name}: remove it there, then run 'prime install'`;
  const hint = `'prime remove --save ${name}' removes it from both`;
  return new ValidationError(message, [], file === SKILL_FILE ? { hint } : {});
}

/** Loads the YAML library only if it is needed. */
async function drop(folder: string, names: ReadonlySet<string>): Promise<RewrittenSkill> {
  const { dropRequirements } = await import('../../install/skill/drop-requirements.ts');
  return dropRequirements(folder, names);
}

/** The lock file without the direct requirements, and without what only they required. */
function removeDirect(before: Lockfile, names: ReadonlySet<string>): Lockfile {
  const rest = [...before.values()].map((locked) => {
    if (!names.has(locked.name)) return locked;
    const { range: _, required_by: _by, ...indirect } = locked;
    return indirect;
  });
  const { needed } = findReach(makeLockfile(rest));
  return makeLockfile(rest.filter(({ name }) => needed.has(name)));
}
