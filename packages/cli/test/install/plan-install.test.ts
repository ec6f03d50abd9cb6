import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LockedPrime, makeLockfile } from '../../src/install/lockfile/lockfile.ts';
import { planInstall } from '../../src/install/plan-install.ts';
import { requireFrozen } from '../../src/install/require-frozen.ts';
import { parseRequirement, type Requirement } from '../../src/install/skill/requirements.ts';

const DIGEST = 'a'.repeat(64);

function locked(name: string, version: string, range?: string, required_by?: string): LockedPrime {
  return {
    name,
    version,
    ...(range !== undefined && { range }),
    sha256: DIGEST,
    tree_sha256: DIGEST,
    registry: 'http://127.0.0.1:4000',
    ...(required_by !== undefined && { required_by }),
  };
}

function requirement(spec: string, required_by?: string): Requirement {
  const parsed = parseRequirement(spec);
  assert.ok(parsed.ok);
  return { ...parsed.value, ...(required_by !== undefined && { required_by }) };
}

function skill(...specs: string[]): ReadonlyMap<string, Requirement> {
  return new Map(specs.map((spec) => requirement(spec, 'SKILL.md')).map((each) => [each.name, each]));
}

/** A plan in short: `keep @a/b 1.0.0`, `find @a/b@^1`, `drop @a/b`. */
function plan(
  lock: readonly LockedPrime[],
  request: Partial<Omit<Parameters<typeof planInstall>[0], 'lockfile'>> = {},
): string[] {
  const { kept, lookups, dropped } = planInstall({
    lockfile: makeLockfile(lock),
    skill: undefined,
    named: [],
    update: false,
    ...request,
  });
  return [
    ...kept.map(({ name, version }) => `keep ${name} ${version}`),
    ...lookups.map(({ name, range }) => `find ${name}@${range.text}`),
    ...dropped.map(({ name }) => `drop ${name}`),
  ];
}

describe('planInstall', () => {
  it('keeps locked versions, without a lookup', () => {
    assert.deepEqual(plan([locked('@a/b', '1.0.0', '^1')]), ['keep @a/b 1.0.0']);
  });

  it('looks up named Primes, even if they are locked, and keeps the rest', () => {
    const lock = [locked('@a/b', '1.0.0', '^1'), locked('@a/c', '1.0.0', '^1')];
    assert.deepEqual(plan(lock, { named: [requirement('@a/b@^2')] }), ['keep @a/c 1.0.0', 'find @a/b@^2']);
  });

  it('keeps a locked version as long as SKILL.md allows it', () => {
    const lock = [locked('@a/b', '1.0.0', '^1', 'SKILL.md')];
    assert.deepEqual(plan(lock, { skill: skill('@a/b@1.x') }), ['keep @a/b 1.0.0']);
    assert.deepEqual(plan(lock, { skill: skill('@a/b') }), ['keep @a/b 1.0.0']);
    assert.deepEqual(plan(lock, { skill: skill('@a/b@^2') }), ['find @a/b@^2']);
  });

  it('stores the current range of SKILL.md, and that it is from SKILL.md', () => {
    const { kept } = planInstall({
      lockfile: makeLockfile([locked('@a/b', '1.0.0', '^1')]),
      skill: skill('@a/b@1.x'),
      named: [],
      update: false,
    });
    assert.deepEqual(kept, [locked('@a/b', '1.0.0', '1.x', 'SKILL.md')]);
  });

  it('looks up requirements of SKILL.md that are not locked', () => {
    assert.deepEqual(plan([], { skill: skill('@a/b@^1', '@a/c') }), ['find @a/b@^1', 'find @a/c@latest']);
  });

  it('drops only what SKILL.md no longer requires', () => {
    const lock = [locked('@a/b', '1.0.0', '^1', 'SKILL.md'), locked('@a/c', '1.0.0', '^1')];
    assert.deepEqual(plan(lock, { skill: skill() }), ['keep @a/c 1.0.0', 'drop @a/b']);
    assert.deepEqual(
      plan(lock),
      ['keep @a/b 1.0.0', 'keep @a/c 1.0.0'],
      'without a SKILL.md nothing is dropped',
    );
  });

  it('looks up everything for an update, each within its range', () => {
    const lock = [locked('@a/b', '1.0.0', '^1'), locked('@a/c', '1.0.0', '^1', 'SKILL.md')];
    assert.deepEqual(plan(lock, { update: true, skill: skill('@a/c@~1.0') }), [
      'find @a/b@^1',
      'find @a/c@~1.0',
    ]);
  });

  it('keeps what a kept Prime requires, and drops what nothing requires any more', () => {
    const style = { ...locked('@a/style', '1.0.0', '^1', 'SKILL.md'), requires: '@a/core@^1' };
    const lock = [locked('@a/core', '1.0.0'), locked('@a/old', '1.0.0'), style];
    assert.deepEqual(plan(lock), ['keep @a/core 1.0.0', 'keep @a/style 1.0.0', 'drop @a/old']);
    assert.deepEqual(plan(lock, { skill: skill() }), ['drop @a/core', 'drop @a/old', 'drop @a/style']);
  });

  it('keeps a Prime of SKILL.md that is no longer listed, if another one requires it', () => {
    const style = { ...locked('@a/style', '1.0.0', '^1', 'SKILL.md'), requires: '@a/core@^1' };
    const { kept, dropped } = planInstall({
      lockfile: makeLockfile([locked('@a/core', '1.0.0', '^1', 'SKILL.md'), style]),
      skill: skill('@a/style@^1'),
      named: [],
      update: false,
    });
    assert.deepEqual(dropped, []);
    assert.deepEqual(kept, [locked('@a/core', '1.0.0'), style]);
  });

  it('finds requirements that the locked versions do not satisfy', () => {
    const style = { ...locked('@a/style', '1.0.0', '^1'), requires: '@a/core@^2, @a/css@*' };
    const request = { skill: undefined, named: [], update: false };
    const { unmet } = planInstall({
      lockfile: makeLockfile([locked('@a/core', '1.0.0'), style]),
      ...request,
    });
    assert.deepEqual(unmet, [
      { by: '@a/style', name: '@a/core', range: '^2' },
      { by: '@a/style', name: '@a/css', range: '*' },
    ]);
  });

  it('refuses a name that is given twice', () => {
    assert.throws(() => plan([], { named: [requirement('@a/b@1.0.0'), requirement('@a/b@2.0.0')] }), {
      name: 'UsageError',
    });
  });

  it('uses the range of SKILL.md for a name without one, and refuses another range', () => {
    const wanted = skill('@a/b@^1');
    assert.deepEqual(plan([], { skill: wanted, named: [requirement('@a/b')] }), ['find @a/b@^1']);
    assert.deepEqual(plan([], { skill: wanted, named: [requirement('@a/b@^1')] }), ['find @a/b@^1']);
    assert.throws(() => plan([], { skill: wanted, named: [requirement('@a/b@2.0.0')] }), {
      name: 'ValidationError',
      message: /SKILL\.md requires @a\/b@\^1; to install 2\.0\.0, change it there/,
    });
  });
});

