// POST /-/primes/…/removal: everything of a version is gone, and its number stays taken.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { atomFiles, expectProblem, startRegistry } from '@prime-registry/testkit';
import { change, NAME } from './changing.ts';

const clock = { nowMs: Date.UTC(2026, 10, 21, 9, 30, 0) };
const registry = await startRegistry({ now: () => clock.nowMs, ownerRemovalMs: 72 * 3_600_000 });
after(() => registry.stop());
const { author, admin, anonymous: reader } = registry;
const remove = (version: string, body: unknown = { category: 'secret' }, actor = admin, name = NAME) =>
  change(actor, 'POST', `${version}/removal`, body, name);

test('nothing of it is served any more, wherever it was', async () => {
  const files = (word: string) => ({
    'README.md': `# Readme of ${word}`,
    ...atomFiles({ id: '@acme/one', description: `About ${word}` }),
  });
  await author.mustPublish({ version: '1.0.0', files: files('flowers') });
  await author.mustPublish({ version: '1.1.0', files: files('hunter2') });
  const paths = [
    `/pack/${NAME}/1.1.0`,
    `/pack/${NAME}/1.1.0/tarball`,
    `/-/primes/${NAME}/1.1.0/pack.yaml`,
    `/-/primes/${NAME}/1.1.0/atoms`,
    `/-/primes/${NAME}/diff/1.0.0...1.1.0`,
    `/-/atoms/@acme/one?prime=${NAME}&version=1.1.0`,
    `/-/atoms/@acme/one/full?prime=${NAME}&version=1.1.0`,
    `/-/prime/${NAME}/1.1.0`,
    `/-/prime/${NAME}/1.1.0/graph`,
  ];
  const atomPage = `/-/prime/${NAME}/1.1.0/atom/@acme/one`;
  const others = [
    `/-/prime/${NAME}`,
    `/-/prime/${NAME}/versions`,
    '/-/search?q=hunter2',
    '/search?q=hunter2',
    '/-/find?q=hunter2',
    '/-/feed',
    `/-/atoms/@acme/one?text=full`,
    '/',
  ];
  // Read before, so that every cache has them.
  for (const path of [...paths, atomPage, ...others])
    assert.equal((await reader.get(path)).status, 200, path);
  const filesBefore = await registry.listFiles();

  const answer = await remove('1.1.0', { category: 'secret', reason: 'It had a password.' });
  const tombstone = {
    version: '1.1.0',
    category: 'secret',
    reason: 'It had a password.',
    removed_at: '2026-11-21T09:30:00Z',
  };
  assert.deepEqual([answer.status, answer.json], [200, { name: NAME, ...tombstone }]);
  for (const path of paths) {
    const gone = await reader.get(path);
    const { detail } = expectProblem(gone, 'version_removed');
    assert.equal(detail, `${NAME} 1.1.0 was removed (secret): It had a password.`, path);
  }
  const { status, json } = await reader.get(atomPage);
  assert.deepEqual(
    [status, json.code, json.elsewhere],
    [410, 'version_removed', `/-/prime/${NAME}/1.0.0/atom/@acme/one`],
  );
  for (const path of others) {
    const { status, text } = await reader.get(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(
      text.replaceAll('q=hunter2', '').replaceAll(/value="hunter2"|for hunter2/g, ''),
      /Readme of hunter2|About hunter2/,
      path,
    );
  }
  assert.equal((await registry.listFiles()).length, filesBefore.length - 1);

  const { json: list } = await reader.get('/pack/%40acme%2Fweb-style');
  assert.deepEqual([list.latest, list.versions.length, list.removed], ['1.0.0', 1, undefined]);
  const { json: all } = await reader.get('/pack/%40acme%2Fweb-style?yanked=include');
  assert.deepEqual(all.removed, [tombstone]);
  const { detail } = expectProblem(await author.publish({ version: '1.1.0+again' }), 'version_exists');
  assert.match(detail, /was published and removed, and its number is never free again/);
  const again = await remove('1.1.0', { category: 'law' });
  assert.deepEqual([again.status, again.json], [200, answer.json]);
});

test('a Prime whose versions are all removed is still here: never a 404', async () => {
  const name = '@acme/only';
  await author.mustPublish({ name, version: '1.0.0' });
  await remove('1.0.0', { category: 'law' }, admin, name);
  const { status, json } = await reader.get('/pack/%40acme%2Fonly');
  assert.deepEqual([status, json], [200, { name, versions: [], latest: '' }]);
  const { status: code } = await reader.get(`/pack/${name}/1.0.0`);
  assert.equal(code, 451);
  expectProblem(await reader.get(`/pack/${name}/1.0.0/tarball`), 'version_removed_by_law');
  expectProblem(await reader.get(`/pack/${name}/1.0.1`), 'version_not_found');
  assert.equal((await reader.get(`/-/prime/${name}`)).status, 451);
});

test('a tarball that another version has stays, and the answer names that one', async () => {
  const name = '@acme/shared';
  const files = { 'shared.txt': 'the same bytes' };
  const [first, second] = [
    await author.mustPublish({ name, version: '1.0.0', files }),
    await author.mustPublish({ name, version: '2.0.0', files }),
  ];
  assert.equal(first.sha256, second.sha256);
  for (const again of ['', ' again'])
    assert.deepEqual(
      (await remove('1.0.0', { category: 'other' }, admin, name)).json.also_in,
      [{ name, version: '2.0.0' }],
      again,
    );
  assert.equal((await reader.get(`/pack/${name}/2.0.0/tarball`)).status, 200);
  assert.equal((await remove('2.0.0', { category: 'other' }, admin, name)).json.also_in, undefined);
});

describe('who may remove', () => {
  const name = '@acme/owned';
  const published = async (version: string) => {
    await author.mustPublish({ name, version });
    return version;
  };

  test('an owner, lately and without downloads', async () => {
    const version = await published('1.0.0');
    assert.equal((await remove(version, undefined, author, name)).status, 200);
  });

  test('not an owner after some time, or downloads', async () => {
    const old = await published('2.0.0');
    clock.nowMs += 73 * 3_600_000;
    assert.match(
      expectProblem(await remove(old, undefined, author, name), 'removal_refused').detail,
      /more than 72 hours ago/,
    );
    assert.equal((await remove(old, undefined, admin, name)).status, 200);
  });

  test('not without a token, the permission or the scope', async () => {
    const version = await published('3.0.0');
    const publisher = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
    const other = await registry.actorWith({ permissions: ['admin'], scopes: ['@other'] });
    expectProblem(await remove(version, undefined, reader, name), 'unauthenticated');
    expectProblem(await remove(version, undefined, publisher, name), 'permission_missing');
    expectProblem(await remove(version, undefined, other, name), 'scope_not_allowed');
    assert.equal((await reader.get(`/pack/${name}/${version}`)).status, 200);
  });

  test('by default only the operator', async (t) => {
    const strict = await startRegistry();
    t.after(strict.stop);
    await strict.author.mustPublish({ version: '1.0.0' });
    const answer = await change(strict.author, 'POST', '1.0.0/removal', { category: 'secret' });
    assert.match(expectProblem(answer, 'removal_refused').detail, /^Only the operator/);
  });
});

test('a bad request removes nothing', async () => {
  const name = '@acme/kept';
  await author.mustPublish({ name, version: '1.0.0' });
  for (const [body, field] of [
    ['', 'category'],
    [{ category: 'boring' }, 'category'],
    [{ category: 'secret', reason: 'x'.repeat(1001) }, 'reason'],
    [{ category: 'secret', reason: 'a\u202eb' }, 'reason'],
  ] as const) {
    const { errors } = expectProblem(await remove('1.0.0', body, admin, name), 'invalid_request');
    assert.equal(errors?.[0]?.field, field);
  }
  expectProblem(await remove('9.9.9', undefined, admin, name), 'version_not_found');
  expectProblem(await remove('1.0.0', undefined, admin, '@acme/none'), 'prime_not_found');
  assert.equal((await reader.get(`/pack/${name}/1.0.0`)).status, 200);
});
