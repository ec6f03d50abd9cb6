// Sets of Primes that require each other, over several registries.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fallback, type ResolutionError, Resolver } from '../../../src/resolve/index.ts';
import type { SetMember, SetRequirement } from '../../../src/resolve/set/resolve-set.ts';
import { failureOf } from '../resolution-failure.ts';
import { StubRegistry } from '../stub-registry.ts';

const [A, B, C] = ['@acme/a', '@acme/b', '@acme/c'];

const you = (...specs: readonly (readonly [name: string, range: string])[]): SetRequirement[] =>
  specs.map(([name, range]) => ({ name, range, by: 'SKILL.md' }));

function describeSet(set: ReadonlyMap<string, SetMember>): string[] {
  return [...set].map(([name, member]) =>
    'locked' in member
      ? `${name} ${member.locked.version} locked`
      : `${name} ${member.resolution.version} ${member.resolution.registry.baseUrl}`,
  );
}

async function resolveIn(
  registries: readonly StubRegistry[],
  roots: readonly SetRequirement[],
  { locked, fallback }: { locked?: Record<string, string>; fallback?: Fallback } = {},
): Promise<string[]> {
  const resolver = new Resolver({ registries, ...(fallback && { fallback }) });
  const versions = Object.entries(locked ?? {}).map(
    ([name, version]) => [name, { version, requires: {} }] as const,
  );
  return describeSet(await resolver.resolveSet(roots, { locked: new Map(versions) }));
}

async function conflictOf(work: Promise<unknown>): Promise<ResolutionError> {
  return failureOf(work, 'conflict');
}

