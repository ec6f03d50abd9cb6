// Processes that have signed the log under different names: the mark ends with the newest one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkStore } from '@prime-registry/blobs';
import { parseHeadMark, type SignedHead, signedHeadOf } from '../../src/log/head-mark.ts';
import { HeadMarkKeeper } from '../../src/log/head-mark-keeper.ts';
import { makeSigningKey } from '../../src/signing/key-file.ts';
import { createNoteSigner } from '../../src/signing/note-signer.ts';

/** A signed head of some size. */
function headOf(origin: string, size: number, logId: string, ...earlierIds: readonly string[]): SignedHead {
  const signer = createNoteSigner(origin, [makeSigningKey(origin)], Date.now);
  return signedHeadOf({ logId, earlierIds, note: signer.sign(size, new Uint8Array(32)) });
}

const BEFORE = headOf('primes.example/-/log', 7, 'a');
const AFTER = headOf('primes.example/-/log/2-b', 3, 'b', 'a');

for (const heads of [
  [BEFORE, AFTER],
  [AFTER, BEFORE],
]) {
  test(`the mark is of the log after its restart, ${heads[0] === AFTER ? 'also ' : ''}if ${heads[0]?.logId} is marked first`, async () => {
    let mark: string | undefined;
    const marks: MarkStore = {
      readMark: async () => mark,
      writeMark: async (_name, text) => {
        mark = text;
      },
    };
    const failures: unknown[] = [];
    for (const head of heads) {
      const onFailure = (error: unknown): void => void failures.push(error);
      const keeper = new HeadMarkKeeper({ marks, compare: async () => undefined, onFailure });
      keeper.note(head);
      await keeper.close();
    }
    assert.deepEqual(failures, []);
    assert.equal(parseHeadMark(mark ?? '').logId, 'b');
  });
}
