// Bundles of entries and lists of hashes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import {
  decodeEntryBundle,
  decodeHashes,
  encodeEntryBundle,
  encodeHashes,
  MAX_ENTRY_BYTES,
} from '../../src/index.ts';

test('a bundle is each entry after its length in two bytes', () => {
  const entries = [Uint8Array.of(7, 8), new Uint8Array(), new Uint8Array(258).fill(9)];
  const bundle = encodeEntryBundle(entries);
  assert.deepEqual([...bundle.subarray(0, 8)], [0, 2, 7, 8, 0, 0, 1, 2]);
  assert.deepEqual(decodeEntryBundle(bundle), entries);
});

test('any entries come back, also from the middle of a buffer', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 500 }), { maxLength: 256 }), (entries) => {
      const bundle = encodeEntryBundle(entries);
      const buffer = new Uint8Array(bundle.length + 9).fill(255);
      buffer.set(bundle, 5);
      const back = decodeEntryBundle(buffer.subarray(5, 5 + bundle.length));
      assert.deepEqual(
        back.map((entry) => [...entry]),
        entries.map((entry) => [...entry]),
      );
    }),
    COSTLY,
  );
});

test('the longest entry has 65,535 bytes, and a bundle 256 entries', () => {
  const longest = new Uint8Array(MAX_ENTRY_BYTES);
  assert.equal(decodeEntryBundle(encodeEntryBundle([longest]))[0]?.length, 65_535);
  assert.throws(() => encodeEntryBundle([new Uint8Array(65_536)]), /at most 65535 bytes, not 65536/);
  assert.throws(
    () => encodeEntryBundle(Array.from({ length: 257 }, () => longest)),
    /at most 256 entries, not 257/,
  );
  assert.throws(() => decodeEntryBundle(new Uint8Array(257 * 2)), /at most 256 entries/);
});

test('a bundle that is cut off is refused wherever it is cut', () => {
  const bundle = encodeEntryBundle([Uint8Array.of(1, 2, 3), Uint8Array.of(4)]);
  const whole = [0, 5, 8];
  for (let length = 0; length < bundle.length; length += 1) {
    const cut = bundle.subarray(0, length);
    if (whole.includes(length)) assert.equal(decodeEntryBundle(cut).length, whole.indexOf(length));
    else
      assert.throws(() => decodeEntryBundle(cut), {
        name: 'TlogError',
        message: /ends inside entry [01], at byte/,
      });
  }
});

test('hashes have no separators', () => {
  const hashes = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
  assert.equal(encodeHashes(hashes).length, 96);
  assert.deepEqual(decodeHashes(encodeHashes(hashes)), hashes);
  assert.throws(() => decodeHashes(new Uint8Array(33)), /cannot have 33 bytes together/);
});