describe('a set', () => {
  it('has what its members require, one version of each, in the order of the names', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(C, ['1.0.0', '1.1.0', '2.0.0'])
      .publish(B, ['1.0.0'], { requires: { [C]: '^1' } })
      .publish(A, ['1.0.0'], { requires: { [B]: '*', [C]: '>=1' } });
    assert.deepEqual(await resolveIn([one], you([A, '^1'])), [
      `${A} 1.0.0 https://one.example`,
      `${B} 1.0.0 https://one.example`,
      `${C} 1.1.0 https://one.example`,
    ]);
    // A list and a manifest of each Prime.
    assert.equal(one.requests.length, 6);
  });

  it('chooses an older version if the newest requires what nothing else allows', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(C, ['1.0.0', '2.0.0'])
      .publish(A, ['1.0.0'], { requires: { [C]: '^1' } })
      .publish(A, ['1.1.0'], { requires: { [C]: '^2' } })
      .publish(B, ['1.0.0'], { requires: { [C]: '^1' } });
    assert.deepEqual(await resolveIn([one], you([A, '^1'], [B, '^1'])), [
      `${A} 1.0.0 https://one.example`,
      `${B} 1.0.0 https://one.example`,
      `${C} 1.0.0 https://one.example`,
    ]);
  });

  it('that cannot be says who requires what', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(C, ['1.0.0', '2.0.0'])
      .publish(A, ['1.0.0', '1.1.0'], { requires: { [C]: '^2' } })
      .publish(B, ['1.0.0'], { requires: { [C]: '^1' } });
    const error = await conflictOf(resolveIn([one], you([A, '^1'], [B, '^1'])));
    assert.match(error.message, /^No version of @acme\/c suits all that require it: /);
    assert.match(error.message, /@acme\/a 1\.1\.0 to 1\.0\.0 requires @acme\/c@\^2/);
    assert.match(error.message, /@acme\/b 1\.0\.0 requires @acme\/c@\^1/);
    assert.deepEqual(error.conflicts.map(({ by, name, range }) => `${by}: ${name}@${range}`).sort(), [
      `${A} 1.1.0 to 1.0.0: ${C}@^2`,
      `${B} 1.0.0: ${C}@^1`,
      `SKILL.md: ${A}@^1`,
      `SKILL.md: ${B}@^1`,
    ]);
  });

  it('may have Primes that require each other', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1' } })
      .publish(B, ['1.0.0'], { requires: { [A]: '^1' } })
      .publish(B, ['1.1.0'], { requires: { [A]: '^2' } });
    assert.deepEqual(await resolveIn([one], you([A, '*'])), [
      `${A} 1.0.0 https://one.example`,
      `${B} 1.0.0 https://one.example`,
    ]);
  });

  it('without the required Prime anywhere says who requires it', async () => {
    const one = new StubRegistry('https://one.example').publish(A, ['1.0.0'], { requires: { [B]: '^1' } });
    const error = await conflictOf(resolveIn([one], you([A, '*'])));
    assert.match(error.message, /@acme\/a 1\.0\.0 requires @acme\/b@\^1 \(No registry has @acme\/b/);
  });

  it('fails for a direct requirement as if it were alone', async () => {
    const one = new StubRegistry('https://one.example').publish(A, ['1.0.0']);
    const resolver = new Resolver({ registries: [one] });
    for (const [name, range] of [
      [A, '^2'],
      [B, '*'],
      [A, '2.0.0'],
      [A, 'beta'],
    ] as const) {
      const alone = await resolver.resolve(name, range).then(
        () => assert.fail(),
        (error: unknown) => error,
      );
      await assert.rejects(resolver.resolveSet(you([name, range])), (error) => {
        assert.deepEqual(error, alone);
        return true;
      });
    }
  });

  it('asks registries by the same rules as for a direct requirement', async () => {
    const inner = new StubRegistry('https://inner.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1', [C]: '1.5.0' } })
      .publish(B, ['1.0.0'])
      .publish(C, ['1.0.0']);
    const outer = new StubRegistry('https://outer.example')
      .publish(B, ['1.9.0'])
      .publish(C, ['1.5.0', '1.6.0']);
    assert.deepEqual(await resolveIn([inner, outer], you([A, '*'])), [
      `${A} 1.0.0 https://inner.example`,
      // A range stays with the first registry that has the name.
      `${B} 1.0.0 https://inner.example`,
      // An exact version does not, unless names decide.
      `${C} 1.5.0 https://outer.example`,
    ]);
    await conflictOf(resolveIn([inner, outer], you([A, '*']), { fallback: 'name' }));
  });

  it('reports a registry that was passed over, only for versions in the set', async () => {
    const inner = new StubRegistry('https://inner.example')
      .publish(A, ['1.0.0'], { requires: { [C]: '1.5.0' } })
      .publish(C, ['1.0.0']);
    const outer = new StubRegistry('https://outer.example').publish(C, ['1.5.0']);
    const seen: string[] = [];
    const resolver = new Resolver({
      registries: [inner, outer],
      onPassedOver: ({ name, version }) => seen.push(`${name} ${version}`),
    });
    await resolver.resolveSet(you([A, '*']));
    assert.deepEqual(seen, [`${C} 1.5.0`]);
  });

  it('never takes a version of a later registry for a range', async () => {
    const inner = new StubRegistry('https://inner.example')
      .publish(A, ['1.0.0'], { requires: { [C]: '1.5.0' } })
      .publish(B, ['1.0.0'], { requires: { [C]: '^1' } })
      .publish(C, ['1.0.0']);
    const outer = new StubRegistry('https://outer.example').publish(C, ['1.5.0']);
    await conflictOf(resolveIn([inner, outer], you([A, '*'], [B, '*'])));
  });

  it('keeps locked versions, and asks nobody about them', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1' } })
      .publish(B, ['1.0.0', '1.1.0']);
    const set = await resolveIn([one], you([A, '*'], [C, 'latest']), {
      locked: { [B]: '1.0.0', [C]: '3.0.0' },
    });
    assert.deepEqual(set, [`${A} 1.0.0 https://one.example`, `${B} 1.0.0 locked`, `${C} 3.0.0 locked`]);
    assert.deepEqual(one.requests, [`list ${A}`, `manifest ${A} 1.0.0`]);
  });

  it('gives up a locked version only if nothing else helps', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1.1', [C]: '^1' } })
      .publish(B, ['1.0.0', '1.1.0'])
      .publish(C, ['1.0.0', '1.1.0']);
    assert.deepEqual(await resolveIn([one], you([A, '*']), { locked: { [B]: '1.0.0', [C]: '1.0.0' } }), [
      `${A} 1.0.0 https://one.example`,
      `${B} 1.1.0 https://one.example`,
      `${C} 1.0.0 locked`,
    ]);
  });

  it('does without versions that were yanked or removed after the list was read', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1' } })
      .publish(B, ['1.0.0', '1.1.0', '1.2.0'])
      .yankBehindList(B, ['1.2.0'])
      .remove(B, '1.1.0', { isListed: true });
    assert.deepEqual(await resolveIn([one], you([A, '*'])), [
      `${A} 1.0.0 https://one.example`,
      `${B} 1.0.0 https://one.example`,
    ]);
  });

  it('believes the manifest, if the list says something else', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1' } })
      .publish(B, ['1.0.0']);
    // The list was read before.
    one.list(A, '1.0.0');
    assert.deepEqual(await resolveIn([one], you([A, '*'])), [
      `${A} 1.0.0 https://one.example`,
      `${B} 1.0.0 https://one.example`,
    ]);
  });

  it('follows a required Prime that has moved', async () => {
    const one = new StubRegistry('https://one.example')
      .publish(A, ['1.0.0'], { requires: { [B]: '^1' } })
      .publish(B, ['1.0.0'])
      .live(B, { moved_to: C })
      .publish(C, ['1.4.0']);
    const set = await new Resolver({ registries: [one] }).resolveSet(you([A, '*']));
    const member = set.get(B);
    assert.ok(member !== undefined && 'resolution' in member);
    assert.equal(member.resolution.movedTo, C);
    assert.equal(member.resolution.version, '1.4.0');
    assert.match(member.resolution.notes?.[0] ?? '', /has moved to @acme\/c/);
  });

  it('is not resolved while a registry fails', async () => {
    const one = new StubRegistry('https://one.example').publish(A, ['1.0.0'], {
      requires: { '@beta/b': '^1' },
    });
    const down = new StubRegistry('https://down.example').publish('@beta/b', ['1.0.0']);
    down.failure = new Error('down');
    const resolver = new Resolver({ registries: [one], pins: new Map([['@beta', down]]) });
    await assert.rejects(resolver.resolveSet(you([A, '*'])), /down/);
  });
});
