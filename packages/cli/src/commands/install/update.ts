// `prime update`
import { flag, UsageError } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { parseSpecArgument } from '../../find/parse-arguments.ts';
import { ACCEPT_SIGNER_OPTION } from '../../install/guard-install.ts';
import { type InstallResult, runInstall } from '../../install/run-install.ts';
import { install } from './install.ts';

export const update: Command<InstallResult> = {
  ...install,
  usage: {
    parameters: ['[<name>…]'],
    asksRegistries: true,
    options: {
      'allow-registry-change': flag('Let locked Primes come from another registry than before'),
      'accept-signer': ACCEPT_SIGNER_OPTION,
    },
    details: [
      "Without names, updates all: the same as 'prime install --update'. 'prime outdated' shows what would change. To change a range, change it in SKILL.md, or install the name with it.",
      'A Prime that was installed from a folder or a tarball stays as it is.',
    ],
    examples: ['update', 'update @acme/web-style'],
  },

  async run(context, flags, names) {
    for (const name of names) requireName(name);
    return runInstall(context, flags, {
      ...{ named: [], isFrozen: false, isFollowing: false },
      isUpdating: names.length === 0 ? true : names,
    });
  },
};

function requireName(text: string): void {
  if (parseSpecArgument(text).name.full === text) return;
  throw new UsageError(
    `'${text}' has a range; to change the range, run 'prime install ${text}', or change it in SKILL.md`,
  );
}
