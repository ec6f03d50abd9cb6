// What happens to versions after their publish, seen through a mirror: shown with the list of the upstream, and
// followed for the versions that came from there.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getValue, parseVersion, type Version } from '@prime-registry/protocol';
import type { AuditAction } from '@prime-registry/store';
import { eventually, expectProblem, type RegistryOptions, startRegistry } from '@prime-registry/testkit';
import { change, NAME } from '../../lifecycle/changing.ts';
import { type Chain, LIST, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };
const WITH_ALL = `${LIST}?yanked=include`;
const FRESH_MS = 60_000;

async function startWith(options: RegistryOptions = {}): Promise<Chain> {
  const chain = await startChain(
    { listMaxAgeMs: FRESH_MS },
    { ...NO_MEMORY, ...options },
    { ...NO_MEMORY, allowStableYank: true },
  );
  for (const version of ['1.0.0', '1.1.0']) {
    await chain.origin.author.mustPublish({ version, files: { 'README.md': `# About ${version}` } });
    assert.equal((await chain.mirror.anonymous.get(`${LIST}/${version}/tarball`)).status, 200);
    await eventually(async () =>
      assert.ok((await chain.mirror.store.listVersions(NAME)).some((listed) => listed.version === version)),
    );
  }
  await chain.mirror.anonymous.get(LIST);
  return chain;
}

/** Makes the list of the mirror stale, and reads it. */
async function renew({ mirror, wait }: Chain): Promise<Awaited<ReturnType<typeof mirror.anonymous.get>>> {
  wait(FRESH_MS + 1000);
  return mirror.anonymous.get(WITH_ALL);
}

const remove = ({ origin }: Pick<Chain, 'origin'>, version: string, body: object = { category: 'secret' }) =>
  change(origin.admin, 'POST', `${version}/removal`, body);

const withoutOrigin = ({ origin: _origin, ...rest }: Record<string, unknown>): object => rest;

