// Brings back the entries that were signed and that the database lacks, so that the log continues under its name instead
// of forking. All of them are proved first; then they are appended in transactions, and a second reading is compared
// with the first one.
import type {
  LogHead,
  LogRecoveryStore,
  LogStore,
  UnfollowedEntry,
  VersionDigest,
} from '@prime-registry/store';
import { appendLeaves, type Edge, encodeHashes, leafHash } from '@prime-registry/tlog';
import { beginsWith } from '../find-contradiction.ts';
import type { SignedHead } from '../head-mark.ts';
import { currentNameOf, LogChangeError } from '../restart-log.ts';
import { examineTail } from './examine-tail.ts';
import { findTarget, type RecoveryTarget, type TargetDeps } from './find-target.ts';
import { readTail, type TailReading } from './read-tail.ts';
import { TailError, type TailSource } from './tail-source.ts';

export interface RecoveryDeps extends TargetDeps {
  readonly store: LogRecoveryStore & LogStore;
  readonly source: TailSource;
  readonly signal: AbortSignal;
  /** @param done - entries that the database has by now */
  readonly onProgress: (done: number, of: number) => void;
}

/** What is known besides the copy. */
export interface RecoveryOrder {
  readonly mark: SignedHead | undefined;
  /** The verifier keys of the key file, under the current name of the log. */
  readonly keysOf: (origin: string) => readonly string[];
  /** Whether the operator says that nothing was signed after the newest head of the copy. */
  readonly isComplete: boolean;
}

export interface RecoveredLog {
  readonly origin: string;
  /** Number of entries before. */
  readonly before: number;
  readonly size: number;
  readonly lost: readonly VersionDigest[];
  readonly unfollowed: readonly UnfollowedEntry[];
}

/**
 * Recovers the log. An interrupted recovery leaves it halted, and another one goes on.
 * @throws TailError if the copy is not what was signed, or too short: then nothing was changed; LogChangeError;
 *   RegistryError `storage_unavailable`
 */
export async function recoverLog(deps: RecoveryDeps, order: RecoveryOrder): Promise<RecoveredLog> {
  const { store, source, signal } = deps;
  const names = await store.listLogNames();
  const name = currentNameOf(names);
  const { origin } = name;
  const recorded = names.flatMap((each) => (each.origin === origin ? [each.vkey] : []));
  const target = findTarget(deps, {
    ...{ name, source: source.what, mark: order.mark, isComplete: order.isComplete },
    vkeys: [...new Set([...recorded, ...order.keysOf(origin)])],
    note: await source.readCheckpoint(signal),
  });
  const size = target.heads.at(-1)?.size ?? 0;
  const head = await store.readLogHead();
  const reading = { store, sha256: deps.sha256, source, size, sourceSize: target.sourceSize, signal };
  const missing = target.heads.filter((each) => each.size > head.edge.size);
  await requireBeginning(deps, head, target);
  const before = head.edge.size;
  if (missing.length === 0) {
    if (head.halted !== undefined) await store.resumeLog();
    return { origin, before, size: before, lost: [], unfollowed: [] };
  }
  const edges = await examineTail(reading, head.edge, missing);
  await halt(deps, head);
  return { origin, before, size, ...(await append(deps, reading, head.edge, edges)) };
}

/** @throws TailError if the database has other entries than those that were signed: they cannot be taken back */
async function requireBeginning(
  deps: RecoveryDeps,
  { edge }: LogHead,
  { heads }: RecoveryTarget,
): Promise<void> {
  for (const signed of heads.filter(({ size }) => size <= edge.size)) {
    if (await beginsWith(deps, edge, signed)) continue;
    throw new TailError(
      `the first ${signed.size} entries in the database are not those that were signed. They cannot be taken back; ` +
        "'prime-registry log restart' continues them under another name",
    );
  }
}

/** So that nothing is appended in the meantime. @throws LogChangeError if something was */
async function halt({ store }: RecoveryDeps, { edge, halted }: LogHead): Promise<void> {
  if (halted !== undefined) return;
  await store.haltLog('it is being recovered');
  if ((await store.readLogHead()).edge.size !== edge.size)
    throw new LogChangeError('something was appended to the log in the meantime; run the command again');
}

async function append(
  { store, sha256, onProgress }: RecoveryDeps,
  reading: TailReading,
  start: Edge,
  edges: readonly Edge[],
): Promise<Pick<RecoveredLog, 'lost' | 'unfollowed'>> {
  const lost: VersionDigest[] = [];
  const unfollowed: UnfollowedEntry[] = [];
  let part = 0;
  for await (const { entries, before } of readTail(reading, start)) {
    const edge = edges[part];
    part += 1;
    const leaves = entries.map((entry) => leafHash(sha256, entry));
    if (edge === undefined || !isSame(edge, appendLeaves(sha256, before, leaves).edge))
      throw new TailError(`${reading.source.what} has changed in the meantime; run the command again`);
    const isLast = part === edges.length;
    const recovered = await store.recoverEntries({ first: before.size, entries, edge, isLast });
    if (recovered === undefined)
      throw new LogChangeError('another command has changed the log in the meantime; run this one again');
    lost.push(...recovered.lost);
    unfollowed.push(...recovered.unfollowed);
    onProgress(edge.size, reading.size);
  }
  return { lost, unfollowed };
}

function isSame(a: Edge, b: Edge): boolean {
  return a.size === b.size && Buffer.compare(encodeHashes(a.hashes), encodeHashes(b.hashes)) === 0;
}
