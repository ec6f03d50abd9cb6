// What a rotation of the key writes can be read again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogName } from '@prime-registry/store';
import { rotateKey } from '../../src/log/rotate-key.ts';
import {
  formatKeyFile,
  makeSigningKey,
  parseKeyFile,
  type SigningKey,
  verifierKeyOf,
} from '../../src/signing/key-file.ts';

const ORIGIN = 'primes.example/-/log';
const HOUR_MS = 3_600_000;

/** A log with one key, and its key file. */
function makeLog() {
  const common = { logId: '0'.repeat(16), origin: ORIGIN, beganAtSize: 0, atMs: 0, reason: undefined };
  const log = { keys: [makeSigningKey(ORIGIN)] as readonly SigningKey[], nowMs: 1_800_000_000_000 };
  const nameOf = (vkey: string): LogName => ({ ...common, vkey, endedAtSize: undefined });
  const names = log.keys.map((key) => nameOf(verifierKeyOf(ORIGIN, key)));
  let holder: string | undefined;
  const store = {
    readLogHead: async () => ({ logId: '', edge: { size: 0, hashes: [] }, halted: undefined, server: '' }),
    listLogNames: async () => [...names],
    async beginLogName({ vkey, after }: { readonly vkey: string; readonly after: string | undefined }) {
      if (names.at(-1)?.vkey !== after) return false;
      names.push(nameOf(vkey));
      return true;
    },
    async tryLease(request: { readonly holder: string }) {
      holder ??= request.holder;
      return holder === request.holder;
    },
    async endLease() {
      holder = undefined;
    },
  };
  const readKeys = async () => log.keys;
  const writeKeys = async (written: readonly SigningKey[]): Promise<void> => {
    log.keys = parseKeyFile(formatKeyFile(written));
  };
  const rotate = () => rotateKey({ store, readKeys, writeKeys, now: () => log.nowMs }, HOUR_MS);
  return Object.assign(log, { rotate, names });
}

test('of two rotations at once, the recorded key is in the file', async () => {
  const log = makeLog();
  await Promise.all([log.rotate(), log.rotate()]);
  const vkeys = log.keys.map((key) => verifierKeyOf(ORIGIN, key));
  assert.deepEqual(vkeys, log.names.map(({ vkey }) => vkey).reverse());
});

test('keys are replaced until a file has no room for more, and again when the first ones have ended', async () => {
  const log = makeLog();
  for (let count = 0; count < 15; count += 1) await log.rotate();
  const before = log.keys;
  await assert.rejects(log.rotate(), /16 keys, which is as many as a key file can have.*until 2027-/s);
  assert.equal(log.keys, before);
  log.nowMs += 2 * HOUR_MS;
  await log.rotate();
  assert.equal(log.keys.length, 2);
});
