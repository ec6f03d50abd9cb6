// `prime install`
import { type Flags, flag } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { ACCEPT_SIGNER_OPTION, asksForSigners } from '../../install/guard-install.ts';
import type { InstallResult } from '../../install/run-install.ts';
import { showChanges } from '../../install/show-changes.ts';
import { SKILL_FILE } from '../../install/skill/skill-file.ts';
import { openVerifiedTrees } from '../../install/tree/verified-trees.ts';
import { showNotices } from '../../install/version-news.ts';
import { showSkillExport, warnOfSkills } from '../../skills/show-export.ts';

export const install: Command<InstallResult> = {
  usage: {
    parameters: ['[<name>[@<range>]|<folder>|<tarball>…]'],
    asksRegistries: true,
    options: {
      frozen: flag('Install exactly the versions in lock.yaml, or fail; for CI'),
      offline: flag('Contact no registry: install from the lock file and the cache'),
      'allow-registry-change': flag('Let locked Primes come from another registry than before'),
      'accept-signer': ACCEPT_SIGNER_OPTION,
      follow: flag(`Change requirements on deprecated Primes to their successors, in ${SKILL_FILE} as well`),
      save: flag(`Add the named Primes to the list in ${SKILL_FILE}`),
      'as-skill': flag(
        "Write the Primes as skills for the agents of the project, as 'prime export-skill' does",
      ),
      update: flag('Update to the newest versions within the ranges, instead of the locked ones'),
    },
    details: [
      "A Prime brings the Primes that it requires, one version of each. 'prime why' says why one is there.",
      `Without names, installs the Primes that the frontmatter of ${SKILL_FILE} lists under 'primes:', and those in lock.yaml.`,
      "A folder, such as ./my-prime, or a tarball is installed to try it before it is published: it stays until 'prime install <name>' takes it from a registry, and --frozen refuses it.",
      'Who has signed a Prime is remembered in .primes/signers.txt, and another signer is refused until --accept-signer. The rules of .primes/policy.yaml, and of your own policy.yaml, must be met: see docs/policy.md.',
      'A range is a version (1.2.0), an npm range (^1.2, ~1.2, 1.x, ">=1 <2"), a channel (beta), or latest.',
    ],
    examples: [
      'install @acme/web-style',
      'install @acme/web-style@^1.2 @acme/naming@1.0.0-beta.2',
      'install --save @acme/web-style',
      'install ./my-prime',
      'install',
      'install --frozen',
    ],
  },

  async run(context, flags, parameters) {
    const settled = parameters.length === 0 && mayBeSettled(flags) ? findSettled(context) : undefined;
    if (settled !== undefined) return { changes: [], installed: settled };
    const { installRequested } = await import('../../install/install-requested.ts');
    return installRequested(context, flags, parameters);
  },

  view(result, terminal) {
    const installed = showChanges(result, terminal);
    const { exported: skills } = result;
    return skills === undefined
      ? installed
      : `${installed}\n${showSkillExport({ skills, removed: [] }, terminal)}`;
  },

  afterwards({ notices = [], exported: skills = [] }, terminal) {
    showNotices(notices, terminal);
    warnOfSkills({ skills, removed: [] }, terminal);
  },
};

/** Options that change nothing about what is installed. */
const HARMLESS = ['json', 'verbose', 'project', 'offline'];

/**
 * Whether an install with these options may have nothing to do. Most installs have not, and end with little code loaded.
 */
function mayBeSettled(flags: Flags): boolean {
  return Object.entries(flags).every(
    ([name, value]) => value === undefined || value === false || HARMLESS.includes(name),
  );
}

/**
 * The number of installed Primes, if an install would change nothing and say nothing; undefined if only an install can tell.
 * It takes no lock: what another command changes after this was the next one's work anyway.
 */
function findSettled(context: CommandContext): number | undefined {
  return asksForSigners(context) ? undefined : openVerifiedTrees(context).countSettled();
}