describe('requireFrozen', () => {
  const frozen = (lock: readonly LockedPrime[], wanted?: ReadonlyMap<string, Requirement>) => () =>
    requireFrozen(
      planInstall({ lockfile: makeLockfile(lock), skill: wanted, named: [], update: false }),
      lock.length > 0,
    );

  it('accepts a lock file that covers SKILL.md', () => {
    frozen([locked('@a/b', '1.0.0', '^1', 'SKILL.md')], skill('@a/b@1.x'))();
  });

  it('refuses requirements that are not locked or locked differently, and locks that are not required', () => {
    const lock = [locked('@a/b', '1.0.0', '^1', 'SKILL.md'), locked('@a/d', '1.0.0', '^1', 'SKILL.md')];
    assert.throws(
      frozen(lock, skill('@a/b@^2', '@a/c')),
      (error: Error & { problems?: { field: string }[] }) => {
        assert.equal(error.name, 'ValidationError');
        assert.deepEqual(
          error.problems?.map(({ field }) => field),
          ['@a/b', '@a/c', '@a/d'],
        );
        return true;
      },
    );
  });

  it('refuses a lock file without what a locked Prime requires, or with what nothing requires', () => {
    const style = { ...locked('@a/style', '1.0.0', '^1'), requires: '@a/core@^1' };
    assert.throws(frozen([style]), (error: Error & { problems?: object[] }) => {
      assert.deepEqual(error.problems, [
        { field: '@a/core', message: '@a/style requires ^1, which lock.yaml does not have' },
      ]);
      return true;
    });
    assert.throws(frozen([locked('@a/old', '1.0.0')]), (error: Error & { problems?: object[] }) => {
      assert.deepEqual(error.problems, [
        { field: '@a/old', message: 'is in lock.yaml, but nothing requires it' },
      ]);
      return true;
    });
  });

  it('refuses a missing lock file', () => {
    assert.throws(frozen([]), { message: /no \.primes\/lock\.yaml/ });
  });
});
