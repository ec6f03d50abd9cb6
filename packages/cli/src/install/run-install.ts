// Installs what a project requires: the work of `prime install`, and of `prime outdated --fix`.
import { join } from 'node:path';
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { openContentsCache } from '../knowledge/contents-cache.ts';
import { once } from '../once.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { SkillExport } from '../skills/run-export.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { TarballCache } from './cache/tarball-cache.ts';
import { openTreeRecords } from './cache/tree-records.ts';
import { changeProject, treeOptions } from './change-project.ts';
import type { InstallLogs } from './check-logs.ts';
import { findReplacements } from './follow/find-replacements.ts';
import { replaceRequirements } from './follow/replace-requirements.ts';
import type { Replacement } from './follow/replacement.ts';
import { createInstallGuard } from './guard-install.ts';
import type { InstallChange } from './install-change.ts';
import { type InstallDeps, installPrimes } from './install-primes.ts';
import { isLocal, showLocal } from './local/local-path.ts';
import { type Lockfile, makeLockfile } from './lockfile/lockfile.ts';
import type { Target } from './look-up.ts';
import { noteSettled } from './note-settled.ts';
import { planInstall } from './plan-install.ts';
import { notInstalled, withoutLockfile } from './project-above.ts';
import { requireFrozen } from './require-frozen.ts';
import { readProjectSkills } from './skill/project-requirements.ts';
import { type Requirement, SKILL_FILE } from './skill/requirements.ts';
import type { RewrittenSkill } from './skill/rewritten-skill.ts';
import { openVerifiedTrees } from './tree/verified-trees.ts';
import type { Notice } from './version-news.ts';

export interface InstallResult {
  /** Sorted by name. */
  readonly changes: readonly InstallChange[];
  /** The number of Primes in the lock file now. */
  readonly installed: number;
  /** What registries say about the versions that they were asked for; absent if there is nothing. */
  readonly notices?: readonly Notice[];
  /** With `--as-skill`: what became of each skill. */
  readonly exported?: SkillExport['skills'];
  /** Requirements that were changed to a successor, with `--follow`; absent if there are none. */
  readonly followed?: readonly Replacement[];
}

/** What to install, and how. */
export interface InstallChoices {
  /** From the command line. */
  readonly named: readonly Requirement[];
  readonly isFrozen: boolean;
  /** Whether newer versions within the ranges are taken: of all, of none, or of these names. */
  readonly isUpdating: boolean | readonly string[];
  /** Whether requirements on deprecated Primes change to their successors: all, none, or these names. */
  readonly isFollowing: boolean | readonly string[];
  /** Paths of Primes of this machine, as typed. */
  readonly local?: readonly string[];
  /** Whether the named ones are added to the list in SKILL.md. */
  readonly isSaving?: boolean;
  /** The SKILL.md files that count, relative to the folder; by default those of the project as it is locked. */
  readonly skills?: readonly string[];
  /** Whether nothing is changed, and the result says what would be. */
  readonly isDryRun?: boolean;
}

/** Installs the requirements of a project. */
export async function runInstall(
  context: CommandContext,
  flags: Flags,
  choices: InstallChoices,
): Promise<InstallResult> {
  const { local = [] } = choices;
  if (local.length === 0) return installAll(context, flags, choices, []);
  const { withLocalPrimes } = await import('./local/local-prime.ts');
  return withLocalPrimes(context, local, (targets) => installAll(context, flags, choices, targets));
}

async function installAll(
  context: CommandContext,
  flags: Flags,
  { named, isFrozen, isUpdating, isFollowing, isSaving = false, skills, isDryRun = false }: InstallChoices,
  local: readonly Target[],
): Promise<InstallResult> {
  return changeProject(context, async (found) => {
    const lockfile = found ?? makeLockfile([]);
    const { folder, signal } = context;
    const deps = openDeps(context, flags);
    const saved = isSaving
      ? await (await import('./skill/save-requirements.ts')).saveRequirements(folder, named, deps)
      : undefined;
    const own = saved?.requirements.skill;
    const skillStamps = deps.verified.stampFiles([SKILL_FILE], false);
    const { requirements: skill, files } = await readProjectSkills(folder, {
      ...{ lockfile: found, skills, own, signal },
    });
    if (local.length === 0) requireSomething(folder, found, skill, named);
    if (typeof isUpdating !== 'boolean') requireKnown(isUpdating, lockfile, skill);
    const asked = saved?.requirements.named.map((each) => skill?.get(each.name) ?? each) ?? named;
    const project = { lockfile, skill, named: asked };
    const followed =
      isFollowing === false
        ? []
        : await findReplacements(project, deps, { names: isFollowing, isUpdating: isUpdating === true });
    const changed = replaceRequirements(project, followed);
    let rewritten: RewrittenSkill | undefined = saved?.skillFile;
    if (followed.length > 0) {
      // Loads the YAML library only if it is needed.
      const { prepareSkills } = await import('./skill/rewrite-skill.ts');
      rewritten = await prepareSkills(folder, files, followed);
    }
    const plan = planInstall({
      ...{ ...changed, update: isUpdating },
      lockfile: addLocal(changed.lockfile, changed.named, local),
    });
    if (isFrozen) requireFrozen(plan, found !== undefined);
    const { changes, installed, notices, lock } = await installPrimes(plan, lockfile, deps, {
      ...{ isFrozen, isDryRun },
      allowsRegistryChange: flags['allow-registry-change'] === true,
      local,
    });
    await rewritten?.save();
    if (lock !== undefined) {
      const isPlain = rewritten === undefined && skills === undefined && files.join() === SKILL_FILE;
      noteSettled(folder, deps.verified, { lock, skill, skillStamps: isPlain ? skillStamps : undefined });
      deps.verified.save(lock.locked);
    }
    noteLocal(plan.kept, context.terminal);
    return {
      changes,
      installed,
      ...(notices.length > 0 && { notices }),
      ...(followed.length > 0 && { followed }),
    };
  });
}

