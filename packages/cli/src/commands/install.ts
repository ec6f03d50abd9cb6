// `prime install`

import { join } from 'node:path';
import type { RegistryClient, Resolver } from '@prime-registry/client';
import { type Flags, formatColumns, formatCount, formatSize, UsageError } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { TarballCache } from '../install/cache/tarball-cache.ts';
import { TreeRecords } from '../install/cache/tree-records.ts';
import { changeProject, treeOptions } from '../install/change-project.ts';
import { type InstallChange, type InstallDeps, installPrimes } from '../install/install-primes.ts';
import { type Lockfile, makeLockfile } from '../install/lockfile/lockfile.ts';
import { planInstall } from '../install/plan-install.ts';
import { withoutLockfile } from '../install/project-above.ts';
import { requireFrozen } from '../install/require-frozen.ts';
import {
  findSkillRequirements,
  parseRequirement,
  type Requirement,
  SKILL_FILE,
} from '../install/requirements.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The result of an install. */
export interface InstallResult {
  /** Sorted by name. */
  readonly changes: readonly InstallChange[];
  /** The number of Primes in the lock file now. */
  readonly installed: number;
}

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
      update: {
        type: 'boolean',
        summary: 'Update to the newest versions within the ranges, instead of the locked ones',
      },
    },
    details: [
      `Without names, installs the Primes that the frontmatter of ${SKILL_FILE} lists under 'primes:', and those in lock.yaml.`,
      'A range is a version (1.2.0), an npm range (^1.2, ~1.2, 1.x, ">=1 <2"), or latest.',
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
    const skill = await findSkillRequirements(context.folder);
    return changeProject(context, async (found) => {
      const lockfile = found ?? makeLockfile([]);
      requireSomething(context.folder, found, skill, named);
      const plan = planInstall({ lockfile, skill, named, update: flags.update === true });
      if (flags.frozen === true) requireFrozen(plan, found !== undefined);
      const changes = await installPrimes(plan, lockfile, openDeps(context, flags), {
        isFrozen: flags.frozen === true,
        allowsRegistryChange: flags['allow-registry-change'] === true,
      });
      return { changes, installed: plan.kept.length + plan.lookups.length };
    });
  },

  view({ changes, installed }, terminal) {
    if (changes.length === 0)
      return installed === 0 ? 'Nothing to install.' : `${formatCount(installed, 'Prime')}, nothing to do.`;
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
    return `${formatColumns(rows, '')}\n${formatCount(installed, 'Prime')}: ${summary.join(', ')}.`;
  },
};

const MARKS = { add: '+', update: '~', restore: '=', remove: '-' } as const;

function toRow(change: InstallChange, terminal: Terminal): string[] {
  const {
    action,
    name,
    version,
    previous_version: previous,
    registry,
    atoms,
    unpacked_bytes: bytes,
  } = change;
  const mark = terminal.paint(action === 'remove' ? 'red' : 'green', MARKS[action]);
  const size =
    atoms === undefined || bytes === undefined ? '' : `${formatCount(atoms, 'atom')}, ${formatSize(bytes)}`;
  const versions = previous === undefined ? version : `${previous} → ${version}`;
  return [`${mark} ${name}`, versions, size, terminal.paint('dim', registry)];
}

function requireSpec(text: string): Requirement {
  const parsed = parseRequirement(text);
  if (!parsed.ok) throw new UsageError(parsed.message);
  return parsed.value;
}

function requireSomething(
  folder: string,
  lockfile: Lockfile | undefined,
  skill: ReadonlyMap<string, Requirement> | undefined,
  named: readonly Requirement[],
): void {
  if (lockfile !== undefined || skill !== undefined || named.length > 0) return;
  throw withoutLockfile(
    folder,
    `there is nothing to install: this folder has no ${SKILL_FILE} with a frontmatter and no .primes/lock.yaml; name a Prime, as in 'prime install @acme/web-style'`,
  );
}

function openDeps(context: CommandContext, flags: Flags): InstallDeps {
  const { folder, environment, terminal, signal } = context;
  let resolver: Promise<Resolver<RegistryClient>> | undefined;
  const cache = new TarballCache(join(cacheFolder(environment), 'tarballs'), {
    onWarning: (text) => terminal.warn(text),
  });
  return {
    projectFolder: folder,
    tree: treeOptions(context),
    terminal,
    signal,
    warn: (text) => terminal.warn(text),
    cache,
    trees: new TreeRecords(join(cacheFolder(environment), 'trees'), cache),
    // Registries are opened, and their code is loaded, only when a request is needed.
    getResolver(reason) {
      if (flags.offline === true) {
        throw new CommandError(`${reason}, and --offline allows no request to a registry`);
      }
      resolver ??= openResolver(context, flags);
      return resolver;
    },
  };
}

async function openResolver(context: CommandContext, flags: Flags): Promise<Resolver<RegistryClient>> {
  const { openRegistries } = await import('../registries/open-registries.ts');
  return (await openRegistries(context, flags)).resolver;
}
