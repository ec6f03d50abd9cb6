// Verifies that the locked versions are in the logs of their registries, by cached proofs.
import { checkVersionProof, LogError, type LoggedVersion, type RegistryClient } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import { isLocal } from '../install/local/local-path.ts';
import type { LockedPrime } from '../install/lockfile/lockfile.ts';
import { throwLogError } from './explain-log-error.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import { checkOrigin } from './origin-proof.ts';
import type { ProofCache, ProofKey } from './proof-cache.ts';
import type { RegistryLogs } from './registry-logs.ts';
import { HeadFile } from './state/head-file.ts';

/**
 * What is known about a locked version:
 * - `no-log`: nothing says that its registry has a log;
 * - `not-yet`: the log does not have it yet;
 * - `unproven`: there is no proof in the cache;
 * - `wrong`: the proof is not one.
 */
export interface LockedLog {
  readonly state: 'logged' | 'no-log' | 'not-yet' | 'unproven' | 'wrong';
  /** The place of the entry, from 0, of `logged`. */
  readonly index?: number;
  /** The name of the log, of `logged`. */
  readonly origin?: string;
  /** What is wrong, of `wrong`. */
  readonly problem?: string;
}

/** What was found, with what proves it. */
export interface ProvedLog {
  readonly verdict: LockedLog;
  /** Of `logged`: the entry of its registry, proved. */
  readonly own?: LoggedVersion;
  /** The entry of the registry behind a mirror, proved; absent if none is known. */
  readonly origin?: LoggedVersion & { readonly registry: string };
}

/** Maximum number of concurrent requests for proofs. */
const PROOF_LIMIT = 8;

/** Verifies proofs. */
export interface LockedLogDeps {
  readonly logs: RegistryLogs;
  readonly proofs: ProofCache;
  /** The client of a registry that may be asked for what is missing; undefined if none may. */
  readonly findClient: (registry: string) => RegistryClient | undefined;
  readonly signal: AbortSignal;
}

/** Verifies the proofs of locked versions, in their order. @throws CommandError if a registry that is asked misbehaves */
export async function verifyLocked(
  primes: readonly LockedPrime[],
  deps: LockedLogDeps,
): Promise<LockedLog[]> {
  return (await proveLocked(primes, deps)).map(({ verdict }) => verdict);
}

/** As {@link verifyLocked}, with the entries. */
export async function proveLocked(
  primes: readonly LockedVersion[],
  deps: LockedLogDeps,
): Promise<ProvedLog[]> {
  try {
    return await mapConcurrently(primes, { limit: PROOF_LIMIT, signal: deps.signal }, (prime, signal) =>
      verifyOne(prime, { ...deps, signal }),
    );
  } finally {
    deps.proofs.save();
  }
}

/** What is known about a version that is locked. */
export type LockedVersion = Pick<LockedPrime, 'name' | 'version' | 'sha256' | 'registry' | 'moved_to'>;

/** What this user knows of a log: the newest head, and when it was shown last. */
export interface SeenLog {
  readonly origin: string;
  readonly size: number;
  readonly seen_at: string;
}

/** The logs of some versions, as they were seen last. */
export function listSeenLogs(verdicts: readonly LockedLog[], { stateFolder }: RegistryLogs): SeenLog[] {
  const origins = new Set(verdicts.flatMap(({ origin }) => (origin === undefined ? [] : [origin])));
  return [...origins].sort().flatMap((origin) => {
    const seen = new HeadFile(stateFolder, origin).findSeen();
    return seen === undefined ? [] : [{ origin, size: seen.head.size, seen_at: seen.at.toISOString() }];
  });
}

