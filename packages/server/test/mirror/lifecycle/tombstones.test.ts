// Tombstones at a mirror outlive the other versions of their Prime.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getValue, parseVersion } from '@prime-registry/protocol';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { change, NAME } from '../../lifecycle/changing.ts';
import { LIST, MANIFEST, startChain, TARBALL } from '../chain.ts';
import { ALL, bring, evictFrom, isKept } from '../pulls/evict-from.ts';

const NO_MEMORY = { responseCacheBytes: 0 };
const REMOVED = '1.0.0';
const BODY = { category: 'malware', reason: 'Bad.' };

test('a removed version is not pulled again after all others were evicted', async () => {
  await using chain = await startChain({}, NO_MEMORY, NO_MEMORY);
  const { mirror } = chain;
  for (const [index, version] of [REMOVED, '1.1.0'].entries()) {
    await bring(chain, version);
    await isKept(mirror, NAME, index + 1);
  }
  await change(mirror.admin, 'POST', `${REMOVED}/removal`, BODY);
  assert.equal((await evictFrom(mirror, ALL)).length, 1);
  assert.equal(await mirror.store.hasPrime(NAME), false);
  assert.equal(await mirror.store.findMirroredList(NAME), undefined);
  for (const path of [MANIFEST, TARBALL]) expectProblem(await mirror.anonymous.get(path), 'version_removed');
  const { json } = await mirror.anonymous.get(`${LIST}?yanked=include`);
  assert.deepEqual(
    json.versions.map((listed: { version: string }) => listed.version),
    ['1.1.0'],
  );
  assert.equal(json.removed[0].reason, 'Bad.');
  assert.equal((await mirror.anonymous.get(`${LIST}/1.1.0/tarball`)).status, 200);
  await isKept(mirror);
  assert.equal((await mirror.store.listVersions(NAME))[0]?.version, '1.1.0');
  assert.deepEqual(await mirror.store.findDefects(), []);
});

test('a removed version is no hit of the search of its upstream', async () => {
  await using chain = await startChain({}, NO_MEMORY, NO_MEMORY);
  const { origin, mirror } = chain;
  await bring(chain, REMOVED);
  await isKept(mirror);
  const found = async (): Promise<string[]> =>
    (await mirror.anonymous.get('/-/search?q=web')).json.results.map((hit: { name: string }) => hit.name);
  await eventually(async () => assert.deepEqual(await found(), [NAME]));
  await change(mirror.admin, 'POST', `${REMOVED}/removal`, BODY);
  assert.equal((await origin.anonymous.get('/-/search?q=web')).json.total, 1);
  assert.deepEqual(await found(), []);
});

test('an upstream that publishes other bytes under a removed number is not followed', async () => {
  await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY, NO_MEMORY);
  const { origin, mirror, wait } = chain;
  await bring(chain, REMOVED);
  await isKept(mirror);
  await change(origin.admin, 'POST', `${REMOVED}/removal`, BODY);
  wait(5000);
  await mirror.anonymous.get(LIST);
  const version = getValue(parseVersion(REMOVED));
  assert.notEqual(await mirror.store.findTombstone(NAME, version), undefined);
  // As if the upstream had been replaced by one that does not know about the removal.
  const versions = [{ version: REMOVED, published_at: '2026-01-02T03:04:05Z' }];
  const body = JSON.stringify({ name: NAME, versions, latest: REMOVED });
  chain.link.fault = () => ({
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  });
  wait(5000);
  const { json } = await mirror.anonymous.get(`${LIST}?yanked=include`);
  assert.deepEqual([json.versions, json.removed.length], [[], 1]);
  for (const path of [MANIFEST, TARBALL]) expectProblem(await mirror.anonymous.get(path), 'version_removed');
});
