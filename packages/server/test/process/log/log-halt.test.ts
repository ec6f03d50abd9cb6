// A registry that went back behind what it signed: it halts, says what to do, and goes on under another name.
import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually, expectProblem, runCommand } from '@prime-registry/testkit';
import { must, parseLines, run } from '../data/on-data.ts';
import { makeFolder, type ServedRegistry, serveHere } from '../temporary-registry.ts';

const CHECKPOINT = '/-/log/checkpoint';

async function readCheckpoint({
  anonymous,
}: ServedRegistry): Promise<{ origin: string; size: number; note: string }> {
  const { status, text } = await anonymous.get(CHECKPOINT);
  assert.equal(status, 200, text);
  const [origin = '', size = ''] = text.split('\n');
  return { origin, size: Number(size), note: text };
}

async function readMetric({ anonymous }: ServedRegistry): Promise<string | undefined> {
  return /^prime_registry_log_halted (\d)$/m.exec((await anonymous.get('/-/metrics')).text)?.[1];
}

function warningsOf(log: string): string[] {
  return parseLines(log)
    .filter(({ level }) => level === 40)
    .map(({ msg }) => msg);
}

/** A registry with two versions, and its backup with the first of them. */
async function backUp(t: Parameters<typeof serveHere>[0], ...options: string[]) {
  const registry = await serveHere(t);
  await registry.admin.mustPublish({ version: '1.0.0' });
  const backup = await makeFolder(t);
  await must(registry.dataFolder, 'backup', backup, ...options);
  return { registry, backup, restored: join(await makeFolder(t), 'data') };
}

