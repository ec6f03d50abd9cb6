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

test('keys are replaced until a file has no room for more, and again when the first ones have ended', async () => {
  let keys: readonly SigningKey[] = [makeSigningKey(ORIGIN)];
  let nowMs = 1_800_000_000_000;
  const common = { logId: '0'.repeat(16), origin: ORIGIN, beganAtSize: 0, atMs: 0, reason: undefined };
  const names: LogName[] = keys.map((key) => ({
    ...common,
    ...{ vkey: verifierKeyOf(ORIGIN, key), endedAtSize: undefined },
  }));
  const store = {
    readLogHead: async () => ({ logId: '', edge: { size: 0, hashes: [] }, halted: undefined, server: '' }),
    listLogNames: async () => names,
    beginLogName: async ({ vkey }: { readonly vkey: string }) => {
      names.push({ ...common, vkey, endedAtSize: undefined });
      return true;
    },
  };
  const writeKeys = async (written: readonly SigningKey[]): Promise<void> => {
    keys = parseKeyFile(formatKeyFile(written));
  };
  const rotate = () => rotateKey({ store, writeKeys, now: () => nowMs }, keys, HOUR_MS);
  for (let count = 0; count < 15; count += 1) await rotate();
  const before = keys;
  await assert.rejects(rotate(), /16 keys, which is as many as a key file can have.*until 2027-/s);
  assert.equal(keys, before);
  nowMs += 2 * HOUR_MS;
  await rotate();
  assert.equal(keys.length, 2);
});
