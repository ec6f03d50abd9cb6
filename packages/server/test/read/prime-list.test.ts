// The list of Primes: pages in the order of names, each Prime once even during publishes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';

async function startWith(t: TestContext, ...names: string[]): Promise<TestRegistry> {
  const registry = await startRegistry();
  t.after(() => registry.stop());
  for (const name of names) await registry.admin.mustPublish({ name });
  return registry;
}

test('has the latest version of each, and the number of versions', async (t) => {
  const { admin, anonymous } = await startWith(t, '@acme/b', '@acme/a', '@other/a');
  await admin.mustPublish({ name: '@acme/b', version: '1.1.0-rc.1' });
  await admin.mustPublish({ name: '@acme/c', version: '0.1.0-rc.1' });
  await admin.yank('@acme/c', '0.1.0-rc.1');
  const { status, json } = await anonymous.get('/-/primes');
  assert.equal(status, 200);
  assert.deepEqual(json, {
    primes: [
      { name: '@acme/a', latest: '1.0.0', versions: 1 },
      { name: '@acme/b', latest: '1.0.0', versions: 2 },
      { name: '@acme/c', latest: '', versions: 1 },
      { name: '@other/a', latest: '1.0.0', versions: 1 },
    ],
  });
});

test('has pages, of one scope or all', async (t) => {
  const names = ['@acme-b/a', '@acme/a', '@acme/b', '@acme/c', '@other/a'];
  const { admin, anonymous } = await startWith(t, ...names);
  const read = async (query: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { json } = await anonymous.get(`/-/primes?limit=2${query}${after}`);
      assert.ok(json.primes.length <= 2);
      seen.push(...json.primes.map(({ name }: { name: string }) => name));
      if (json.next === undefined) return seen;
      after = `&after=${encodeURIComponent(json.next)}`;
      // Behind the page that was read, and before it.
      if (seen.length === 2) await admin.publish({ name: '@acme-b/b' });
    }
  };
  assert.deepEqual(await read(''), names);
  assert.deepEqual(await read('&scope=@acme'), names.slice(1, 4));
  assert.deepEqual(await read('&scope=%40other'), ['@other/a']);
  assert.deepEqual(await read('&scope=@nobody'), []);
  assert.deepEqual((await anonymous.get('/-/primes?after=@acme/bb&limit=1')).json, {
    primes: [{ name: '@acme/c', latest: '1.0.0', versions: 1 }],
    next: '@acme/c',
  });
});

test('changes with a publish', async (t) => {
  const { admin, anonymous } = await startWith(t, '@acme/a');
  const first = await anonymous.get('/-/primes');
  const again = await anonymous.get('/-/primes', { 'if-none-match': first.headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
  await admin.mustPublish({ name: '@acme/b' });
  assert.equal((await anonymous.get('/-/primes')).json.primes.length, 2);
});

test('names every wrong parameter', async (t) => {
  const { anonymous } = await startWith(t);
  const wrong = ['limit=0', 'limit=1001', 'limit=x', 'after=acme', 'after=@acme', 'scope=acme', 'scope=@a/b'];
  for (const query of [...wrong, 'scope=@a&scope=@b'])
    expectProblem(await anonymous.get(`/-/primes?${query}`), 'invalid_query');
  const { json } = await anonymous.get('/-/primes?limit=0&after=a&scope=b');
  assert.deepEqual(json.errors.map(({ field }: { field: string }) => field).toSorted(), [
    'after',
    'limit',
    'scope',
  ]);
});
