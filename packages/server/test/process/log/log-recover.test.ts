// A registry whose database went back, and somebody has what was signed since: the log goes on under its name.
import assert from 'node:assert/strict';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { expectProblem } from '@prime-registry/testkit';
import { decodeEntryBundle, encodeEntryBundle } from '@prime-registry/tlog';
import { copyLog } from '../../log/log-copy.ts';
import { LogVerifier } from '../../log/verified-proof.ts';
import { must, run, tarballOf } from '../data/on-data.ts';
import { makeFolder, type RegistryHere, serveHere } from '../temporary-registry.ts';

const NAME = '@acme/web-style';
const environment = { PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true' };

const versionOf = (minor: number) => ({
  version: `1.${minor}.0`,
  tarball: tarballOf(`number ${minor}`),
});

async function send({ admin }: RegistryHere, request: string, body: object): Promise<void> {
  const [method = '', path = ''] = request.split(' ');
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await admin.request(path, { method, headers, body: JSON.stringify(body) });
  assert.ok(status < 300, `${request}: ${status} ${text}`);
}

/** A folder with one version, whose database went back from three; the newer one is served elsewhere. */
async function goBack(
  t: TestContext,
  change: (registry: RegistryHere) => Promise<unknown> = async () => undefined,
) {
  const dataFolder = join(await makeFolder(t), 'data');
  const first = await serveHere(t, { dataFolder, environment });
  await first.admin.mustPublish(versionOf(0));
  await first.stop();
  const older = join(await makeFolder(t), 'older.sqlite');
  await cp(join(dataFolder, 'registry.sqlite'), older);
  const second = await serveHere(t, { dataFolder, environment });
  await second.admin.mustPublish(versionOf(1));
  await second.admin.mustPublish(versionOf(2));
  await change(second);
  await second.stop();
  const newerFolder = join(await makeFolder(t), 'data');
  await cp(dataFolder, newerFolder, { recursive: true });
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(dataFolder, `registry.sqlite${suffix}`), { force: true });
  await cp(older, join(dataFolder, 'registry.sqlite'));
  const newer = await serveHere(t, { dataFolder: newerFolder, environment });
  const copy = join(await makeFolder(t), 'copy');
  const size = await copyLog(newer.anonymous, copy);
  return { dataFolder, newer, copy, size };
}

const recover = (dataFolder: string, from: string, ...options: string[]) =>
  run(dataFolder, ['log', 'recover', '--from', from, ...options]);

async function readFacts({ anonymous }: RegistryHere) {
  const { origin, size, halted } = (await anonymous.get('/-/log')).json;
  return { origin, size, halted };
}