/** The lock file with Primes of this machine in place of what it has of their names. */
function addLocal(lockfile: Lockfile, named: readonly Requirement[], local: readonly Target[]): Lockfile {
  const twice = named.find(({ name }) => local.some((target) => target.name === name));
  if (twice !== undefined) throw new UsageError(`${twice.name} is named twice; name it once`);
  const names = new Set(local.map(({ name }) => name));
  // The tree digest is known after the installation.
  return makeLockfile([
    ...[...lockfile.values()].filter(({ name }) => !names.has(name)),
    ...local.map(({ file: _, ...target }) => ({ ...target, tree_sha256: '' })),
  ]);
}

/** Nobody else has what is installed from this machine. */
function noteLocal(primes: readonly Pick<Target, 'name' | 'registry'>[], terminal: Terminal): void {
  for (const { name, registry } of primes.filter((prime) => isLocal(prime.registry))) {
    terminal.note(
      `${name} is from ${showLocal(registry)}, to try it: --frozen refuses it. 'prime install ${name}' takes it from a registry.`,
    );
  }
}

function requireKnown(
  names: readonly string[],
  lockfile: Lockfile,
  skill: ReadonlyMap<string, Requirement> | undefined,
): void {
  const unknown = names.find((name) => !lockfile.has(name) && skill?.has(name) !== true);
  if (unknown !== undefined) throw notInstalled(unknown);
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

/** What checks logs is only loaded if there is something new to look up in them. */
function openLogsLater(context: CommandContext): InstallLogs {
  const open = once(() =>
    import('./check-logs.ts').then(({ createInstallLogs }) => createInstallLogs(context)),
  );
  return {
    check: async (targets, signal) =>
      targets.length === 0 ? new Map() : (await open()).check(targets, signal),
    keep: async (targets, checks) => (await open()).keep(targets, checks),
  };
}

function openDeps(context: CommandContext, flags: Flags): InstallDeps {
  const { folder, environment, terminal, signal } = context;
  // Registries are opened, and their code is loaded, only when a request is needed.
  const open = once(() =>
    import('../registries/open-registries.ts')
      .then(({ openRegistries }) => openRegistries(context, flags))
      .finally(loadWhileWaiting),
  );
  const cache = new TarballCache(join(cacheFolder(environment), 'tarballs'), {
    onWarning: (text) => terminal.warn(text),
  });
  return {
    projectFolder: folder,
    tree: treeOptions(context),
    logs: openLogsLater(context),
    guard: createInstallGuard(context, flags),
    contents: openContentsCache(context),
    terminal,
    signal,
    warn: (text) => terminal.warn(text),
    cache,
    trees: openTreeRecords(environment, cache),
    verified: openVerifiedTrees(context),
    getLimits: once(() => import('./limits.ts').then(({ loadInstallLimits }) => loadInstallLimits(context))),
    async getResolver(reason, downloads = []) {
      if (flags.offline === true) {
        throw new CommandError(`${reason}, and --offline allows no request to a registry`);
      }
      const { resolver, prepareDownloads } = await open();
      prepareDownloads(downloads);
      return resolver;
    },
  };
}

/** Loads the code that unpacks and checks while the first requests are on their way. It may turn out that nothing needs it. */
function loadWhileWaiting(): void {
  setImmediate(() => {
    // A failure is that of the import that needs the code.
    const ignore = (): void => undefined;
    import('./stage-prime.ts').catch(ignore);
    import('./index-files/make-index.ts').catch(ignore);
    import('./check-logs.ts').catch(ignore);
    import('node:zlib').catch(ignore);
  });
}
