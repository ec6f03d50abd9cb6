// Whether the locked versions are in the logs of their registries, by the proofs in the cache.
import { checkVersionProof, LogError, type RegistryClient } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import { isLocal } from '../install/local/local-path.ts';
import type { LockedPrime } from '../install/lockfile/lockfile.ts';
import { explainLogError } from './explain-log-error.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import { checkOrigin } from './origin-proof.ts';
import type { ProofCache, ProofKey } from './proof-cache.ts';
import type { RegistryLogs } from './registry-logs.ts';
import { HeadFile } from './state/head-file.ts';

/**
 * What is known of a locked version:
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
export function verifyLocked(primes: readonly LockedPrime[], deps: LockedLogDeps): Promise<LockedLog[]> {
  return mapConcurrently(primes, { limit: PROOF_LIMIT, signal: deps.signal }, (prime, signal) =>
    verifyOne(prime, { ...deps, signal }),
  );
}

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

async function verifyOne(prime: LockedPrime, deps: LockedLogDeps): Promise<LockedLog> {
  const { name, moved_to: ownName = name, version, sha256, registry } = prime;
  const { logs, proofs } = deps;
  if (isLocal(registry)) return { state: 'no-log' };
  const key = { registry, name: ownName, version, sha256 };
  const proof = proofs.find(key);
  const cached = proof === undefined ? undefined : checkCached(proof, key, logs);
  // Witnesses that a later policy wants may not have cosigned what is in the cache.
  const isMissing = cached === undefined || cached.state === 'unproven';
  const own = isMissing ? await askForProof(key, deps) : cached;
  const known = logs.project.primes.get(name);
  if (own.state !== 'logged' || known?.version !== version || known.index === own.index)
    return verifyOrigin(own, key, deps);
  const problem = `the project has it as the entry #${known.index}, and the log as #${own.index}`;
  return { state: 'wrong', problem };
}

/** What comes through a mirror has to be proved by the registry behind it as well, if that has proved it once. */
async function verifyOrigin(own: LockedLog, key: ProofKey, deps: LockedLogDeps): Promise<LockedLog> {
  const { logs, proofs } = deps;
  const registry = logs.findKnownOrigin(key.registry, key.name);
  if (registry === undefined || own.state === 'wrong') return own;
  const proof = proofs.find({ ...key, registry });
  const origin =
    proof === undefined ? await askForOrigin(key, deps) : checkCached(proof, { ...key, registry }, logs);
  if (own.state === 'logged' && origin.state === 'logged') return own;
  return origin;
}

async function askForOrigin(
  key: ProofKey,
  { logs, proofs, findClient, signal }: LockedLogDeps,
): Promise<LockedLog> {
  const client = findClient(key.registry);
  const proved = client && (await checkOrigin(logs, client, { ...key, origin: undefined }, signal));
  if (proved === undefined) return { state: 'unproven' };
  proofs.keep({ ...key, registry: proved.registry }, proved.proof);
  return { state: 'logged', index: proved.index, origin: proved.head.origin };
}

function checkCached(proof: string, key: ProofKey, logs: RegistryLogs): LockedLog {
  const trust = logs.findTrust(key.registry);
  if (trust === undefined) return { state: 'no-log' };
  try {
    const { index, head } = checkVersionProof(proof, key, trust.readHead, NODE_CRYPTO);
    return { state: 'logged', index, origin: head.origin };
  } catch (error) {
    if (error instanceof LogError && error.finding === 'unwitnessed') return { state: 'unproven' };
    if (error instanceof LogError) return { state: 'wrong', problem: error.message };
    throw error;
  }
}

async function askForProof(
  key: ProofKey,
  { logs, proofs, findClient, signal }: LockedLogDeps,
): Promise<LockedLog> {
  const client = findClient(key.registry);
  if (client === undefined)
    return { state: logs.findTrust(key.registry) === undefined ? 'no-log' : 'unproven' };
  try {
    const checked = await logs.of(client).checkVersion(key, signal);
    if (checked.state !== 'logged') return checked;
    proofs.keep(key, checked.proof);
    return { state: 'logged', index: checked.index, origin: checked.head.origin };
  } catch (error) {
    const { registry } = key;
    throw await explainLogError(error, {
      registry,
      stateFolder: logs.stateFolder,
      consequence: 'Nothing was changed',
    });
  }
}
