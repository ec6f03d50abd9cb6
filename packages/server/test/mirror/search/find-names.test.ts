// The order of a copy, and its progress.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { DoneSoFar } from '../../../src/mirror/sync/done-so-far.ts';
import { findNames } from '../../../src/mirror/sync/find-names.ts';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';

test('everything is done up to the name before the first unfinished one, in whatever order they end', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 20 }), fc.nat(20), (order, missing) => {
      const names = order.toSorted((a, b) => a - b);
      const done = new DoneSoFar();
      const ends = new Map(names.map((name) => [name, done.begin(String(name))]));
      const isDone = new Set<number>();
      for (const name of order.filter((each) => each !== missing)) {
        ends.get(name)?.();
        isDone.add(name);
        const first = names.findIndex((each) => !isDone.has(each));
        const expected = first === -1 ? names.at(-1) : first === 0 ? undefined : names[first - 1];
        assert.equal(done.last, expected === undefined ? undefined : String(expected));
      }
    }),
  );
});

test('named Primes come first and once; the others in the order of their names, page by page', async () => {
  const all = ['@a-b/x', '@a.b/x', '@a/x', '@a/y', '@a0/x', '@b/x'];
  const upstream = {
    url: 'https://registry.example',
    async listPrimes(scope: string | undefined, after = '') {
      const found = all.filter(
        (name) => name > after && (scope === undefined || name.startsWith(`${scope}/`)),
      );
      const primes = found.slice(0, 2).map((name) => ({ name, latest: '1.0.0', versions: 1 }));
      const next = found.length > 2 ? primes.at(-1)?.name : undefined;
      return { primes, ...(next !== undefined && { next }) };
    },
  } as Partial<Upstream> as Upstream;
  const find = async (selection: Parameters<typeof findNames>[1]) =>
    (await Array.fromAsync(findNames(upstream, selection))).map(({ name }) => name.full);
  assert.deepEqual(await find({ primes: [], scopes: '*' }), all);
  const some = ['@a-b/x', '@a/x', '@a/y', '@a0/x', '@b/x'];
  assert.deepEqual(await find({ primes: [], scopes: ['@b', '@a0', '@a', '@a-b', '@a'] }), some);
  assert.deepEqual(await find({ primes: ['@z/x', '@a/y', '@z/x'], scopes: ['@a'] }), [
    '@a/y',
    '@z/x',
    '@a/x',
  ]);
  assert.deepEqual(await find({ primes: [], scopes: '*', after: '@a/x' }), ['@a/y', '@a0/x', '@b/x']);
});