async function verifyOne(prime: LockedVersion, deps: LockedLogDeps): Promise<ProvedLog> {
  const { name, moved_to: ownName = name, version, sha256, registry } = prime;
  const { logs, proofs } = deps;
  if (isLocal(registry)) return { verdict: { state: 'no-log' } };
  const key = { registry, name: ownName, version, sha256 };
  const proof = proofs.find(key);
  const cached = proof === undefined ? undefined : checkCached(proof, key, logs);
  const own = await replaceUnusable(cached, key, deps, askForProof);
  const { state, index } = own.verdict;
  const known = logs.project.primes.get(name);
  if (state !== 'logged' || known?.version !== version || known.index === index)
    return verifyOrigin(own, key, deps);
  const problem = `the project has it as the entry #${known.index}, and the log as #${index}`;
  return { verdict: { state: 'wrong', problem } };
}

/** What comes through a mirror has to be proved by the registry behind it as well, if that has proved it once. */
async function verifyOrigin(own: ProvedLog, key: ProofKey, deps: LockedLogDeps): Promise<ProvedLog> {
  const { logs, proofs } = deps;
  const registry = logs.findKnownOrigin(key.registry, key.name);
  if (registry === undefined || own.verdict.state === 'wrong') return own;
  const proof = proofs.find({ ...key, registry });
  const cached = proof === undefined ? undefined : checkCached(proof, { ...key, registry }, logs);
  const origin = await replaceUnusable(cached, key, deps, askForOrigin);
  if (origin.own === undefined) return { verdict: origin.verdict };
  const verdict = own.verdict.state === 'logged' ? own.verdict : origin.verdict;
  return { ...own, verdict, origin: { ...origin.own, registry } };
}

/**
 * What the cache says, or the registry if that is not enough and it may be asked. Witnesses that a later policy wants may not have
 * cosigned what is in the cache, and the user may have trusted another key since.
 */
async function replaceUnusable(
  cached: ProvedLog | undefined,
  key: ProofKey,
  deps: LockedLogDeps,
  ask: (key: ProofKey, deps: LockedLogDeps) => Promise<ProvedLog>,
): Promise<ProvedLog> {
  if (cached === undefined || cached.verdict.state === 'unproven') return ask(key, deps);
  if (cached.verdict.state !== 'wrong' || deps.findClient(key.registry) === undefined) return cached;
  const asked = await ask(key, deps);
  // Only a proof makes up for a wrong one.
  return asked.verdict.state === 'logged' ? asked : cached;
}

async function askForOrigin(
  key: ProofKey,
  { logs, proofs, findClient, signal }: LockedLogDeps,
): Promise<ProvedLog> {
  const client = findClient(key.registry);
  const proved = client && (await checkOrigin(logs, client, { ...key, origin: undefined }, signal));
  if (proved === undefined) return { verdict: { state: 'unproven' } };
  proofs.keep({ ...key, registry: proved.registry }, proved.proof);
  return logged(proved);
}

function logged({ index, entry, head }: LoggedVersion): ProvedLog {
  return { verdict: { state: 'logged', index, origin: head.origin }, own: { index, entry, head } };
}

function checkCached(proof: string, key: ProofKey, logs: RegistryLogs): ProvedLog {
  const trust = logs.findTrust(key.registry);
  if (trust === undefined) return { verdict: { state: 'no-log' } };
  try {
    return logged(checkVersionProof(proof, key, trust.readHead, NODE_CRYPTO));
  } catch (error) {
    if (error instanceof LogError && error.finding === 'unwitnessed')
      return { verdict: { state: 'unproven' } };
    if (error instanceof LogError) return { verdict: { state: 'wrong', problem: error.message } };
    throw error;
  }
}

async function askForProof(
  key: ProofKey,
  { logs, proofs, findClient, signal }: LockedLogDeps,
): Promise<ProvedLog> {
  const client = findClient(key.registry);
  if (client === undefined)
    return { verdict: { state: logs.findTrust(key.registry) === undefined ? 'no-log' : 'unproven' } };
  const place = { registry: key.registry, stateFolder: logs.stateFolder };
  const checked = await logs.of(client).checkVersion(key, signal).catch(throwLogError(place));
  if (checked.state !== 'logged') return { verdict: { state: checked.state } };
  proofs.keep(key, checked.proof);
  return logged(checked);
}
