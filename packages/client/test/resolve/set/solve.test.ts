// The search for a set of versions, compared with trying every set of a small world.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { choicesOf, listFacts } from '../../../src/resolve/set/clause.ts';
import {
  type Allowed,
  type Problem,
  type RootRequirement,
  type SolverCandidate,
  solve,
} from '../../../src/resolve/set/solve.ts';

/** The candidates of each Prime; a range is a text of version numbers, such as `0 2`. */
type World = ReadonlyMap<string, readonly SolverCandidate[]>;

const NAMES = ['@x/a', '@x/b', '@x/c', '@x/d', '@x/e'];
const MAX_VERSIONS = 3;

const ranges = fc
  .subarray(
    Array.from({ length: MAX_VERSIONS }, (_, index) => String(index)),
    { minLength: 1 },
  )
  .map((versions) => versions.join(' '));
const requires = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), ranges), { maxLength: 3 })
  .map((entries) => Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
const worlds: fc.Arbitrary<World> = fc
  .tuple(...NAMES.map(() => fc.array(requires, { maxLength: MAX_VERSIONS })))
  .map(
    (primes) =>
      new Map(
        primes.map((versions, index) => [
          NAMES[index] ?? '',
          versions.map((each, number) => ({ version: String(number), requires: each })),
        ]),
      ),
  );
const roots = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), ranges), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  })
  .map((entries) => entries.map(([name, range]): RootRequirement => ({ name, range, by: 'you' })));

function problemOf(world: World): Problem {
  return {
    candidates: (name) => world.get(name) ?? [],
    allowed: (name, range): Allowed => {
      const candidates = world.get(name) ?? [];
      let choices = 0n;
      for (const [index, { version }] of candidates.entries())
        if (isIn(range, version)) choices |= choicesOf([index]);
      return { choices };
    },
  };
}

/** Knows nothing before it is asked, and learns one range at a time. */
function learner(world: World): Problem & { learn(name: string, range: string): void } {
  const whole = problemOf(world);
  const known = new Set<string>();
  return {
    candidates: whole.candidates,
    allowed: (name, range) => (known.has(`${name} ${range}`) ? whole.allowed(name, range) : undefined),
    learn: (name, range) => known.add(`${name} ${range}`),
  };
}

function isIn(range: string, version: string): boolean {
  return range.split(' ').includes(version);
}

/** Whether the set has what all of its members and the roots require. */
function isValid(
  world: World,
  needed: readonly RootRequirement[],
  set: ReadonlyMap<string, number>,
): boolean {
  const holds = ([name, range]: readonly [string, string]) => {
    const index = set.get(name);
    return index !== undefined && isIn(range, String(index));
  };
  return (
    needed.every(({ name, range }) => holds([name, range])) &&
    [...set].every(([name, index]) => Object.entries(world.get(name)?.[index]?.requires ?? {}).every(holds))
  );
}

/** Every combination of versions, absence included. */
function* listSets(world: World): Generator<ReadonlyMap<string, number>> {
  const sizes = NAMES.map((name) => (world.get(name)?.length ?? 0) + 1);
  const count = sizes.reduce((product, size) => product * size, 1);
  for (let number = 0; number < count; number += 1) {
    const set = new Map<string, number>();
    let rest = number;
    for (const [place, name] of NAMES.entries()) {
      const index = (rest % (sizes[place] ?? 1)) - 1;
      rest = Math.floor(rest / (sizes[place] ?? 1));
      if (index >= 0) set.set(name, index);
    }
    yield set;
  }
}

function hasSolution(world: World, needed: readonly RootRequirement[]): boolean {
  for (const set of listSets(world)) if (isValid(world, needed, set)) return true;
  return false;
}

describe('a set of candidates', () => {
  it('has a bit for each of them, above the one for absence', () => {
    const indexes = fc.uniqueArray(fc.nat(300)).map((found) => found.sort((a, b) => a - b));
    fc.assert(
      fc.property(indexes, (some) => {
        assert.equal(
          choicesOf(some),
          some.reduce((sum, index) => sum + 2n ** BigInt(index + 1), 0n),
        );
      }),
    );
  });
});