describe('a mirror', () => {
  test('shows channels, deprecations and the new name as its upstream does, also during an outage', async () => {
    await using chain = await startWith();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ name: '@acme/new-style', version: '1.0.0' });
    const successor = { name: '@acme/new-style', range: '^1', registry: 'https://primes.example' };
    await change(origin.author, 'PUT', 'channels/beta', { version: '1.1.0' });
    await change(origin.author, 'PUT', 'deprecation', { range: '<1.1.0', message: 'Too old.', successor });
    await change(origin.author, 'PUT', 'move', { to: '@acme/new-style' });
    const there = await origin.anonymous.get(WITH_ALL);
    const here = await renew(chain);
    assert.deepEqual(withoutOrigin(here.json), there.json);
    assert.equal(here.json.channels[0].channel, 'beta');
    assert.equal(here.headers.get('link'), there.headers.get('link'));
    await link.close();
    const manifests = await Promise.all([origin, mirror].map(({ anonymous }) => anonymous.get(MANIFEST)));
    assert.deepEqual(withoutOrigin(manifests[1]?.json), manifests[0]?.json);
    assert.equal(manifests[1]?.json.deprecated.message, 'Too old.');
    assert.equal(manifests[1]?.json.moved_to, '@acme/new-style');
    const lives = await Promise.all(
      [origin, mirror].map(({ anonymous }) => anonymous.get(`/-/primes/${NAME}/lifecycle`)),
    );
    assert.deepEqual(lives[1]?.json, lives[0]?.json);
  });

  test('shows them of versions that it has only passed on, and no longer when they are taken back', async () => {
    await using chain = await startWith();
    const { origin } = chain;
    await change(origin.author, 'PUT', 'deprecation', { message: 'Use something else.' });
    assert.equal((await renew(chain)).json.deprecations.length, 1);
    await change(origin.author, 'DELETE', 'deprecation?range=*');
    assert.deepEqual(withoutOrigin((await renew(chain)).json), (await origin.anonymous.get(WITH_ALL)).json);
  });

  test('takes back a yank that it has repeated, and never one of its own operator', async () => {
    await using chain = await startWith({ allowStableYank: true });
    const { origin, mirror } = chain;
    await origin.author.yank(NAME, '1.0.0');
    await mirror.author.yank(NAME, '1.1.0', { reason: 'not for us' });
    const yanked = (await renew(chain)).json.versions.map(({ yanked }: { yanked?: true }) => yanked);
    assert.deepEqual(yanked, [true, true]);
    await change(origin.author, 'DELETE', '1.0.0/yank');
    const after = (await renew(chain)).json;
    assert.deepEqual(
      after.versions.map(({ yanked }: { yanked?: true }) => yanked),
      [undefined, true],
    );
    assert.equal((await mirror.anonymous.get(MANIFEST)).json.yanked, false);
    const entries = await readAudit(mirror, 'unyank');
    assert.deepEqual(
      entries.map(({ actorId, actorName, version }) => [actorId, actorName, version]),
      [['mirror', chain.link.baseUrl, '1.0.0']],
    );
  });

  test('drops what its upstream has removed, with its tarball; it is a 410 here, too', async () => {
    await using chain = await startWith();
    const { origin, mirror } = chain;
    const files = await mirror.listFiles();
    const body = { category: 'personal-data', reason: 'It named somebody.' };
    assert.equal((await remove(chain, '1.0.0', body)).status, 200);
    const here = await renew(chain);
    assert.deepEqual(withoutOrigin(here.json), (await origin.anonymous.get(WITH_ALL)).json);
    for (const path of [MANIFEST, TARBALL, `/-/primes/${NAME}/1.0.0/pack.yaml`, `/-/prime/${NAME}/1.0.0`]) {
      const { detail } = expectProblem(await mirror.anonymous.get(path), 'version_removed');
      assert.equal(detail, `${NAME} 1.0.0 was removed (personal-data): It named somebody.`);
    }
    assert.equal((await mirror.listFiles()).length, files.length - 1);
    assert.equal((await mirror.anonymous.get(`${LIST}/1.1.0/tarball`)).status, 200);
    const entries = await readAudit(mirror, 'remove');
    assert.deepEqual(
      entries.map(({ actorId, actorName, version, details }) => [
        actorId,
        actorName,
        version,
        details?.category,
      ]),
      [['mirror', chain.link.baseUrl, '1.0.0', 'personal-data']],
    );
    // Also after the upstream has forgotten everything.
    chain.link.fault = () => ({ kind: 'answer', status: 500 });
    expectProblem(await mirror.anonymous.get(TARBALL), 'version_removed');
  });

  test('keeps what its upstream has removed if the setting says so, and logs it once', async () => {
    await using chain = await startWith({ mirrorKeepsRemoved: true });
    const { mirror } = chain;
    await remove(chain, '1.0.0');
    for (let round = 0; round < 3; round += 1) {
      const { json } = await renew(chain);
      assert.deepEqual(
        json.versions.map(({ version }: { version: string }) => version),
        ['1.0.0', '1.1.0'],
      );
      assert.equal(json.removed, undefined);
    }
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    assert.deepEqual(await readAudit(mirror, 'remove'), []);
    const notes = mirror.log.filter((line) => line.includes('mirror-keep-removed'));
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? '', /@acme\/web-style.*1\.0\.0/);
  });

  test('passes on that a version which is not here was removed, and asks no other upstream', async () => {
    await using chain = await startChain({}, NO_MEMORY, NO_MEMORY);
    const { origin, link } = chain;
    const other = await startRegistry(NO_MEMORY);
    const upstreams = [link.baseUrl, other.baseUrl].map((url) => upstreamAt(url));
    const mirror = await startRegistry({ ...NO_MEMORY, upstreams });
    try {
      for (const registry of [origin, other]) {
        for (const version of ['1.0.0', '1.1.0', '1.2.0']) await registry.author.mustPublish({ version });
      }
      await remove(chain, '1.0.0');
      await remove(chain, '1.1.0', { category: 'law', reason: 'A court says so.' });
      for (const path of [MANIFEST, TARBALL]) {
        expectProblem(await mirror.anonymous.get(path), 'version_removed');
        expectProblem(await mirror.anonymous.get(path.replace('1.0.0', '1.1.0')), 'version_removed_by_law');
      }
      assert.deepEqual((await mirror.anonymous.get(WITH_ALL)).json.removed.length, 2);
      const { detail } = expectProblem(await mirror.anonymous.get(`${LIST}/1.1.0`), 'version_removed_by_law');
      assert.equal(detail, `${NAME} 1.1.0 was removed (law): A court says so.`);
      // A removal of what was never here changes nothing here.
      assert.deepEqual(await readAudit(mirror, 'remove'), []);
      assert.equal(await mirror.store.findTombstone(NAME, version('1.0.0')), undefined);
    } finally {
      await Promise.all([mirror.stop(), other.stop()]);
    }
  });

  test('follows when all versions of a Prime are removed: it is empty, not absent', async () => {
    await using chain = await startWith();
    const { mirror } = chain;
    for (const each of ['1.0.0', '1.1.0']) await remove(chain, each);
    const { json } = await renew(chain);
    assert.deepEqual([json.versions, json.latest, json.removed.length], [[], '', 2]);
    assert.deepEqual(await mirror.listFiles(), []);
    assert.equal((await mirror.anonymous.get(LIST)).status, 200);
  });

  test('of a mirror follows as well', async () => {
    await using chain = await startWith();
    const { origin, mirror } = chain;
    const last = await startRegistry({
      ...NO_MEMORY,
      upstreams: [upstreamAt(mirror.baseUrl, { listMaxAgeMs: 1 })],
    });
    try {
      await last.anonymous.get(TARBALL);
      await eventually(async () => assert.equal((await last.store.listVersions(NAME)).length, 1));
      await change(origin.author, 'PUT', 'channels/beta', { version: '1.1.0' });
      await remove(chain, '1.0.0', { category: 'law' });
      await renew(chain);
      await last.anonymous.get(LIST);
      const { json } = await last.anonymous.get(WITH_ALL);
      assert.deepEqual(withoutOrigin(json), (await origin.anonymous.get(WITH_ALL)).json);
      expectProblem(await last.anonymous.get(TARBALL), 'version_removed_by_law');
      assert.deepEqual(await last.store.listVersions(NAME), []);
    } finally {
      await last.stop();
    }
  });
});

test('what the operator of a mirror has removed stays removed, whatever the upstream lists', async () => {
  await using chain = await startWith();
  const { mirror } = chain;
  const body = { category: 'malware', reason: 'Not here.' };
  assert.equal((await change(mirror.admin, 'POST', '1.0.0/removal', body)).status, 200);
  for (const path of [MANIFEST, TARBALL]) expectProblem(await mirror.anonymous.get(path), 'version_removed');
  const { json } = await renew(chain);
  assert.deepEqual(
    json.versions.map((listed: { version: string }) => listed.version),
    ['1.1.0'],
  );
  assert.equal(json.removed[0].reason, 'Not here.');
});

function version(text: string): Version {
  return getValue(parseVersion(text));
}

function readAudit({ store }: Pick<Chain['mirror'], 'store'>, action: AuditAction) {
  return store.listAuditEntries({ actions: [action] }, 0, 100);
}
