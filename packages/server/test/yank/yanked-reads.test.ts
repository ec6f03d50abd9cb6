// A yanked version: nobody resolves to it any more, clients that pinned it still get it, and it can never be
// published again.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry({ now: () => Date.UTC(2026, 10, 21), allowStableYank: true });
after(() => registry.stop());

const { anonymous, author } = registry;
const AT = '2026-11-21T00:00:00Z';

async function publishAll(name: string, versions: readonly string[]): Promise<void> {
  for (const version of versions) await author.mustPublish({ name, version });
}

test('leaves the list, unless it is requested', async () => {
  await publishAll('@acme/listed', ['1.0.0', '1.1.0-rc.1', '2.0.0']);
  await author.yank('@acme/listed', '1.1.0-rc.1');
  const { json } = await anonymous.get('/pack/@acme/listed');
  assert.deepEqual(json.versions, [
    { version: '1.0.0', published_at: AT },
    { version: '2.0.0', published_at: AT },
  ]);
  const complete = await anonymous.get('/pack/@acme/listed?yanked=include');
  assert.deepEqual(complete.json.versions, [
    { version: '1.0.0', published_at: AT },
    { version: '1.1.0-rc.1', published_at: AT, yanked: true },
    { version: '2.0.0', published_at: AT },
  ]);
  assert.equal(complete.json.latest, '2.0.0');
});

test('is never latest: the next lower stable version is, then a prerelease, then none', async () => {
  const name = '@acme/falling';
  await publishAll(name, ['1.0.0', '2.0.0', '3.0.0-rc.1', '3.0.0-rc.2']);
  const latest: string[] = [];
  for (const version of ['2.0.0', '1.0.0', '3.0.0-rc.2', '3.0.0-rc.1']) {
    await author.yank(name, version);
    const { json } = await anonymous.get(`/pack/${name}`);
    const complete = await anonymous.get(`/pack/${name}?yanked=include`);
    assert.equal(complete.json.latest, json.latest);
    latest.push(json.latest);
  }
  assert.deepEqual(latest, ['1.0.0', '3.0.0-rc.2', '3.0.0-rc.1', '']);
  await author.mustPublish({ name, version: '0.1.0-alpha' });
  assert.equal((await anonymous.get(`/pack/${name}`)).json.latest, '0.1.0-alpha');
});

describe('when every version is yanked', () => {
  const name = '@acme/withdrawn';
  const path = `/pack/${name}`;

  test('the Prime is not a 404: no other registry may supply the name', async () => {
    await publishAll(name, ['1.0.0-rc.1']);
    const tarball = await anonymous.get(`${path}/1.0.0-rc.1/tarball`);
    await author.yank(name, '1.0.0-rc.1', { reason: 'wrong' });
    const list = await anonymous.get(path);
    assert.deepEqual([list.status, list.json], [200, { name, versions: [], latest: '' }]);
    const { status, json } = await anonymous.get(`${path}/1.0.0-rc.1`);
    assert.equal(status, 200);
    assert.deepEqual([json.yanked, json.yanked_at, json.yank_reason], [true, AT, 'wrong']);
    const again = await anonymous.get(`${path}/1.0.0-rc.1/tarball`);
    assert.equal(again.status, 200);
    assert.ok(again.bytes.equals(tarball.bytes));
    assert.equal(again.headers.get('cache-control'), tarball.headers.get('cache-control'));
    assert.equal((await anonymous.get(`/-/primes/${name}/1.0.0-rc.1/pack.yaml`)).status, 200);
  });

  test('a version that never existed is still a 404', async () => {
    expectProblem(await anonymous.get(`${path}/1.0.0`), 'version_not_found');
  });

  test('the version is taken for ever: publishing it again is a 409', async () => {
    for (const draft of [{}, { description: 'another' }, { version: '1.0.0-rc.1+again' }]) {
      expectProblem(await author.publish({ name, version: '1.0.0-rc.1', ...draft }), 'version_exists');
    }
    assert.equal((await anonymous.get(`${path}/1.0.0-rc.1`)).json.yanked, true);
  });
});
