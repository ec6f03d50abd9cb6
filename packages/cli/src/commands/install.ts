// `prime install`

import { formatColumns, formatCount, formatSize, UsageError } from '@prime-registry/command-line';
import type { Command } from '../command.ts';
import { describeReplacement } from '../install/follow-successors.ts';
import type { InstallChange } from '../install/install-primes.ts';
import { parseRequirement, type Requirement, SKILL_FILE } from '../install/requirements.ts';
import { type InstallResult, runInstall } from '../install/run-install.ts';
import { showNotices } from '../install/version-news.ts';
import type { Terminal } from '../terminal/terminal.ts';

export const install: Command<InstallResult> = {
  usage: {
    name: 'install',
    summary: 'Install Primes into .primes, verified and locked',
    parameters: ['[<name>[@<range>]…]'],
    asksRegistries: true,
    options: {
      frozen: { type: 'boolean', summary: 'Install exactly the versions in lock.yaml, or fail; for CI' },
      offline: { type: 'boolean', summary: 'Contact no registry: install from the lock file and the cache' },
      'allow-registry-change': {
        type: 'boolean',
        summary: 'Let locked Primes come from another registry than before',
      },
      follow: {
        type: 'boolean',
        summary: `Change requirements on deprecated Primes to their successors, in ${SKILL_FILE} as well`,
      },
      update: {
        type: 'boolean',
        summary: 'Update to the newest versions within the ranges, instead of the locked ones',
      },
    },
    details: [
      "A Prime brings the Primes that it requires, one version of each. 'prime why' says why one is there.",
      `Without names, installs the Primes that the frontmatter of ${SKILL_FILE} lists under 'primes:', and those in lock.yaml.`,
      'A range is a version (1.2.0), an npm range (^1.2, ~1.2, 1.x, ">=1 <2"), a channel (beta), or latest.',
    ],
    examples: [
      'install @acme/web-style',
      'install @acme/web-style@^1.2 @acme/naming@1.0.0-beta.2',
      'install',
      'install --frozen',
    ],
  },

  async run(context, flags, parameters) {
    const named = parameters.map(requireSpec);
    if (named.length > 0 && flags.frozen === true)
      throw new UsageError('--frozen installs the locked versions and takes no names');
    if (flags.follow === true && flags.frozen === true)
      throw new UsageError('--frozen changes nothing, and --follow changes requirements; give one of them');
    return runInstall(context, flags, {
      named,
      isFrozen: flags.frozen === true,
      isUpdating: flags.update === true,
      isFollowing: flags.follow === true,
    });
  },

  view({ changes, installed, followed = [] }, terminal) {
    if (changes.length === 0)
      return installed === 0 ? 'Nothing to install.' : `${formatCount(installed, 'Prime')}, nothing to do.`;
    const replaced = followed.map((each) => `${describeReplacement(each)}\n`).join('');
    const count = (action: InstallChange['action']) =>
      changes.filter((change) => change.action === action).length;
    const done = [
      [count('add'), 'added'],
      [count('update'), 'updated'],
      [count('restore'), 'restored'],
      [count('remove'), 'removed'],
    ] as const;
    const summary = done.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
    const rows = changes.map((change) => toRow(change, terminal));
    return `${replaced}${formatColumns(rows, '')}\n${formatCount(installed, 'Prime')}: ${summary.join(', ')}.`;
  },

  afterwards: ({ notices = [] }, terminal) => showNotices(notices, terminal),
};

const MARKS = { add: '+', update: '~', restore: '=', remove: '-' } as const;

function toRow(change: InstallChange, terminal: Terminal): string[] {
  const {
    action,
    name,
    version,
    previous_version: previous,
    moved_to: movedTo,
    registry,
    required_by: requiredBy,
    atoms,
    unpacked_bytes: bytes,
  } = change;
  const mark = terminal.paint(action === 'remove' ? 'red' : 'green', MARKS[action]);
  const why = requiredBy === undefined ? '' : `required by ${requiredBy.join(', ')}`;
  const size =
    atoms === undefined || bytes === undefined ? '' : `${formatCount(atoms, 'atom')}, ${formatSize(bytes)}`;
  const moved = movedTo === undefined ? '' : ` (${movedTo})`;
  const versions = `${previous === undefined ? '' : `${previous} → `}${version}${moved}`;
  return [`${mark} ${name}`, versions, size, terminal.paint('dim', registry), terminal.paint('dim', why)];
}

function requireSpec(text: string): Requirement {
  const parsed = parseRequirement(text);
  if (!parsed.ok) throw new UsageError(parsed.message);
  return parsed.value;
}