describe('log recover', () => {
  test('brings back the very entries from a server that has them; the log goes on under its name', async (t) => {
    const { dataFolder, newer, size } = await goBack(t, async (registry) => {
      await registry.admin.yank(NAME, '1.0.0', { reason: 'wrong' });
      await registry.admin.yank(NAME, '1.2.0', { reason: 'also wrong' });
      await send(registry, `PUT /-/primes/${NAME}/deprecation`, { range: '*', message: 'Use another' });
    });
    const known = await new LogVerifier(newer.anonymous).newest();
    const halted = await serveHere(t, { dataFolder, environment });
    expectProblem(await halted.admin.publish(versionOf(3)), 'log_halted');
    assert.match((await run(dataFolder, ['log', 'status'])).stdout, /log recover'.*log restart'/);

    const { code, stdout, stderr } = await recover(dataFolder, newer.baseUrl);
    assert.equal(code, 2, stderr);
    assert.match(stdout, /has 5 entries more, 7 in all, each proved/);
    assert.match(stdout, new RegExp(`^lost: ${NAME} 1\\.1\\.0\nlost: ${NAME} 1\\.2\\.0$`, 'm'));
    assert.equal((await run(dataFolder, ['log', 'status'])).code, 0);
    assert.match(await must(dataFolder, 'verify'), /lost/);

    const log = new LogVerifier(halted.anonymous);
    const { json: manifest } = await halted.anonymous.get(`/pack/${NAME}/1.0.0`);
    assert.equal(manifest.yanked, true, 'the yank is back');
    const lifecycle = (await halted.anonymous.get(`/-/primes/${NAME}/lifecycle`)).json;
    assert.deepEqual(
      lifecycle.deprecations.map(({ range, message }: { range: string; message: string }) => [
        range,
        message,
      ]),
      [['*', 'Use another']],
    );
    expectProblem(
      await halted.admin.publish({ version: '1.1.0', tarball: tarballOf('other bytes') }),
      'version_exists',
    );
    const receipt = await halted.admin.mustPublish(versionOf(1));
    const place = await log.openProof(receipt.log?.proof ?? '');
    assert.deepEqual(
      [place.index, place.checkpoint.size],
      [2, size],
      'it is at its place, and has no second entry',
    );
    await halted.admin.mustPublish(versionOf(2));
    const again = (await halted.anonymous.get(`/pack/${NAME}/1.2.0`)).json;
    assert.deepEqual([again.yanked, again.yank_reason], [true, 'also wrong']);
    await halted.admin.mustPublish(versionOf(3));
    const newest = await log.newest();
    assert.deepEqual([newest.origin, newest.size], [known.origin, size + 1]);
    const { status } = await halted.anonymous.get(`/-/log/consistency?from=${known.size}&to=${newest.size}`);
    assert.equal(status, 200);
    assert.match(await must(dataFolder, 'verify'), /all is well/);
    assert.match(await must(dataFolder, 'audit', '--action', 'log-recover'), /log-recover/);
    // From itself: the other server lacks the newest entry, which the mark may name by now.
    const repeated = await recover(dataFolder, halted.baseUrl);
    assert.match(repeated.stdout, /has all 8 entries that were signed/, repeated.stderr);
  });

  test('does removals, channels and moves of the tail again, and learns its keys', async (t) => {
    const { dataFolder, newer, copy } = await goBack(t, async (registry) => {
      await registry.admin.mustPublish({ name: '@acme/other' });
      await send(registry, `PUT /-/primes/${NAME}/channels/gone`, { version: '1.1.0' });
      await send(registry, `PUT /-/primes/${NAME}/move`, { to: '@acme/other' });
      await registry.stop();
      await must(registry.dataFolder, 'log', 'key', 'rotate', '--overlap', '0');
      const rotated = await serveHere(t, { dataFolder: registry.dataFolder, environment });
      await send(rotated, `POST /-/primes/${NAME}/1.0.0/removal`, { category: 'secret' });
      await send(rotated, `POST /-/primes/${NAME}/1.2.0/removal`, { category: 'law' });
      await rotated.stop();
    });
    const { code, stdout, stderr } = await recover(dataFolder, copy, '--json');
    assert.equal(code, 2, stderr);
    const { lost, unfollowed } = JSON.parse(stdout);
    assert.deepEqual(
      unfollowed.map(({ reason }: { reason: string }) => reason),
      [`lets the channel gone of ${NAME} name 1.1.0, which is not here`],
    );
    assert.deepEqual(
      lost.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`),
      [`${NAME} 1.1.0`, `${NAME} 1.2.0`, '@acme/other 1.0.0'],
    );
    const server = await serveHere(t, { dataFolder, environment });
    expectProblem(await server.anonymous.get(`/pack/${NAME}/1.0.0`), 'version_removed');
    expectProblem(await server.admin.publish(versionOf(2)), 'version_exists');
    assert.deepEqual(
      (await server.anonymous.get('/-/log')).json.vkeys,
      (await newer.anonymous.get('/-/log')).json.vkeys,
    );
    assert.deepEqual(await readFacts(server), await readFacts(newer));
    assert.equal((await server.anonymous.get(`/-/primes/${NAME}/lifecycle`)).json.moved_to, '@acme/other');
    expectProblem(await server.admin.publish(versionOf(1)), 'prime_moved');
    await server.admin.mustPublish({ name: '@acme/other' });
    await must(dataFolder, 'verify');
  });

  test('changes nothing if the copy is too short, of another log, has other entries, or is no copy', async (t) => {
    const { dataFolder, copy } = await goBack(t);
    const refuse = async (from: string, why: RegExp): Promise<void> => {
      const { code, stderr } = await recover(dataFolder, from);
      assert.deepEqual([code, why.test(stderr)], [1, true], stderr);
      const { stdout } = await run(dataFolder, ['log', 'status', '--json']);
      assert.equal(JSON.parse(stdout).size, 2);
    };
    const other = await serveHere(t);
    await other.admin.mustPublish();
    await refuse(other.baseUrl, /is of the log prime-registry-[0-9a-f]{16}, not of prime-registry-/);
    const [bundle = ''] = await readdir(join(copy, 'tile', 'entries', '000.p'));
    const path = join(copy, 'tile', 'entries', '000.p', bundle);
    const entries = decodeEntryBundle(await readFile(path));
    const changed = entries.map((entry) =>
      Buffer.from(Buffer.from(entry).toString().replace('"version":"1.2.0"', '"version":"1.3.0"')),
    );
    await writeFile(path, encodeEntryBundle(changed));
    await refuse(copy, /are not those that were signed.*Nothing was changed/);
    const otherBeginning = [Buffer.from('{}'), ...entries.slice(1)];
    await writeFile(path, encodeEntryBundle(otherBeginning));
    await refuse(copy, /has another entry #0 than the database/);
    await writeFile(path, encodeEntryBundle(entries.slice(0, 3)));
    await refuse(copy, /is too short: its bundle 0 has 3 entries, and 4 were signed/);
    await writeFile(path, 'nonsense');
    await refuse(copy, /has a malformed bundle/);
    await rm(path);
    await refuse(copy, /lacks the entries from 0 to 3/);
    const note = await readFile(join(copy, 'checkpoint'), 'utf8');
    await writeFile(join(copy, 'checkpoint'), `\u009b31m\u202e${'x'.repeat(100_000)}${note}`);
    await refuse(copy, /^[\x20-\x7e]{0,500} is of the log \\u\{9b\}31m\\u\{202e\}x+… [\x20-\x7e]{0,500}\n$/);
    await rm(join(copy, 'checkpoint'));
    await refuse(copy, /lacks the entries/);
    const empty = await makeFolder(t);
    await refuse(empty, /lacks the entries/);
    await refuse('http://127.0.0.1:9/-/log', /cannot be read/);
    assert.equal((await recover(dataFolder, join(copy, 'none'))).code, 3);
    assert.equal((await run(dataFolder, ['log', 'recover'])).code, 3);
  });

  test('believes no copy without a mark, unless the operator says that nothing was signed after it', async (t) => {
    const { dataFolder, copy, size } = await goBack(t);
    await rename(join(dataFolder, 'blobs', 'log-head.json'), join(dataFolder, 'log-head.away')).catch(
      async () => {
        const found = await readdir(dataFolder, { recursive: true });
        assert.fail(found.join('\n'));
      },
    );
    const { code, stderr } = await recover(dataFolder, copy);
    assert.equal(code, 1);
    assert.match(stderr, /no mark next to the tarballs.*ends after 4 entries.*--complete/);
    assert.equal((await recover(dataFolder, copy, '--complete')).code, 2);
    const server = await serveHere(t, { dataFolder });
    assert.equal((await readFacts(server)).size, size);
  });

  test('does not pass over a restart of the log', async (t) => {
    const { dataFolder, copy } = await goBack(t, async (registry) => {
      await registry.stop();
      await must(registry.dataFolder, 'log', 'restart', '--reason', 'an exercise');
      const again = await serveHere(t, { dataFolder: registry.dataFolder, environment });
      await again.admin.mustPublish(versionOf(3));
      await again.stop();
    });
    const { code, stderr } = await recover(dataFolder, copy);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the mark next to the tarballs is of prime-registry-\w+\/2-[0-9a-f]{8}, and the log in the database is/,
    );
    await rm(join(dataFolder, 'blobs', 'log-head.json'));
    assert.match(
      (await recover(dataFolder, copy, '--complete')).stderr,
      /copy is of the log .*\/2-[0-9a-f]{8}, not of/,
    );
  });

  test('leaves a log that lacks nothing as it is', async (t) => {
    const registry = await serveHere(t);
    await registry.admin.mustPublish();
    const copy = join(await makeFolder(t), 'copy');
    await copyLog(registry.anonymous, copy);
    const { code, stdout, stderr } = await recover(registry.dataFolder, copy, '--complete');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /has all 2 entries that were signed, and goes on/);
    await registry.admin.mustPublish({ version: '1.1.0' });
  });

  test('says that a database which went on has entries of its own', async (t) => {
    const { dataFolder, copy } = await goBack(t);
    await rename(join(dataFolder, 'blobs', 'log-head.json'), join(dataFolder, 'kept.json'));
    const forked = await serveHere(t, { dataFolder });
    await forked.admin.mustPublish({ version: '5.0.0' });
    await forked.stop();
    await rename(join(dataFolder, 'kept.json'), join(dataFolder, 'blobs', 'log-head.json'));
    const { code, stderr } = await recover(dataFolder, copy);
    assert.equal(code, 1);
    assert.match(stderr, /has another entry #2 than the database.*log restart/);
  });
});
