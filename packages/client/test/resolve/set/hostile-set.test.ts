// Registries and lock files that try to make the search for a set endless.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Requires } from '@prime-registry/protocol';
import type { RegistryReader, SharedRequestOptions } from '../../../src/registry-reader.ts';
import { Resolver, type ResolverOptions } from '../../../src/resolve/index.ts';
import { KnownPrimes, type SetSource } from '../../../src/resolve/set/known-primes.ts';
import { SearchBudget, SearchExhausted } from '../../../src/resolve/set/search-budget.ts';
import { solve } from '../../../src/resolve/set/solve.ts';
import { failureOf } from '../resolution-failure.ts';
import { StubRegistry } from '../stub-registry.ts';

const [A, B, C] = ['@acme/a', '@acme/b', '@acme/c'];

/** The stub answers in a macrotask, so that an endless search reaches this limit instead of blocking the test. */
const LIMIT_MS = 20_000;

async function resolveIn(
  registries: readonly StubRegistry[],
  roots: Requires,
  {
    locked = {},
    ...options
  }: Omit<ResolverOptions, 'registries'> & { locked?: Record<string, LockedIn> } = {},
): Promise<string[]> {
  const resolver = new Resolver<RegistryReader>({ registries, ...options });
  const signal = AbortSignal.timeout(LIMIT_MS);
  const set = await resolver.resolveSet(
    Object.entries(roots).map(([name, range]) => ({ name, range, by: 'SKILL.md' })),
    { locked: new Map(Object.entries(locked)), signal },
  );
  return [...set].map(([name, member]) =>
    'locked' in member ? `${name} ${member.locked.version} locked` : `${name} ${member.resolution.version}`,
  );
}

interface LockedIn {
  readonly version: string;
  readonly requires: Requires;
}

const registry = (): StubRegistry => new StubRegistry('https://one.example');
const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => `1.${index}.0`);

const namesOf = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `@acme/${start}${at}`);
const requireAll = (names: readonly string[], range: string): Requires =>
  Object.fromEntries(names.toSorted().map((name) => [name, range]));

describe('the requirements that a list omits', () => {
  it('are read although the lock file lies about the same version', async () => {
    const one = registry()
      .publish(B, ['1.0.0'])
      .publish(A, ['1.0.0'], { requires: { [B]: '^1' } })
      .omitRequires(A, ['1.0.0']);
    const locked = { [A]: { version: '1.0.0', requires: { [B]: '^2' } } };
    assert.deepEqual(await resolveIn([one], { [A]: '^1', [B]: '^1' }, { locked }), [
      `${A} 1.0.0`,
      `${B} 1.0.0`,
    ]);
  });

  it('are read under the new name of a Prime, if both names have the version', async () => {
    const one = registry()
      .publish(C, ['1.0.0'])
      .publish(A, ['1.0.0'])
      .live(A, { moved_to: B })
      .publish(B, ['1.0.0'], { requires: { [C]: '^1' } })
      .omitRequires(B, ['1.0.0']);
    assert.deepEqual(await resolveIn([one], { [A]: '^1' }), [`${A} 1.0.0`, `${C} 1.0.0`]);
  });

  it('end the search if the registry has no manifest of the version', async () => {
    const one = registry().list(A, '1.0.0').omitRequires(A, ['1.0.0']);
    const error = await failureOf(resolveIn([one], { [A]: '^1' }), 'inconsistent');
    assert.match(error.message, /lists @acme\/a 1\.0\.0/);
  });

  it('are never taken from a later registry', async () => {
    const one = registry().list(A, '1.0.0').omitRequires(A, ['1.0.0']);
    const two = new StubRegistry('https://two.example').publish(A, ['1.0.0']);
    await failureOf(resolveIn([one, two], { [A]: '^1' }), 'inconsistent');
    assert.deepEqual(two.requests, []);
  });

  it('are not read for thousands of versions', async () => {
    const one = registry().publish(B, ['1.0.0']);
    const versions = numbers(1500);
    for (const version of versions) one.publish(A, [version], { requires: { [B]: '^2' } });
    one.omitRequires(A, versions);
    const error = await failureOf(resolveIn([one], { [A]: '^1' }), 'conflict');
    assert.match(error.message, /gave up/);
    assert.ok(one.requests.length < 1100, `${one.requests.length} requests`);
  });
});

