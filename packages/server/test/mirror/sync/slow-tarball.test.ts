// An upstream that sends a byte now and then must not keep a copy waiting for ever: those that a timer starts would pile up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import { InventoryBudget } from '../../../src/actions/inventory/inventory-budget.ts';
import { SecretCheck } from '../../../src/actions/secrets/secret-check.ts';
import { DEFAULT_SETTINGS } from '../../../src/config/server-settings.ts';
import { type CopyDeps, copyVersion } from '../../../src/mirror/sync/copy-version.ts';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';
import { ManifestReader } from '../../../src/tasks/publish/manifest-reader.ts';
import { openInThisThread } from '../../../src/tasks/publish/tarball-reader.ts';

const NAME = getValue(parsePrimeName('@acme/web-style'));
const VERSION = getValue(parseVersion('1.0.0'));

test('a tarball that drips is given up after a minute', async () => {
  let nowMs = 0;
  let sentBytes = 0;
  const chunks = (async function* () {
    for (; sentBytes < 1000; sentBytes += 1) {
      nowMs += 20_000;
      yield Uint8Array.of(0x1f);
    }
    assert.fail('it is read on and on');
  })();
  const manifest = {
    ...{ name: NAME.full, version: VERSION.full, description: '', license: 'MIT', 'prime-version': '0.1' },
    ...{ atoms: 0, namespaces: [], sha256: 'a'.repeat(64), tarball_url: '', yanked: false },
  };
  const upstream = {
    url: 'https://upstream.example',
    fetchManifest: async () => manifest,
    fetchSourceManifest: async () => undefined,
    proveVersion: async () => undefined,
    openTarball: async () => ({ sizeBytes: undefined, chunks }),
  } as unknown as Upstream;
  let isDiscarded = false;
  const deps: CopyDeps = {
    upstream,
    signal: new AbortController().signal,
    now: () => nowMs,
    transferNow: () => nowMs,
    limits: DEFAULT_SETTINGS,
    openTarballTask: openInThisThread,
    manifestReader: new ManifestReader(undefined),
    inventoryBudget: new InventoryBudget(),
    secrets: new SecretCheck({
      store: { findTokensBySecrets: async () => [] },
      ...{ adminToken: undefined, secretScan: 'off', now: () => nowMs },
    }),
    onSecrets: () => undefined,
    store: { insertVersion: () => assert.fail('it is not whole') },
    blobs: {
      read: () => assert.fail('it is not whole'),
      createUpload: async () => ({
        write: async () => undefined,
        finish: async () => undefined,
        commit: async () => undefined,
        discard: async () => {
          isDiscarded = true;
        },
      }),
    },
  };
  const listed = { version: VERSION.full, publishedAtMs: 1, yanked: false };
  await assert.rejects(copyVersion(deps, { name: NAME, version: VERSION, listed }), {
    code: 'upstream_unavailable',
    message: /sends less than 2 kB a second/,
  });
  assert.equal(sentBytes, 3);
  assert.ok(isDiscarded);
});
