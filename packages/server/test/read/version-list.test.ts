// GET /pack/:scope: the versions in order, and which one is latest.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';

const clock = { nowMs: Date.UTC(2026, 10, 21, 9, 30, 59, 999) };
const registry = await startRegistry({ now: () => clock.nowMs });
after(() => registry.stop());

test('has the fields of the contract and no others', async () => {
  await registry.author.mustPublish({ name: '@acme/fields', version: '1.0.0' });
  clock.nowMs += 1;
  await registry.author.mustPublish({ name: '@acme/fields', version: '1.1.0+build.1' });
  assert.deepEqual((await registry.anonymous.get('/pack/@acme/fields')).json, {
    name: '@acme/fields',
    versions: [
      { version: '1.0.0', published_at: '2026-11-21T09:30:59Z' },
      { version: '1.1.0+build.1', published_at: '2026-11-21T09:31:00Z' },
    ],
    latest: '1.1.0+build.1',
  });
});

const cases: { title: string; published: string[]; listed: string[]; latest: string }[] = [
  {
    title: 'by precedence, whatever the order of publishing',
    published: ['1.10.0', '1.9.0', '2.0.0', '1.2.0', '10.0.0', '0.1.0'],
    listed: ['0.1.0', '1.2.0', '1.9.0', '1.10.0', '2.0.0', '10.0.0'],
    latest: '10.0.0',
  },
  {
    title: 'a stable version is latest before any prerelease',
    published: ['1.0.0', '2.0.0-rc.1', '0.9.0'],
    listed: ['0.9.0', '1.0.0', '2.0.0-rc.1'],
    latest: '1.0.0',
  },
  {
    title: 'without a stable version the highest prerelease is latest',
    published: ['1.0.0-rc.1', '1.0.0-alpha', '1.0.0-rc.10', '1.0.0-rc.2', '1.0.0-11'],
    listed: ['1.0.0-11', '1.0.0-alpha', '1.0.0-rc.1', '1.0.0-rc.2', '1.0.0-rc.10'],
    latest: '1.0.0-rc.10',
  },
  {
    title: 'numbers beyond 2^53 are compared as numbers',
    published: ['9007199254740993.0.0', '9007199254740992.0.0', '10000000000000000000.0.0'],
    listed: ['9007199254740992.0.0', '9007199254740993.0.0', '10000000000000000000.0.0'],
    latest: '10000000000000000000.0.0',
  },
];

describe('the order of versions, and latest', () => {
  for (const [index, { title, published, listed, latest }] of cases.entries()) {
    test(title, async () => {
      const name = `@acme/order-${index}-of`;
      for (const version of published) await registry.author.mustPublish({ name, version });
      const { json } = await registry.anonymous.get(`/pack/${name}`);
      assert.deepEqual(
        json.versions.map(({ version }: { version: string }) => version),
        listed,
      );
      assert.equal(json.latest, latest);
    });
  }
});

test('an unknown query changes nothing', async () => {
  const plain = await registry.anonymous.get('/pack/@acme/fields');
  for (const query of [
    '?',
    '?yanked=no',
    '?limit=1',
    '?yanked=include&yanked=include',
    '?yanked[]=include',
  ]) {
    assert.equal((await registry.anonymous.get(`/pack/@acme/fields${query}`)).text, plain.text, query);
  }
});