describe('a search', () => {
  it('gives up if many versions each require something else that nothing matches', () => {
    const versions = numbers(1000).map((version, index) => ({ version, requires: { [B]: `2.${index}.x` } }));
    const world = {
      candidates: (name: string) => (name === A ? versions : []),
      allowed: (name: string) => ({ choices: name === A ? 2n ** 1001n - 2n : 0n }),
    };
    const roots = [{ name: A, range: '^1', by: 'SKILL.md' }];
    assert.ok('conflict' in solve(roots, world, new SearchBudget()));
    assert.throws(() => solve(roots, world, new SearchBudget(100_000)), SearchExhausted);
  });

  it('gives up if versions require ever more exact versions, each of which is a request', async () => {
    const source = {
      resolve: (name: string, range: string) => new Resolver({ registries: [one] }).resolve(name, range),
    };
    const one = registry().publish(B, ['1.0.0']);
    const known = new KnownPrimes(source as unknown as SetSource<RegistryReader>, {
      ...{ locked: new Map(), isPinned: true, budget: new SearchBudget(100_000) },
    });
    const lookUpMany = async (): Promise<void> => {
      for (let patch = 0; patch < 100; patch += 1)
        await known.load(B, `2.0.${patch}`, new AbortController().signal);
    };
    await assert.rejects(lookUpMany, SearchExhausted);
  });

  it('does not take many ranges of few Primes for many Primes', async () => {
    const one = registry();
    const required = namesOf('r', 200);
    for (const name of required) one.publish(name, ['2.0.0']);
    const authors = namesOf('p', 55);
    for (const [at, name] of authors.entries())
      one.publish(name, ['1.0.0'], { requires: requireAll(required, `>=1.${at}.0`) });
    assert.equal((await resolveIn([one], requireAll(authors, '^1'))).length, 255);
  });

  it('asks nobody about too many Primes', async () => {
    const one = registry();
    const authors = namesOf('p', 45);
    for (const name of authors)
      one.publish(name, ['1.0.0'], { requires: requireAll(namesOf(`${name.slice(6)}-`, 250), '^1') });
    const error = await failureOf(resolveIn([one], requireAll(authors, '^1')), 'too-many');
    assert.match(error.message, /more than 10000 Primes/);
    assert.deepEqual(
      one.requests.toSorted(),
      authors.toSorted().map((name) => `list ${name}`),
    );
  });

  it('gives up if the lists are too long together', async () => {
    const one = registry();
    const requires = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`@acme/q${index}`, '*']));
    const names = Array.from({ length: 20 }, (_, index) => `@acme/p${index}`);
    for (const name of names) for (const version of numbers(1000)) one.list(name, version, false, requires);
    const error = await failureOf(
      resolveIn([one], Object.fromEntries(names.map((name) => [name, '^1']))),
      'too-many',
    );
    assert.match(error.message, /versions/);
  });

  it('waits for the manifest of each member no longer than for anything else', async () => {
    const waits: (number | undefined)[] = [];
    class Watched extends StubRegistry {
      override manifest(name: string, version: string, options: SharedRequestOptions = {}) {
        waits.push(options.deadline?.totalMs);
        return super.manifest(name, version, options);
      }
    }
    const one = new Watched('https://one.example');
    one.publish(B, ['1.0.0']).publish(A, ['1.0.0'], { requires: { [B]: '*' } });
    await resolveIn([one], { [A]: '^1' }, { totalMs: 5000 });
    assert.deepEqual(waits, [5000, 5000]);
  });

  it('can be aborted although no registry has to be asked any more', async () => {
    const one = registry().publish(B, ['1.0.0']);
    for (const [index, version] of numbers(500).entries())
      one.publish(A, [version], { requires: { [B]: `2.${index}.x` } });
    const resolver = new Resolver({ registries: [one] });
    await Promise.all([resolver.listMoves(A), resolver.listMoves(B)]);
    const abort = new AbortController();
    const search = resolver.resolveSet([{ name: A, range: '^1', by: 'SKILL.md' }], { signal: abort.signal });
    setImmediate(() => abort.abort(new Error('stopped')));
    await assert.rejects(search, /stopped|aborted/);
  });
});
