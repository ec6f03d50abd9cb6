// Commands that read all tarballs during an eviction: an evicted version is not a fault.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { BlobInventory } from '@prime-registry/blobs';
import { openFileSystemBlobInventory, openFileSystemBlobStore } from '@prime-registry/blobs/file-system';
import { eventually, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { exportRegistry } from '../../../src/actions/maintenance/export-registry/export-registry.ts';
import { importRegistry } from '../../../src/actions/maintenance/import-registry/import-registry.ts';
import type { Finding } from '../../../src/actions/maintenance/verification.ts';
import { verifyRegistry } from '../../../src/actions/maintenance/verify-registry.ts';
import { SecretCheck } from '../../../src/actions/secrets/secret-check.ts';
import { restoreBackup } from '../../../src/backup/restore-backup.ts';
import { writeBackup } from '../../../src/backup/write-backup.ts';
import { DATABASE_FILE } from '../../../src/wiring/storage/data-folder.ts';
import { openStore } from '../../../src/wiring/storage/open-store.ts';
import { type Chain, LIST, startChain } from '../chain.ts';
import { ALL, blobsOf, bring, evictFrom, isKept } from './evict-from.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-eviction-'));
after(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

/** A registry with two mirrored versions and one of its own. */
async function startFull(): Promise<Chain> {
  const chain = await startChain();
  await bring(chain, '1.0.0');
  await bring(chain, '1.1.0');
  await isKept(chain.mirror, undefined, 2);
  await chain.mirror.admin.mustPublish({ name: '@mine/a' });
  return chain;
}

/** An inventory that evicts all mirrored tarballs when the first one is looked up, and then calls `then`. */
function evictingAtFirstLook(mirror: TestRegistry, then = async () => {}): BlobInventory {
  const inventory = openFileSystemBlobInventory(mirror.dataFolder);
  let gone: Promise<void> | undefined;
  const evictAll = async (): Promise<void> => {
    assert.equal((await evictFrom(mirror, ALL)).length, 2);
    await then();
  };
  return {
    ...inventory,
    async findBlob(sha256) {
      const isFirst = gone === undefined;
      gone ??= evictAll();
      await gone;
      return isFirst && (await mirror.store.listVersionsOfBlob(sha256)).length > 0
        ? undefined
        : inventory.findBlob(sha256);
    },
  };
}

async function verify(store: TestRegistry['store'], inventory: BlobInventory): Promise<Finding[]> {
  const findings: Finding[] = [];
  const onFinding = async (finding: Finding): Promise<void> => void findings.push(finding);
  await verifyRegistry({ store, inventory, now: Date.now, signal, onFinding, onProgress: () => undefined });
  return findings;
}

test('verify finds no fault in versions that are evicted during it, even if they are pulled again', async () => {
  await using chain = await startFull();
  const { mirror } = chain;
  assert.deepEqual(await verify(mirror.store, evictingAtFirstLook(mirror)), []);
  await mirror.anonymous.get(`${LIST}/1.0.0/tarball`);
  await mirror.anonymous.get(`${LIST}/1.1.0/tarball`);
  await isKept(mirror, undefined, 2);
  const readAgain = async (): Promise<void> => {
    for (const version of ['1.0.0', '1.1.0']) await mirror.anonymous.get(`${LIST}/${version}/tarball`);
    await isKept(mirror, undefined, 2);
    await eventually(async () => assert.equal((await blobsOf(mirror)).length, 3));
  };
  assert.deepEqual(await verify(mirror.store, evictingAtFirstLook(mirror, readAgain)), []);
});

test('an export leaves out versions that are evicted during it; the origin of the others is exported and imported', async () => {
  await using chain = await startFull();
  const { mirror, link } = chain;
  const faulty: string[] = [];
  const exportFrom = (inventory: BlobInventory) =>
    exportRegistry(
      {
        store: mirror.store,
        ...{ inventory, signal, now: Date.now, onProgress: () => undefined },
        onFaulty: ({ name, version }) => void faulty.push(`${name} ${version}`),
      },
      false,
    );
  const all: Uint8Array[] = [];
  for await (const chunk of exportFrom(openFileSystemBlobInventory(mirror.dataFolder)))
    all.push(Uint8Array.from(chunk));
  let length = 0;
  for await (const chunk of exportFrom(evictingAtFirstLook(mirror))) length += chunk.length;
  assert.ok(length > 0);
  assert.deepEqual(faulty, []);

  const other = await startRegistry();
  try {
    await importRegistry(
      {
        store: other.store,
        blobs: await openFileSystemBlobStore(other.dataFolder),
        restoresRemoved: false,
        takesTokens: false,
        secrets: new SecretCheck({
          store: other.store,
          adminToken: undefined,
          secretScan: 'warn',
          now: Date.now,
        }),
        onSecrets: assert.fail,
        ...{ now: Date.now, signal, onOutcome: (_subject, { kind }) => assert.equal(kind, 'imported') },
      },
      (async function* () {
        yield* all;
      })(),
    );
    assert.deepEqual(
      (await other.store.listMirrorUsage()).map(({ origin, versions }) => [origin, versions]),
      [[link.baseUrl, 2]],
    );
    assert.equal((await other.store.findStanding('@acme/web-style')).isLocalScope, false);
    assert.equal((await other.store.findStanding('@mine/a')).isLocalScope, true);
  } finally {
    await other.stop();
  }
});

test('a backup copies the database again if a version is evicted during it, and is complete then', async () => {
  await using chain = await startFull();
  const { mirror } = chain;
  const [backupFolder, dataFolder] = [join(folder, 'backup'), join(folder, 'restored')];
  const databaseFile = join(mirror.dataFolder, DATABASE_FILE);
  const inventory = openFileSystemBlobInventory(mirror.dataFolder);
  for (const { sha256 } of await mirror.store.listLeastRead({ lastReadDay: 0, id: 0 }, 9))
    await inventory.removeBlob(sha256);
  const { description, copied } = await writeBackup({
    ...{ dataFolder: mirror.dataFolder, databaseFile, backupFolder, signal, writeLogKeys: undefined },
    // At once, in the middle of the copy; a real eviction takes turns with other writers.
    onProgress: () => removeMirrored(databaseFile),
  });
  assert.deepEqual(copied.faulty, []);
  assert.equal(description.versions, 1);
  const restored = await restoreBackup({
    ...{ backupFolder, dataFolder, signal, continuesLog: true },
    onProgress: () => undefined,
  });
  assert.deepEqual(restored.copied.faulty, []);
  const store = await openStore({ dataFolder });
  assert.deepEqual(await verify(store, openFileSystemBlobInventory(dataFolder)), []);
  await store.close();
});

function removeMirrored(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { enableForeignKeyConstraints: false });
  const mirrored = 'select id from versions where origin is not null';
  for (const table of ['mirrored_versions', 'inventories', 'downloads', 'logged_versions'])
    database.exec(`delete from ${table} where version_id in (${mirrored})`);
  database.exec(`delete from versions where id in (${mirrored})`);
  database.close();
}
