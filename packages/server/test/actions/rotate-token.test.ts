// Two rotations of one token at once: the sooner end counts, whichever of them was read first.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { createToken } from '../../src/actions/tokens/create-token.ts';
import { rotateToken } from '../../src/actions/tokens/rotate-token.ts';

const NOW_MS = 1_000_000;
const DAY_MS = 86_400_000;
const now = (): number => NOW_MS;

test('a rotation that was read before another one ended the token does not bring it back', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-rotate-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = await openSqliteStore(join(folder, 'registry.sqlite'));
  t.after(() => store.close());
  const { token } = await createToken(
    { store, now },
    { name: 'leaked', permissions: ['publish'], scopes: ['*'] },
  );
  const request = { id: token.id, lifetimeMs: undefined };
  let other: string | undefined;
  const overtaken = {
    ...store,
    async listTokens() {
      const tokens = await store.listTokens();
      other = (await rotateToken({ store, now }, { ...request, overlapMs: 0 })).outcome;
      return tokens;
    },
  };
  const late = await rotateToken({ store: overtaken, now }, { ...request, overlapMs: DAY_MS });
  assert.equal(other, 'rotated');
  assert.deepEqual(late, { outcome: 'overtaken' });
  const tokens = await store.listTokens();
  assert.equal(tokens.find(({ id }) => id === token.id)?.expiresAtMs, NOW_MS);
  assert.equal(tokens.length, 2);
});
