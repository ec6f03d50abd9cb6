// Effects of an eviction on the tables, which the interface of the store does not show; for both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import {
  getValue,
  type PrimeName,
  parsePrimeName,
  parseVersion,
  type Version,
} from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { sourceOf } from '@prime-registry/testkit';
import type { Act } from '../../src/contracts/audit-store.ts';
import type { EvictableVersion } from '../../src/contracts/mirror/eviction-store.ts';

/** A store, and direct access to its tables. */
export interface OpenTables {
  readonly store: RegistryStore;
  /** Runs a statement that returns one number. */
  count(sql: string): Promise<number>;
  run(sql: string): Promise<unknown>;
}

const ORIGIN = 'https://one.example';
const BEGIN = { lastReadDay: 0, id: 0 };

/** Declares the tests. */
export function testEvictedRows(open: () => Promise<OpenTables>): void {
  test('leaves no row of an evicted Prime, nor of atoms that only an evicted version had', async () => {
    const { store, count } = await open();
    const countRows = async (): Promise<Record<string, number>> => {
      const rows: Record<string, number> = {};
      for (const table of TABLES) rows[table] = await count(`select count(*) from ${table}`);
      return rows;
    };
    await insert(store, '@mine/a', '1.0.0', undefined, [{ id: '@mine/one', notes: 'Mine' }]);
    const before = await countRows();
    const shared = { id: '@lib/shared', notes: 'Shared' };
    await insert(store, '@lib/a', '1.0.0', ORIGIN, [shared, { id: '@lib/old', notes: 'Old' }]);
    const one = await countRows();
    // The same texts in another file make another content.
    const moved = { ...shared, file: 'moved.prime' };
    await insert(store, '@lib/a', '2.0.0', ORIGIN, [moved, { id: '@lib/new', notes: 'New' }]);
    assert.equal(await count('select count(*) from atom_texts'), 4);
    await store.addDownloads([{ name: '@lib/a', identity: '2.0.0', day: 7, downloads: 1 }]);
    assert.equal(await count('select count(*) from atom_contents'), 5);
    const [first, second] = await store.listLeastRead(BEGIN, 2);
    assert.ok(first && second);
    assert.equal((await store.evictVersions([second], toEntry)).removed.length, 1);
    const { download_totals, ...others } = await countRows();
    assert.deepEqual(others, without(one, 'download_totals'));
    assert.equal(download_totals, 1);
    assert.equal((await store.evictVersions([first], toEntry)).removed.length, 1);
    assert.deepEqual(await countRows(), before);
    await store.close();
  });

  test('leaves no row of an inventory that was replaced, here or mirrored', async () => {
    const { store, count } = await open();
    for (const [name, origin] of [
      ['@mine/a', undefined],
      ['@lib/a', ORIGIN],
    ] as const) {
      const kept = { id: '@x/kept', notes: 'Kept' };
      await insert(store, name, '1.0.0', origin, [kept, { id: '@x/old', notes: 'Old' }]);
      await insert(store, name, '2.0.0', origin, [kept]);
      const replaced = await readAtoms([{ id: '@x/new', notes: 'New' }]);
      assert.equal(await store.replaceInventory(nameOf(name), versionOf('1.0.0'), replaced), true);
    }
    assert.equal(await count("select count(*) from atom_contents where atom = '@x/old'"), 0);
    assert.equal(await count('select count(*) from atom_contents'), 4);
    assert.equal(await count('select count(*) from atom_texts'), 4);
    const mirrored = await store.listLeastRead(BEGIN, 10);
    await store.evictVersions(mirrored, toEntry);
    assert.deepEqual(await store.listMirrorUsage(), []);
    assert.deepEqual(await store.findDefects(), []);
    await store.close();
  });

  test('never evicts a published version, even if other tables list it as mirrored', async () => {
    const { store, count, run } = await open();
    await insert(store, '@mine/a', '1.0.0', undefined, []);
    await insert(store, '@lib/a', '1.0.0', ORIGIN, []);
    const [mirrored] = await store.listLeastRead(BEGIN, 2);
    const id = await count('select id from versions where origin is null');
    await run(`insert into mirrored_versions (version_id, pulled_at_ms, last_read_day) values (${id}, 1, 0)`);
    assert.deepEqual(await store.listLeastRead(BEGIN, 2), [mirrored]);
    assert.ok(mirrored);
    assert.deepEqual((await store.evictVersions([{ ...mirrored, id }], toEntry)).removed, []);
    assert.equal(await count('select count(*) from versions where origin is null'), 1);
    await store.close();
  });
}

const TABLES = [
  ...['primes', 'versions', 'mirrored_versions', 'mirror_usage', 'downloads', 'download_totals'],
  ...['inventories', 'atom_contents', 'atom_texts'],
  ...['latest_atoms', 'latest_contents', 'latest_edges', 'latest_requires'],
  ...['search_entries', 'search_contents', 'search_passages'],
];

/** An atom and its file. */
type AtomInFile = Parameters<typeof sourceOf>[0] & { readonly file?: string };

function readAtoms(atoms: readonly AtomInFile[]): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const { file, ...source } of atoms)
    builder.add(`primes/sources/${file ?? source.id}.prime`, new TextEncoder().encode(sourceOf(source)));
  return builder.finish();
}

const ACT: Act = {
  ...{ action: 'evict', atMs: 1, actorId: 'mirror', actorName: ORIGIN },
  ...{ address: undefined, requestId: undefined },
};

function toEntry({ name, version }: EvictableVersion) {
  return { ...ACT, name, version };
}

async function insert(
  store: RegistryStore,
  name: string,
  version: string,
  origin: string | undefined,
  atoms: readonly AtomInFile[],
): Promise<void> {
  const { isNew } = await store.insertVersion(
    {
      ...{ name: nameOf(name), version: versionOf(version), origin, publishedAtMs: 1, publishedBy: 'x' },
      ...{ sha256: 'ab'.repeat(32), sizeBytes: 10, description: 'd', license: 'MIT', primeVersion: '1.0' },
      ...{ atoms: atoms.length, namespaces: [], tags: [], readme: 'Read me', act: ACT },
      sourceManifest: Buffer.from('x'),
      requires: { '@any/other': '^1' },
      inventory: await readAtoms(atoms),
    },
    async () => undefined,
  );
  assert.ok(isNew);
}

function without(rows: Record<string, number>, table: string): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => name !== table));
}

function nameOf(name: string): PrimeName {
  return getValue(parsePrimeName(name));
}

function versionOf(version: string): Version {
  return getValue(parseVersion(version));
}