describe('a search', () => {
  it('finds a set exactly when there is one', () => {
    fc.assert(
      fc.property(worlds, roots, (world, needed) => {
        const solution = solve(needed, problemOf(world));
        assert.equal('chosen' in solution, hasSolution(world, needed));
        if ('chosen' in solution) assert.ok(isValid(world, needed, solution.chosen));
      }),
      { numRuns: 400 },
    );
  });

  it('finds nothing that nothing requires', () => {
    fc.assert(
      fc.property(worlds, roots, (world, needed) => {
        const solution = solve(needed, problemOf(world));
        if (!('chosen' in solution)) return;
        for (const name of solution.chosen.keys()) {
          const isRoot = needed.some((root) => root.name === name);
          const isRequired = [...solution.chosen].some(
            ([other, index]) => other !== name && world.get(other)?.[index]?.requires?.[name] !== undefined,
          );
          assert.ok(isRoot || isRequired, name);
        }
      }),
    );
  });

  it('names facts that contradict each other without any others', () => {
    fc.assert(
      fc.property(worlds, roots, (world, needed) => {
        const solution = solve(needed, problemOf(world));
        if (!('conflict' in solution)) return;
        const facts = listFacts(solution.conflict);
        const isFact = (by: string, version: string, name: string, range: string) =>
          facts.some(
            (fact) =>
              fact.name === name &&
              fact.range === range &&
              (typeof fact.by === 'string'
                ? by === ''
                : fact.by.name === by && fact.by.versions.includes(version)),
          );
        // A world with only the requirements of the facts has no solution either.
        const least: World = new Map(
          [...world].map(([by, candidates]) => [
            by,
            candidates.map(({ version, requires: all = {} }) => ({
              version,
              requires: Object.fromEntries(
                Object.entries(all).filter(([name, range]) => isFact(by, version, name, range)),
              ),
            })),
          ]),
        );
        const leastRoots = needed.filter(({ name, range }) => isFact('', '', name, range));
        assert.ok(!hasSolution(least, leastRoots));
      }),
    );
  });

  it('finds the same set whatever was known before', () => {
    fc.assert(
      fc.property(
        worlds,
        roots,
        fc.array(fc.tuple(fc.constantFrom(...NAMES), ranges)),
        (world, needed, first) => {
          const problem = learner(world);
          for (const [name, range] of first) problem.learn(name, range);
          let solution = solve(needed, problem);
          while ('chosen' in solution && solution.unknown.length > 0) {
            for (const [name, range] of solution.unknown) problem.learn(name, range);
            solution = solve(needed, problem);
          }
          const whole = solve(needed, problemOf(world));
          assert.deepEqual('chosen' in solution && solution.chosen, 'chosen' in whole && whole.chosen);
        },
      ),
    );
  });

  it('prefers the first candidate', () => {
    const world: World = new Map([
      ['@x/a', [{ version: '0', requires: { '@x/b': '0 1' } }]],
      [
        '@x/b',
        [
          { version: '0', requires: {} },
          { version: '1', requires: {} },
        ],
      ],
    ]);
    const solution = solve([{ name: '@x/a', range: '0', by: 'you' }], problemOf(world));
    assert.deepEqual('chosen' in solution && [...solution.chosen], [
      ['@x/a', 0],
      ['@x/b', 0],
    ]);
  });

  it('of thousands of Primes in a circle ends', () => {
    const names = Array.from({ length: 3000 }, (_, index) => `@x/p${index}`);
    const world: World = new Map(
      names.map((name, index) => [
        name,
        [{ version: '0', requires: { [names[(index + 1) % names.length] ?? '']: '0' } }],
      ]),
    );
    const solution = solve([{ name: '@x/p0', range: '0', by: 'you' }], problemOf(world));
    assert.equal('chosen' in solution && solution.chosen.size, names.length);
  });
});