describe('a restored registry', () => {
  test('halts its log: it serves, changes nothing and says what to do, until the log has another name', async (t) => {
    const { registry, backup, restored } = await backUp(t);
    await registry.admin.mustPublish({ version: '1.1.0' });
    const before = await readCheckpoint(registry);
    assert.match(await must(restored, 'restore', backup), /^The transparency log is halted.*log restart/m);
    const status = await run(restored, ['log', 'status']);
    assert.equal(status.code, 2);
    assert.match(status.stdout, /^state +halted: restored from the backup of \d{4}-/m);

    const environment = { PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true' };
    const halted = await serveHere(t, { dataFolder: restored, environment });
    assert.ok(
      warningsOf(halted.stderr()).some((msg) => /^the log is halted.*'prime-registry log restart'/.test(msg)),
    );
    for (const answer of [
      await halted.admin.publish({ version: '1.1.0' }),
      await halted.admin.yank('@acme/web-style', '1.0.0', { reason: 'wrong' }),
    ]) {
      const { detail } = expectProblem(answer, 'log_halted');
      assert.match(detail, /restored from the backup of .*prime-registry log/);
    }
    assert.equal(await readMetric(halted), '1');
    assert.equal((await halted.anonymous.get('/pack/@acme/web-style/1.0.0')).status, 200);
    await halted.stop();

    const reason = 'restored from the backup of today';
    assert.match(
      await must(restored, 'log', 'restart', '--reason', reason),
      new RegExp(`^The log is called ${before.origin}/2-[0-9a-f]{8} from entry 2 on`),
    );
    const again = await serveHere(t, { dataFolder: restored });
    await again.admin.mustPublish({ version: '1.1.0' });
    const after = await readCheckpoint(again);
    assert.match(after.origin, new RegExp(`^${before.origin}/2-[0-9a-f]{8}$`));
    assert.equal(after.size, 4);
    assert.equal(await readMetric(again), '0');
    const bundle = (await again.anonymous.get('/-/log/tile/entries/000.p/4')).text;
    assert.match(
      bundle,
      new RegExp(`"previous":\\{"origin":"${before.origin}","reason":"${reason}","size":2\\}`),
    );
  });

  test('has another name after each restore of the same backup, so that none is signed for two logs', async (t) => {
    const { registry, backup } = await backUp(t);
    const key = join(registry.dataFolder, 'log.key');
    const origins: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const restored = join(await makeFolder(t), 'data');
      await must(restored, 'restore', backup);
      await must(restored, 'log', 'key', 'import', key);
      origins.push(await must(restored, 'log', 'restart', '--reason', 'restored'));
    }
    const [first, second] = origins.map((text) => /^The log is called (\S+) from/.exec(text)?.[1]);
    assert.ok(first !== undefined && second !== undefined);
    assert.notEqual(first, second);
  });

  test('continues its log if nothing was signed since, with the key that the backup has if asked', async (t) => {
    const { registry, backup, restored } = await backUp(t, '--with-log-key');
    const before = await readCheckpoint(registry);
    await registry.stop();
    assert.doesNotMatch(await must(restored, 'restore', backup, '--continue-log'), /halted/);
    const moved = await serveHere(t, { dataFolder: restored });
    assert.equal((await readCheckpoint(moved)).note, before.note, 'the same bytes');
    await moved.admin.mustPublish({ version: '1.1.0' });
    assert.equal((await readCheckpoint(moved)).origin, before.origin);

    const { code, stderr } = await run(restored, ['backup', backup]);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^warning: .+log\.key, the private key of the log, is in the backup since an earlier one/,
    );
    assert.equal((await run(restored, ['backup', backup, '--with-log-key'])).stderr, '');
  });

  test('is not signed without its key, and never gets another one for the same name', async (t) => {
    const { registry, backup, restored } = await backUp(t);
    const before = await readCheckpoint(registry);
    const key = await must(registry.dataFolder, 'log', 'key', 'export');
    const keyFile = join(registry.dataFolder, 'log.key');
    await registry.stop();
    await must(restored, 'restore', backup, '--continue-log');
    const unsigned = await serveHere(t, { dataFolder: restored });
    assert.ok(
      warningsOf(unsigned.stderr()).some((msg) =>
        /log\.key, is not in the data folder.*log key import/.test(msg),
      ),
    );
    assert.equal((await unsigned.anonymous.get(CHECKPOINT)).status, 404);
    await unsigned.admin.mustPublish({ version: '1.1.0' });
    await unsigned.stop();

    const other = join(await makeFolder(t), 'other.key');
    await runCommand(['log', 'key', 'create', other]);
    const refused = await run(restored, ['log', 'key', 'import', other]);
    assert.deepEqual(
      [refused.code, /has not the key of the log, .*log restart/.test(refused.stderr)],
      [1, true],
    );
    await must(restored, 'log', 'key', 'import', keyFile);
    assert.equal(await must(restored, 'log', 'key', 'export'), key);
    const signed = await serveHere(t, { dataFolder: restored });
    const after = await readCheckpoint(signed);
    assert.deepEqual([after.origin, after.size], [before.origin, 3]);
  });

  test('of which nothing was signed starts again by itself', async (t) => {
    const environment = { PRIME_REGISTRY_LOG: 'off' };
    const registry = await serveHere(t, { environment });
    await registry.admin.mustPublish();
    const [backup, restored] = [await makeFolder(t), join(await makeFolder(t), 'data')];
    await must(registry.dataFolder, 'backup', backup);
    const idOf = async (folder: string) =>
      parseLines((await run(folder, ['log', 'status', '--json'])).stdout)[0].log_id;
    assert.doesNotMatch(await must(restored, 'restore', backup), /halted/);
    assert.notEqual(await idOf(restored), await idOf(registry.dataFolder));
    const { admin } = await serveHere(t, { dataFolder: restored, environment });
    await admin.mustPublish({ version: '1.1.0' });
  });
});

test('a database that was put back by hand halts the log; clients keep the last checkpoint', async (t) => {
  const dataFolder = await makeFolder(t);
  const first = await serveHere(t, { dataFolder });
  await first.admin.mustPublish({ version: '1.0.0' });
  await first.stop();
  const older = join(await makeFolder(t), 'older.sqlite');
  await cp(join(dataFolder, 'registry.sqlite'), older);
  const second = await serveHere(t, { dataFolder });
  await second.admin.mustPublish({ version: '1.1.0' });
  const last = await readCheckpoint(second);
  await second.stop();
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(dataFolder, `registry.sqlite${suffix}`), { force: true });
  await cp(older, join(dataFolder, 'registry.sqlite'));

  assert.match(
    (await run(dataFolder, ['log', 'status'])).stdout,
    /^state +halted: the database has 2 of its/m,
  );
  const third = await serveHere(t, { dataFolder });
  await eventually(async () => assert.equal(await readMetric(third), '1'));
  const { detail } = expectProblem(await third.admin.publish({ version: '1.2.0' }), 'log_halted');
  assert.match(detail, /the database has 2 of its entries, and 3 were signed/);
  assert.equal((await readCheckpoint(third)).note, last.note);
  await must(dataFolder, 'log', 'restart', '--reason', 'an older database');
  await third.admin.mustPublish({ version: '1.2.0' });
  const { origin } = await readCheckpoint(third);
  assert.match(origin, new RegExp(`^${last.origin}/2-[0-9a-f]{8}$`), 'without a restart of the server');
});
