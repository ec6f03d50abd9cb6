// `prime verify --log`: the proofs of what is locked, offline or with the registries.
import type { Flags } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import type { LockedPrime } from '../install/lockfile/lockfile.ts';
import { openClients } from '../registries/open-clients.ts';
import { throwLogError } from './explain-log-error.ts';
import { ProofCache, proofFolder } from './proof-cache.ts';
import { openRegistryLogs } from './registry-logs.ts';
import { type LockedLog, listSeenLogs, type SeenLog, verifyLocked } from './verify-locked.ts';

/** Verifies the proofs of locked versions, and compares the heads of their logs with `--online`. */
export async function verifyProofs(
  context: CommandContext,
  flags: Flags,
  primes: readonly LockedPrime[],
): Promise<{ readonly verdicts: readonly LockedLog[]; readonly logs: readonly SeenLog[] }> {
  const logs = await openRegistryLogs(context);
  const clients = flags.online === true ? await openClients(context, flags) : [];
  const verdicts = await verifyLocked(primes, {
    logs,
    proofs: new ProofCache(proofFolder(context.environment)),
    findClient: (registry) => clients.find(({ baseUrl }) => baseUrl === registry),
    signal: context.signal,
  });
  const asked = clients.filter(({ baseUrl }) => primes.some(({ registry }) => registry === baseUrl));
  for (const client of asked) {
    const place = { registry: client.baseUrl, stateFolder: logs.stateFolder };
    await logs.of(client).readHead(context.signal).catch(throwLogError(place));
  }
  return { verdicts, logs: listSeenLogs(verdicts, logs) };
}
