// The oracle reports every change made behind the registry's back, and nothing else.
import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import { SeededRandom } from '@prime-registry/testkit';
import { meetLog } from '../../src/load/read-log.ts';
import { publish, yankSomething } from '../../src/load/write.ts';
import { type Draft, drawDraft } from '../../src/model/draft.ts';
import { Ledger } from '../../src/model/ledger.ts';
import { checkEverything } from '../../src/oracle/check-everything.ts';
import { checkRestored } from '../../src/oracle/check-restored.ts';
import { BackupStandby } from '../../src/registry/backup-standby.ts';
import { createPlace, type LivePlace } from '../../src/registry/live-place.ts';
import { LiveRegistry } from '../../src/registry/live-registry.ts';
import { createTokens } from '../../src/registry/tokens.ts';
import { World } from '../../src/world.ts';

const NAME = '@chaos/amber';
const ADMIN_TOKEN = 'chaos-has-the-admin-token';

suite('the oracle', () => {
  const random = new SeededRandom('oracle');
  const violations: string[] = [];
  let folder: string;
  let place: LivePlace;
  let world: World;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prime-chaos-'));
    place = await createPlace(folder, false, { database: undefined, buckets: undefined });
    const violate = (what: string): void => void violations.push(what);
    const registry = new LiveRegistry({
      place,
      clockFile: join(folder, 'clock'),
      workers: 1,
      adminToken: ADMIN_TOKEN,
      onSurprise: violate,
    });
    const tokens = await createTokens(place, ADMIN_TOKEN);
    world = new World({
      ...{ registry, ledger: new Ledger([NAME]), tokens, random, violate },
      mayUndo: true,
    });
    await registry.start();
    await meetLog(world);
  });
  after(async () => {
    await world.registry.end('SIGKILL');
    await rm(folder, { recursive: true });
  });

  /** Publishes a version. */
  async function publishNew(version: string): Promise<Draft> {
    const draft = drawDraft(random, NAME, version);
    await publish(world, draft, random);
    return draft;
  }

  async function check(): Promise<string> {
    violations.length = 0;
    await checkEverything({ world, place: place.blobs, random, openUploads: 0 });
    return violations.join('\n');
  }

  /** Changes the database directly. */
  function change(sql: string): void {
    const file = join(place.disk.folder, 'registry.sqlite');
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    database.exec(sql);
    database.close();
  }

  const blobOf = ({ sha256 }: Draft): string =>
    join(place.disk.folder, 'blobs', 'sha256', sha256.slice(0, 2), sha256);

  test('reports nothing about a healthy registry', async () => {
    for (const version of ['1.0.0', '1.1.0-rc.1', '2.0.0+build', '10.0.0-alpha.1']) await publishNew(version);
    for (let count = 0; count < 20; count += 1) await yankSomething(world, random);
    assert.equal(await check(), '');
  });

  test('reports a restored registry that has forgotten what it lost', async () => {
    // Stays the latest version when the lost one is removed again.
    await publishNew('2.5.0');
    const standby = new BackupStandby(place, folder);
    assert.equal(await standby.backUp(world.ledger, world.tokens), undefined);
    await standby.keepOlder();
    await publishNew('0.9.0');
    assert.equal(await standby.backUp(world.ledger, world.tokens), undefined);
    await world.registry.end('SIGKILL');
    place.moveToEmptyDisk();
    assert.equal(await standby.restore('older'), undefined);
    const [older, newest] = [standby.find('older'), standby.find('newest')];
    assert.ok(older && newest);
    const lost = await standby.readLost();
    assert.deepEqual([...lost.keys()], [`${NAME} 0.9.0`]);
    // The restore has recorded them in the database as well.
    await rm(join(place.disk.folder, 'lost-versions'));
    change('delete from lost_versions');
    world.ledger.rewind(older.versions, lost);
    world.ledger.log.expectRestart(older.versions.logSize);
    await world.registry.start();

    violations.length = 0;
    const known = newest.versions;
    await checkRestored({ world, place, random, lost: new Map(), known });
    assert.match(violations.join('\n'), /0\.9\.0 was known to a backup, and is forgotten/);
    assert.match(violations.join('\n'), /0\.9\.0 was lost, and other bytes were answered with/);
    change(
      `delete from logged_versions where version_id in (select id from versions where version = '0.9.0')`,
    );
    change(`delete from versions where version = '0.9.0'`);
    world.ledger.rewind(world.ledger.takeSnapshot(), new Map());
    // Nobody can take an entry out of the log; the oracle may have published it again.
    assert.match(await check(), /^@chaos\/amber 0\.9\.0 is in the log(?:, and does not exist| 2 times)$/);
  });

  test('reports a changed description', async () => {
    await publishNew('3.0.0');
    change(`update versions set description = 'other' where version = '3.0.0'`);
    assert.match(await check(), /3\.0\.0 has the description "other"/);
  });

  test('reports a yank that nobody requested', async () => {
    await publishNew('4.0.0');
    change(`update versions set yanked_at_ms = 1 where version = '4.0.0'`);
    assert.match(await check(), /4\.0\.0 is yanked, but nobody yanked it[\s\S]*lists/);
  });

  test('reports a wrong order of versions', async () => {
    await publishNew('0.5.0');
    change(`update versions set precedence = 'zzz' where version = '0.5.0'`);
    assert.match(await check(), /lists .* instead of/);
  });

  test('reports a version that nobody published', async () => {
    change(`update versions set version = '5.0.0-rc.1', identity = '5.0.0-rc.1' where version = '4.0.0'`);
    const found = await check();
    assert.match(found, /4\.0\.0 exists, but was answered with 404/);
    assert.match(found, /lists .*5\.0\.0-rc\.1/);
  });

  test('reports changed bytes', async () => {
    const draft = await publishNew('6.0.0');
    const bytes = Buffer.from(draft.tarball);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await writeFile(blobOf(draft), bytes);
    assert.match(await check(), /6\.0\.0 has the bytes of/);
  });

  test('reports a truncated tarball, as an unexplained 503', async () => {
    const draft = await publishNew('7.0.0');
    await truncate(blobOf(draft), 10);
    assert.match(await check(), /7\.0\.0\/tarball: an unexplained 503/);
  });

  test('reports a left upload', async () => {
    const left = join(place.disk.folder, 'uploads', 'left');
    await writeFile(left, 'half');
    assert.match(await check(), /1 uploads are left/);
    await rm(left);
  });

  test('reports a changed entry', async () => {
    await publishNew('7.5.0');
    const { receipts } = world.ledger.log;
    const index = receipts.at(-1)?.index ?? 0;
    change(`drop trigger log_entries_no_update;
      update log_entries set entry = replace(cast(entry as text), '"size":', '"Size":') where entry_index = ${index}`);
    assert.match(await check(), /entries of the log do not have the root that was signed/);
  });

  test('reports a lost version, which is free again', async () => {
    await publishNew('8.0.0');
    change('delete from logged_versions; delete from versions');
    const found = await check();
    assert.match(found, /8\.0\.0 exists, but was answered with 404/);
    assert.match(found, /another publish of it was answered with 201/);
  });
});
