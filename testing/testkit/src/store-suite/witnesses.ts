// Witnesses: how far those of the log are, and what this registry has cosigned of other logs.
import assert from 'node:assert/strict';
import type { WitnessProgress } from '@prime-registry/store';
import { formatNote, parseNote } from '@prime-registry/tlog';
import { type OpenStore, testWithStore } from './with-store.ts';

const ORIGIN = 'log.example';
const URL = 'https://a.example';

export function testWitnesses(open: OpenStore): void {
  testWithStore(open, 'the progress of witnesses is kept', async (store) => {
    assert.deepEqual(await store.listWitnesses(), []);
    const [a, b] = [progress('a', 5), { ...progress('b', 0), problem: 'away', cosignedAtMs: undefined }];
    await store.noteCosignatures([b, a], undefined);
    assert.deepEqual(await store.listWitnesses(), [a, b]);
    await store.noteCosignatures([progress('b', 2 ** 50)], undefined);
    assert.deepEqual(await store.listWitnesses(), [a, progress('b', 2 ** 50)]);
  });

  testWithStore(open, 'cosignatures of a head are added to those that it has', async (store) => {
    assert.equal(await store.findCosignedHead(5), undefined);
    await store.noteCosignatures([], head(5, 'text', ['w1', 1], ['w2', 1]));
    await store.noteCosignatures([], head(5, 'text', ['w2', 2], ['w3', 1]));
    assert.equal(await store.findCosignedHead(5), head(5, 'text', ['w1', 1], ['w2', 2], ['w3', 1]).note);
    // The log has another name now, or another root.
    await store.noteCosignatures([], head(5, 'other', ['w1', 3]));
    assert.equal(await store.findCosignedHead(5), head(5, 'other', ['w1', 3]).note);
  });

  testWithStore(open, 'the newest heads are kept, and the last one of each witness', async (store) => {
    await store.noteCosignatures([progress('a', 3)], undefined);
    for (let size = 1; size <= 110; size += 1) await store.noteCosignatures([], head(size, 'text', ['w', 1]));
    const found = await Promise.all(
      [2, 3, 4, 10, 11, 110].map(async (size) => (await store.findCosignedHead(size)) !== undefined),
    );
    assert.deepEqual(found, [false, true, false, false, true, true]);
  });

  testWithStore(open, 'a log belongs to the upstream that named it first', async (store) => {
    const log = { origin: ORIGIN, url: URL, vkeys: ['one'] };
    assert.equal(await store.findWitnessedLog(ORIGIN), undefined);
    assert.equal(await store.keepWitnessedLog(log, 1), true);
    assert.deepEqual(await store.findWitnessedLog(ORIGIN), { ...log, size: 0, note: undefined });
    assert.equal(
      await store.keepWitnessedLog({ ...log, url: 'https://b.example', vkeys: ['bad'] }, 2),
      false,
    );
    assert.equal(await store.keepWitnessedLog({ ...log, vkeys: ['two', 'one'] }, 3), true);
    assert.deepEqual((await store.findWitnessedLog(ORIGIN))?.vkeys, ['two', 'one']);
  });

  testWithStore(open, 'of heads that follow the same size, one is cosigned', async (store) => {
    const at = (size: number, note: string) => ({ size, note, atMs: 1 });
    assert.equal(await store.advanceWitnessedLog(ORIGIN, 0, at(1, 'unknown')), false);
    await store.keepWitnessedLog({ origin: ORIGIN, url: URL, vkeys: [] }, 1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.advanceWitnessedLog(ORIGIN, 0, at(7 + index, String(index))),
      ),
    );
    assert.equal(answers.filter((isFirst) => isFirst).length, 1);
    const won = answers.indexOf(true);
    assert.deepEqual((await store.findWitnessedLog(ORIGIN))?.size, 7 + won);
    assert.equal(await store.advanceWitnessedLog(ORIGIN, 0, at(20, 'late')), false);
    assert.equal(await store.advanceWitnessedLog(ORIGIN, 7 + won, at(20, 'next')), true);
    assert.equal((await store.findWitnessedLog(ORIGIN))?.note, 'next');
    // Other keys do not change what was cosigned.
    await store.keepWitnessedLog({ origin: ORIGIN, url: URL, vkeys: ['new'] }, 2);
    assert.equal((await store.findWitnessedLog(ORIGIN))?.size, 20);
  });
}

function progress(vkey: string, size: number): WitnessProgress {
  return { vkey, size, cosignedAtMs: 1000, failures: 0, nextAtMs: 2000, problem: undefined };
}

/** @param signatures - names of keys, and a byte of their signatures */
function head(size: number, text: string, ...signatures: readonly (readonly [name: string, byte: number])[]) {
  const note = formatNote({
    text: `${text}\n`,
    signatures: signatures.map(([name, byte]) => ({ name, keyId: 1, signature: Uint8Array.of(byte) })),
  });
  assert.equal(parseNote(note).signatures.length, signatures.length);
  return { size, note, atMs: 1 };
}
