// Looks up versions that are locked for the first time in the logs of their registries, while they are downloaded.
import { setTimeout as delay } from 'node:timers/promises';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { CommandContext } from '../command.ts';
import { explainLogError } from '../log/explain-log-error.ts';
import { type LoggedPrime, type ProjectLogs, writeProjectLogs } from '../log/project/project-logs.ts';
import { ProofCache, proofFolder } from '../log/proof-cache.ts';
import type { ProvedVersion, UnprovedVersion } from '../log/registry-log.ts';
import { openRegistryLogs, type RegistryLogs } from '../log/registry-logs.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import { isSameVersion, type Target } from './look-up.ts';

/** What the logs say of the versions that are locked for the first time, by name. */
export type LogChecks = ReadonlyMap<string, ProvedVersion | UnprovedVersion>;

/** A target that was just looked up, so that the registry is known. */
type Found = Target & { readonly source: NonNullable<Target['source']> };

/** A mirror commits a version a moment after the last byte of its tarball. In milliseconds. */
const MIRROR_PAUSES_MS = [100, 300, 900];

/** Maximum number of concurrent requests for proofs. */
const PROOF_LIMIT = 8;

/** The targets that are locked for the first time, or with other bytes. */
export function listNew(targets: readonly Target[], before: Lockfile): Found[] {
  return targets.filter((target): target is Found => {
    const locked = before.get(target.name);
    const isKnown = locked !== undefined && isSameVersion(locked, target) && locked.sha256 === target.sha256;
    return target.source !== undefined && !isKnown;
  });
}

/** The logs of the registries, as an install needs them. */
export interface InstallLogs {
  /** Checks the proof of each. @throws CommandError with the evidence if a log is wrong, or missing */
  check(targets: readonly Found[], signal: AbortSignal): Promise<LogChecks>;
  /** Keeps what was proved: the proofs for this user, and the keys and places for everybody who works on the project. */
  keep(targets: readonly Target[], checks: LogChecks): Promise<void>;
}

/** The logs of an install. Nothing is read before it is needed. */
export function createInstallLogs(context: CommandContext): InstallLogs {
  const { folder, environment, terminal } = context;
  let opened: Promise<RegistryLogs> | undefined;
  const open = (): Promise<RegistryLogs> => {
    opened ??= openRegistryLogs(context);
    return opened;
  };
  return {
    async check(targets, signal) {
      if (targets.length === 0) return new Map();
      const logs = await open();
      const checks = await mapConcurrently(targets, { limit: PROOF_LIMIT, signal }, async (target, end) => {
        const check = await checkPatiently(logs, target, end);
        if (check.state === 'not-yet') terminal.note(describeNotYet(target));
        return [target.name, check] as const;
      });
      return new Map(checks);
    },
    async keep(targets, checks) {
      const { project } = await open();
      const proofs = new ProofCache(proofFolder(environment), { onWarning: (text) => terminal.warn(text) });
      for (const { name, moved_to: ownName = name, version, sha256, registry } of targets) {
        const check = checks.get(name);
        if (check?.state === 'logged') proofs.keep({ registry, name: ownName, version, sha256 }, check.proof);
      }
      await writeProjectLogs(folder, describeProject(targets, checks, project));
    },
  };
}

function describeNotYet({ name, version, registry, isMirrored }: Found): string {
  const why =
    isMirrored === true ? 'which has it from another registry' : 'which is still taking in older versions';
  return `${name} ${version} is not in the log of ${registry} yet, ${why}`;
}

async function checkPatiently(
  logs: RegistryLogs,
  target: Found,
  signal: AbortSignal,
): Promise<ProvedVersion | UnprovedVersion> {
  for (const pauseMs of target.isMirrored === true ? MIRROR_PAUSES_MS : []) {
    const check = await checkOne(logs, target, signal);
    if (check.state !== 'not-yet') return check;
    await delay(pauseMs, undefined, { signal });
  }
  return checkOne(logs, target, signal);
}

async function checkOne(
  logs: RegistryLogs,
  { name, moved_to: ownName = name, version, sha256, source: { client }, isMirrored = false }: Found,
  signal: AbortSignal,
): Promise<ProvedVersion | UnprovedVersion> {
  try {
    return await logs.of(client).checkVersion({ name: ownName, version, sha256, isMirrored }, signal);
  } catch (error) {
    throw await explainLogError(error, {
      ...{ registry: client.baseUrl, stateFolder: logs.stateFolder },
      consequence: `${name} ${version} was not installed, and nothing was changed`,
    });
  }
}

/** Forgets what is no longer locked. @param before - what the project knew */
export async function forgetRemoved(
  projectFolder: string,
  lockfile: Lockfile,
  before: ProjectLogs,
): Promise<void> {
  await writeProjectLogs(projectFolder, describeProject([...lockfile.values()], new Map(), before));
}

/** What the project knows from now on: of the versions that are locked, and of the registries that they come from. */
function describeProject(
  targets: readonly Pick<Target, 'name' | 'version' | 'registry'>[],
  checks: LogChecks,
  before: ProjectLogs,
): ProjectLogs {
  const keys = new Map<string, readonly string[]>();
  const primes = new Map<string, LoggedPrime>();
  for (const { name, version, registry } of targets) {
    const check = checks.get(name);
    if (check?.state === 'logged') {
      if (check.vkeys.length > 0) keys.set(registry, check.vkeys);
      primes.set(name, { version, index: check.index });
      continue;
    }
    const keysBefore = before.keys.get(registry);
    if (keysBefore !== undefined && !keys.has(registry)) keys.set(registry, keysBefore);
    const known = before.primes.get(name);
    if (check === undefined && known?.version === version) primes.set(name, known);
  }
  return { keys, primes };
}
