// After an upgrade, the usage of a scope is that of its versions: it counts more than in earlier programs.
import assert from 'node:assert/strict';
import { getValue, parseVersion, scopeOf } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import type { Recording } from '../../../../scripts/record-fixture/recording.ts';

/** Compares the usage with the versions that were published here. */
export async function assertUsage(store: RegistryStore, recording: Recording): Promise<void> {
  const expected = new Map<string, { versions: number; sizeBytes: number }>();
  for (const { name, version, origin } of recording.versions) {
    if (origin !== undefined) continue;
    const whole = await store.findWholeVersion(name, getValue(parseVersion(version)));
    assert.ok(whole, `${name} ${version}`);
    const { sizeBytes, sourceManifest, readme = '', description, namespaces, tags } = whole;
    const texts = [readme, description, JSON.stringify(namespaces), JSON.stringify(tags)];
    const usage = expected.get(scopeOf(name)) ?? { versions: 0, sizeBytes: 0 };
    usage.versions += 1;
    usage.sizeBytes += sizeBytes + sourceManifest.length + Buffer.byteLength(texts.join(''));
    expected.set(scopeOf(name), usage);
  }
  // A removed version counts as a number, without bytes.
  for (const { name, origin } of recording.removed ?? []) {
    const usage = expected.get(scopeOf(name));
    if (origin === undefined && usage !== undefined) usage.versions += 1;
  }
  assert.ok(expected.size > 0);
  // From this migration on, a publish counts its atoms too.
  const countsAtoms = recording.migrations.includes('0017-stored-bytes');
  for (const [scope, { versions, sizeBytes }] of expected) {
    const found = await store.findScopeUsage(scope);
    assert.equal(found.versions, versions);
    if (countsAtoms)
      assert.ok(found.sizeBytes >= sizeBytes, `${scope}: ${found.sizeBytes}, not ${sizeBytes}`);
    else assert.equal(found.sizeBytes, sizeBytes);
  }
}

/** Evicts everything that is mirrored: then nothing is left of what was counted. */
export async function assertNothingMirrored(store: RegistryStore): Promise<void> {
  const act = { atMs: 1, actorId: 'x', actorName: 'x', address: undefined, requestId: undefined };
  const mirrored = await store.listLeastRead({ lastReadDay: 0, id: 0 }, 1000);
  await store.evictVersions(mirrored, ({ name, version }) => ({ ...act, action: 'evict', name, version }));
  await store.evictLists({ checkedBeforeMs: Number.MAX_SAFE_INTEGER, limit: 1000 });
  assert.deepEqual(await store.listMirrorUsage(), []);
}
