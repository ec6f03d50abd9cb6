// Contract tests of a store that was closed.
import assert from 'node:assert/strict';
import { RegistryError } from '@prime-registry/protocol';
import { insert, versionOf, yank } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const SECRET = new Uint8Array(32).fill(1);

/** @param open - closing what it opens must end the connections */
export function testClosed(open: OpenStore): void {
  testWithStore(open, 'a closed store is unavailable', async (store) => {
    await insert(store);
    await store.ping();
    await store.close();
    await store.close();
    const version = versionOf('1.0.0');
    const requests = {
      ping: () => store.ping(),
      listVersions: () => store.listVersions('@acme/web-style'),
      findVersion: () => store.findVersion('@acme/web-style', version),
      hasPrime: () => store.hasPrime('@acme/web-style'),
      insertVersion: () => insert(store, { version: '2.0.0' }),
      yankVersion: () => yank(store, '1.0.0'),
      search: () => store.search({ text: 'web', limit: 1, offset: 0 }),
      findTokenBySecret: () => store.findTokenBySecret(SECRET),
      noteTokenUses: () => store.noteTokenUses([{ id: 'id-1', usedAtMs: 1 }]),
      findScopeUsage: () => store.findScopeUsage('@acme'),
    };
    for (const [name, request] of Object.entries(requests))
      await assert.rejects(request, isUnavailable, name);
  });
}

function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof RegistryError, String(error));
  assert.equal(error.code, 'storage_unavailable');
  return true;
}
