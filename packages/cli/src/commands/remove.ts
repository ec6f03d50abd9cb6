// `prime remove`
import { UsageError } from '@prime-registry/command-line';
import type { Command } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { changeProject, treeOptions } from '../install/change-project.ts';
import { formatLockfile, makeLockfile } from '../install/lockfile/lockfile.ts';
import { findSkillRequirements, SKILL_FILE } from '../install/requirements.ts';
import { beginTreeChange } from '../install/tree/tree-change.ts';

/** The removed Primes. */
export interface RemoveResult {
  readonly removed: readonly { readonly name: string; readonly version: string }[];
}

export const remove: Command<RemoveResult> = {
  usage: {
    name: 'remove',
    summary: 'Remove installed Primes',
    parameters: ['<name>', '[<name>…]'],
    examples: ['remove @acme/web-style'],
  },

  async run(context, _flags, parameters) {
    const names = new Set(parameters);
    const skill = await findSkillRequirements(context.folder);
    return changeProject(context, async (lockfile) => {
      for (const name of names) {
        if (lockfile?.has(name) !== true)
          throw new UsageError(`'${name}' is not installed; 'prime ls' lists the installed Primes`);
        if (skill?.has(name) === true)
          throw new ValidationError(
            `${SKILL_FILE} requires ${name}: remove it there, then run 'prime install'`,
          );
      }
      const locked = [...(lockfile?.values() ?? [])];
      const change = await beginTreeChange(context.folder, treeOptions(context));
      try {
        for (const name of names) change.remove(name);
        await change.commit(formatLockfile(makeLockfile(locked.filter(({ name }) => !names.has(name)))));
      } catch (error) {
        await change.abandon();
        throw error;
      }
      const removed = locked.filter(({ name }) => names.has(name));
      return { removed: removed.map(({ name, version }) => ({ name, version })) };
    });
  },

  view: ({ removed }) => removed.map(({ name, version }) => `- ${name} ${version}`).join('\n'),
};
