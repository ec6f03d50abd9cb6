// The order of a workspace: required Primes first.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { WorkspacePrime } from '../../src/workspace/find-primes.ts';
import { orderPrimes } from '../../src/workspace/order-primes.ts';

function prime(name: string, ...required: readonly string[]): WorkspacePrime {
  return {
    folder: `/work/${name}`,
    manifest: {
      name: getValue(parsePrimeName(name)),
      version: getValue(parseVersion('1.0.0')),
      ...{ description: 'Rules', license: 'MIT', primeVersion: '1.0' },
      ...{ atoms: undefined, namespaces: undefined, sha256: undefined, tags: [] },
      requires: Object.fromEntries(required.map((each) => [each, '*'])),
    },
  };
}

const order = (...primes: readonly WorkspacePrime[]) =>
  orderPrimes(primes).map(({ manifest }) => manifest.name.full);

it('a Prime comes after those that it requires', () => {
  const sorted = order(
    prime('@a/a', '@a/c', '@b/elsewhere'),
    prime('@a/b'),
    prime('@a/c', '@a/d'),
    prime('@a/d'),
  );
  assert.deepEqual(sorted, ['@a/d', '@a/c', '@a/a', '@a/b']);
});

it('Primes that require each other are all there, once', () => {
  assert.deepEqual(order(prime('@a/a', '@a/b'), prime('@a/b', '@a/a'), prime('@a/c', '@a/b')).sort(), [
    '@a/a',
    '@a/b',
    '@a/c',
  ]);
});

it('a chain of thousands is ordered', () => {
  const primes = Array.from({ length: 5000 }, (_, index) => prime(`@a/p${index}`, `@a/p${index + 1}`));
  assert.equal(order(...primes)[0], '@a/p4999');
});
