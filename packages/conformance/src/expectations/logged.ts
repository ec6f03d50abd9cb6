// Expectations of signed notes, proofs and entries of a log.
import { createHash } from 'node:crypto';
import type { Release } from '../fixtures/fixture.ts';
import type { Exchange, JsonObject } from '../http/exchange.ts';
import {
  type Checkpoint,
  findNoteProblem,
  type ProofFile,
  readCheckpoint,
  readProofFile,
} from '../log/note.ts';
import { hashLeaf, rootOfInclusion } from '../log/tree.ts';
import { expectEqual, fail } from './expect.ts';

export interface KnownLog {
  readonly origin: string;
  readonly vkeys: readonly string[];
}

/** A text is a checkpoint of the log, signed with its current key. */
export function expectCheckpoint(exchange: Exchange, note: string, { origin, vkeys }: KnownLog): Checkpoint {
  const checkpoint = readCheckpoint(note);
  if (checkpoint === undefined)
    fail(exchange, 'a checkpoint: origin, size, root hash, signatures', JSON.stringify(note));
  expectEqual(exchange, 'origin of the checkpoint', checkpoint.origin, origin);
  const problem = findNoteProblem(note, vkeys[0] ?? '');
  if (problem !== undefined)
    fail(exchange, `a note signed with ${vkeys[0]}`, `${problem}: ${JSON.stringify(note)}`);
  return checkpoint;
}

/** A text is a proof whose entry is in the tree of its checkpoint, which the log has signed. */
export function expectProof(
  exchange: Exchange,
  text: string,
  log: KnownLog,
): ProofFile & { readonly size: number } {
  const file = readProofFile(text);
  if (file === undefined)
    fail(exchange, 'a tlog-proof with extra, index, hashes and a checkpoint', JSON.stringify(text));
  const { size, root } = expectCheckpoint(exchange, file.checkpoint, log);
  const { index, entry, hashes } = file;
  const reached = rootOfInclusion({ index, size, leaf: hashLeaf(entry), hashes });
  if (reached === undefined || !reached.equals(root)) {
    const got = reached?.toString('base64') ?? `${hashes.length} hashes, which do not fit`;
    fail(exchange, `hashes from entry ${index} to the root ${root.toString('base64')} of ${size}`, got);
  }
  return { ...file, size };
}

export function expectPublishEntry(exchange: Exchange, entry: Buffer, release: Release): void {
  const { name, version, tarball } = release;
  const sha256 = createHash('sha256').update(tarball).digest('hex');
  const { type, name: gotName, version: gotVersion, sha256: gotDigest } = readEntry(entry);
  const got = { type, name: gotName, version: gotVersion, sha256: gotDigest };
  expectEqual(exchange, 'an entry with', got, { type: 'publish', name, version, sha256 });
}

/** The fields of an entry; none if it is not a JSON object. */
export function readEntry(entry: Buffer): JsonObject {
  try {
    return Object(JSON.parse(entry.toString()));
  } catch {
    return {};
  }
}
