// Looks up versions that are locked for the first time in the logs of their registries, while they are downloaded.
import { setTimeout as delay } from 'node:timers/promises';
import { toPrintable } from '@prime-registry/command-line';
import { forEachConcurrently, mapConcurrently } from '@prime-registry/concurrency';
import type { CommandContext } from '../command.ts';
import { throwLogError } from '../log/explain-log-error.ts';
import { checkOrigin, type ProvedOrigin } from '../log/origin-proof.ts';
import { type LoggedPrime, type ProjectLogs, writeProjectLogs } from '../log/project/project-logs.ts';
import { ProofCache, proofFolder } from '../log/proof-cache.ts';
import type { ProvedVersion, UnprovedVersion } from '../log/registry-log.ts';
import { openRegistryLogs, type RegistryLogs } from '../log/registry-logs.ts';
import { once } from '../once.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { FoundTarget } from './list-new.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import type { Target } from './look-up.ts';

/** What the logs say about a version: that of its registry, and that of the registry behind it. */
type LogCheck = (ProvedVersion | UnprovedVersion) & {
  /** Absent if it was published in its registry, or no log is known where it was. */
  readonly origin?: ProvedOrigin;
};

/** What the logs say about the versions that are locked for the first time, by name. */
export type LogChecks = ReadonlyMap<string, LogCheck>;

/** A mirror commits a version a moment after the last byte of its tarball. In milliseconds. */
const MIRROR_PAUSES_MS = [100, 300, 900];

/** Maximum number of concurrent requests for proofs. */
const PROOF_LIMIT = 8;

/** The logs of the registries, as an install needs them. */
export interface InstallLogs {
  /** Checks the proof of each. @throws CommandError with the evidence if a log is wrong, or missing */
  check(targets: readonly FoundTarget[], signal: AbortSignal): Promise<LogChecks>;
  /** Keeps what was proved: the proofs for this user, and the keys and places for everybody who works on the project. */
  keep(targets: readonly Target[], checks: LogChecks): Promise<void>;
}

/** The logs of an install. Nothing is read before it is needed. */
export function createInstallLogs(context: CommandContext): InstallLogs {
  const { folder, environment, terminal } = context;
  const open = once(() => openRegistryLogs(context));
  return {
    async check(targets, signal) {
      if (targets.length === 0) return new Map();
      const logs = await open();
      for (const [client, own] of Map.groupBy(targets, ({ source }) => source.client))
        logs.of(client).expectVersions(own.map(toMirrored));
      const checks = await mapConcurrently(targets, { limit: PROOF_LIMIT, signal }, async (target, end) => {
        const check = await checkBoth(logs, target, end);
        if (check.state === 'not-yet' && check.origin === undefined) terminal.note(describeNotYet(target));
        if (check.state === 'logged') warnOfOrigin(target, check, terminal);
        return [target.name, check] as const;
      });
      return new Map(checks);
    },
    async keep(targets, checks) {
      const { project } = await open();
      const proofs = new ProofCache(proofFolder(environment), { onWarning: (text) => terminal.warn(text) });
      for (const { name, moved_to: ownName = name, version, sha256, registry } of targets) {
        const check = checks.get(name);
        const key = { registry, name: ownName, version, sha256 };
        if (check?.state === 'logged') proofs.keep(key, check.proof);
        const origin = check?.origin;
        if (origin !== undefined) proofs.keep({ ...key, registry: origin.registry }, origin.proof);
      }
      proofs.save();
      await writeProjectLogs(folder, describeProject(targets, checks, project));
    },
  };
}

function describeNotYet({ name, version, registry, isMirrored }: FoundTarget): string {
  const why =
    isMirrored === true ? 'which has it from another registry' : 'which is still taking in older versions';
  return `${name} ${version} is not in the log of ${registry} yet, ${why}`;
}

/** Asks for the proof of the registry, and for that of the one behind it, at the same time; a failure of one ends the other. */
async function checkBoth(logs: RegistryLogs, target: FoundTarget, signal: AbortSignal): Promise<LogCheck> {
  let check: ProvedVersion | UnprovedVersion = { state: 'no-log' };
  let origin: ProvedOrigin | undefined;
  const jobs = [
    async (end: AbortSignal): Promise<void> => {
      check = await checkPatiently(logs, target, end);
    },
    async (end: AbortSignal): Promise<void> => {
      origin = await checkOrigin(logs, target.source.client, toMirrored(target), end);
    },
  ];
  await forEachConcurrently(jobs, { limit: jobs.length, signal }, (job, end) => job(end));
  return { ...check, ...(origin !== undefined && { origin }) };
}

/** A version as its registry has it. */
function toMirrored({ name, moved_to: ownName = name, version, sha256, origin }: FoundTarget) {
  return { name: ownName, version, sha256, origin };
}

/** A mirror that does not say where it has a version from may still have logged it. */
function warnOfOrigin(
  { name, version, registry, isMirrored }: FoundTarget,
  { entry }: ProvedVersion,
  terminal: Pick<Terminal, 'warn'>,
): void {
  if (entry.type !== 'mirror' || isMirrored === true) return;
  terminal.warn(
    toPrintable(
      `${registry} says that ${name} ${version} was published there, and its log says that it came from ${entry.origin}`,
    ),
  );
}

async function checkPatiently(
  logs: RegistryLogs,
  target: FoundTarget,
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
  { name, moved_to: ownName = name, version, sha256, source: { client }, isMirrored = false }: FoundTarget,
  signal: AbortSignal,
): Promise<ProvedVersion | UnprovedVersion> {
  const asked = { name: ownName, version, sha256, isMirrored };
  const consequence = `${name} ${version} was not installed, and nothing was changed`;
  const place = { registry: client.baseUrl, stateFolder: logs.stateFolder, consequence };
  return logs.of(client).checkVersion(asked, signal).catch(throwLogError(place));
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
  const origins = new Map<string, string>();
  for (const { name, version, registry } of targets) {
    const check = checks.get(name);
    const origin = check === undefined ? before.origins.get(name) : check.origin?.registry;
    if (origin !== undefined) {
      origins.set(name, origin);
      const vkeys = check?.origin?.vkeys ?? before.keys.get(origin) ?? [];
      if (vkeys.length > 0) keys.set(origin, vkeys);
    }
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
  return { keys, primes, origins };
}
