// Resolution that reads many lists and manifests in one request: the same results as with single requests, the same
// questions to the same registries, and far fewer requests.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Requires } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import type { RegistryReader } from '../../../src/registry-reader.ts';
import { type Fallback, ResolutionError, Resolver } from '../../../src/resolve/index.ts';
import type { SetMember } from '../../../src/resolve/set/resolve-set.ts';
import { BatchingRegistry } from '../batching-registry.ts';
import { failure, StubRegistry } from '../stub-registry.ts';

const nameOf = (index: number): string => `@${index % 3 === 0 ? 'acme' : 'other'}/p${index}`;

/** A Prime that requires many others, which require one in turn. */
function publishWide(registry: StubRegistry, primes: number): StubRegistry {
  const all: Record<string, string> = {};
  for (let index = 1; index <= primes; index += 1) {
    all[nameOf(index)] = index % 2 === 0 ? '^1' : index % 5 === 0 ? 'latest' : '1.1.0';
    registry.publish(nameOf(index), ['1.0.0', '1.1.0'], { requires: { [nameOf(1000 + index)]: '*' } });
    registry.publish(nameOf(1000 + index), ['1.0.0']);
  }
  return registry.publish(nameOf(0), ['1.0.0'], { requires: all });
}

async function outcomeOf(
  registries: readonly RegistryReader[],
  { roots, locked = {}, fallback = 'version', pinned }: Question,
): Promise<unknown> {
  const last = registries.at(-1);
  const pins = new Map(pinned === true && last !== undefined ? [['@acme', last]] : []);
  const resolver = new Resolver({ registries, fallback, pins });
  const requirements = Object.entries(roots).map(([name, range]) => ({ name, range, by: 'SKILL.md' }));
  const versions = Object.entries(locked).map(
    ([name, version]) => [name, { version, requires: {} }] as const,
  );
  try {
    const set = await resolver.resolveSet(requirements, { locked: new Map(versions) });
    return [...set].map(([name, member]) => [name, ...describeMember(member)]);
  } catch (error) {
    if (!(error instanceof ResolutionError)) throw error;
    const { message, reason, registries: asked } = error;
    return { message, reason, asked };
  }
}

function describeMember(member: SetMember): unknown[] {
  if ('locked' in member) return ['locked', member.locked.version];
  const { registry, passedOver, ...rest } = member.resolution;
  return [registry.baseUrl, passedOver.map(({ baseUrl }) => baseUrl), rest];
}

interface Question {
  readonly roots: Requires;
  readonly locked?: Readonly<Record<string, string>>;
  readonly fallback?: Fallback;
  /** Whether a scope is pinned to the last registry. */
  readonly pinned?: boolean;
}

describe('reading ahead', () => {
  it('asks for many Primes in few requests, and for none of them again', async () => {
    const registry = new BatchingRegistry(publishWide(new StubRegistry('https://one.example'), 240));
    const plain = publishWide(new StubRegistry('https://one.example'), 240);
    const question = { roots: { [nameOf(0)]: '*' } };
    assert.deepEqual(await outcomeOf([registry], question), await outcomeOf([plain], question));
    assert.deepEqual(registry.singly, [nameOf(0)]);
    assert.ok(registry.batches.length < 20, `${registry.batches.length} requests`);
    assert.ok(registry.batches.every((batch) => batch.length <= 100));
    const questions = registry.batches.flat();
    assert.equal(new Set(questions).size, questions.length);
  });

  it('asks for no manifest that came with a list', async () => {
    const stub = publishWide(new StubRegistry('https://one.example'), 240);
    const registry = new BatchingRegistry(stub, { sendsLatest: true });
    const plain = publishWide(new StubRegistry('https://one.example'), 240);
    const question = { roots: { [nameOf(0)]: '*' } };
    assert.deepEqual(await outcomeOf([registry], question), await outcomeOf([plain], question));
    const manifests = registry.batches.flat().filter((key) => key.includes('@', 1));
    assert.ok(
      manifests.length > 0 && manifests.every((key) => /p\d*[13579]@1\.1\.0$/.test(key)),
      String(manifests),
    );
  });

  it('asks singly for a few Primes', async () => {
    const registry = new BatchingRegistry(publishWide(new StubRegistry('https://one.example'), 3));
    await outcomeOf([registry], { roots: { [nameOf(0)]: '*' } });
    assert.deepEqual(registry.batches, []);
  });

  it('asks a registry that does not answer it singly from then on', async () => {
    for (const failsAt of [1, 2, 3]) {
      const registry = new BatchingRegistry(publishWide(new StubRegistry('https://one.example'), 20), {
        failsAt,
      });
      const plain = publishWide(new StubRegistry('https://one.example'), 20);
      const question = { roots: { [nameOf(0)]: '*' } };
      assert.deepEqual(await outcomeOf([registry], question), await outcomeOf([plain], question));
      assert.equal(registry.batches.length, failsAt);
    }
  });

  it('passes on what is no failure of the registry', async () => {
    const stub = publishWide(new StubRegistry('https://one.example'), 20);
    const broken = {
      ...{ baseUrl: stub.baseUrl, versions: stub.versions.bind(stub), manifest: stub.manifest.bind(stub) },
      readPrimes: () => Promise.reject(new RangeError('a bug')),
    };
    await assert.rejects(outcomeOf([broken], { roots: { [nameOf(0)]: '*' } }), RangeError);
  });

  it('never asks a later registry for a name that an earlier one has', async () => {
    const first = new BatchingRegistry(publishWide(new StubRegistry('https://one.example'), 20), {
      isSingly: (key) => key.includes('p7'),
    });
    const second = new BatchingRegistry(publishWide(new StubRegistry('https://two.example'), 20));
    await outcomeOf([first, second], { roots: { [nameOf(0)]: '*' } });
    assert.equal(second.questions.size, 0);
  });

  it('fails as without it when a registry fails', async () => {
    const stub = publishWide(new StubRegistry('https://one.example'), 20);
    stub.failure = failure(stub.baseUrl, 'GET /pack/x', { reason: 'unreachable' });
    const registry = new BatchingRegistry(stub, { failsAt: 1 });
    const roots = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [nameOf(index), '*']));
    await assert.rejects(outcomeOf([registry], { roots }), stub.failure);
  });
});

const RANGES = [
  ...'*'.repeat(20),
  ...['^1', '>=1.1', '1.0.0', '2.0.0', '1.1.0-beta', 'latest', 'latest', 'beta'],
];
const VERSIONS = ['1.0.0', '1.1.0-beta', '1.1.0', '2.0.0'];
const PRIMES = 24;

const primeIndex = fc.nat({ max: PRIMES - 1 });
const requirements = fc.array(
  fc.tuple(primeIndex, fc.constantFrom('*', '*', '*', '^1', '^1', '>=1.1', '1.0.0')),
  {
    maxLength: 5,
  },
);
const release = fc.record({
  prime: primeIndex,
  version: fc.constantFrom(...VERSIONS),
  requires: requirements,
  fate: fc.constantFrom('plain', 'plain', 'plain', 'omitted', 'yanked', 'yanked behind list', 'removed'),
});
const life = fc.record({
  prime: primeIndex,
  moved: fc.option(primeIndex, { nil: undefined }),
  beta: fc.constantFrom(...VERSIONS),
});
const world = fc.record({
  absent: fc.uniqueArray(primeIndex, { maxLength: 3 }),
  releases: fc.array(release, { maxLength: 30 }),
  lives: fc.array(life, { maxLength: 4 }),
  singly: fc.uniqueArray(primeIndex, { maxLength: 8 }),
  failsAt: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  sendsLatest: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer Made> ? Made : never;

function requiresOf(pairs: readonly (readonly [number, string])[]): Requires {
  return Object.fromEntries(pairs.map(([prime, range]) => [nameOf(prime), range]));
}

function build(baseUrl: string, { absent, releases, lives }: World): StubRegistry {
  const registry = new StubRegistry(baseUrl);
  for (let prime = 0; prime < PRIMES; prime += 1)
    if (!absent.includes(prime)) registry.publish(nameOf(prime), ['1.0.0', '1.1.0']);
  for (const { prime, version, requires, fate } of releases) {
    const name = nameOf(prime);
    registry.publish(name, [version], { requires: requiresOf(requires), yanked: fate === 'yanked' });
    if (fate === 'yanked behind list') registry.yankBehindList(name, [version]);
    if (fate === 'removed') registry.remove(name, version, { isListed: prime % 2 === 0 });
    if (fate === 'omitted') registry.omitRequires(name, [version]);
  }
  for (const { prime, moved, beta } of lives) {
    registry.live(nameOf(prime), {
      channels: [{ channel: 'beta', version: beta, since: '2026-01-02T03:04:05Z' }],
      ...(moved !== undefined && { moved_to: nameOf(moved) }),
    });
  }
  return registry;
}

describe('any set of Primes', () => {
  it('is resolved the same, by the same questions, with and without reading ahead', async () => {
    const question = fc.record({
      roots: fc
        .array(fc.tuple(primeIndex, fc.constantFrom('*', '*', '*', ...RANGES)), {
          minLength: 8,
          maxLength: 16,
        })
        .map(requiresOf),
      locked: fc.array(fc.tuple(primeIndex, fc.constantFrom(...VERSIONS)), { maxLength: 4 }).map(requiresOf),
      fallback: fc.constantFrom<Fallback>('name', 'version'),
      pinned: fc.boolean(),
    });
    const worlds = fc.array(world, { minLength: 1, maxLength: 2 });
    let resolved = 0;
    await fc.assert(
      fc.asyncProperty(worlds, question, async (made, asked) => {
        const urls = made.map((_, index) => `https://r${index}.example`);
        const plain = made.map(
          (one, index) => new BatchingRegistry(build(urls[index] ?? '', one), { failsAt: 1 }),
        );
        const ahead = made.map((one, index) => {
          const isSingly = (key: string) => one.singly.some((prime) => key.startsWith(nameOf(prime)));
          const failsAt = one.failsAt ?? Number.POSITIVE_INFINITY;
          const { sendsLatest } = one;
          return new BatchingRegistry(build(urls[index] ?? '', one), { isSingly, failsAt, sendsLatest });
        });
        const expected = await outcomeOf(plain, asked);
        assert.deepEqual(await outcomeOf(ahead, asked), expected);
        for (const [index, registry] of ahead.entries()) {
          const needed = new Set(plain[index]?.singly);
          assert.deepEqual(
            [...registry.questions].filter((key) => !needed.has(key)),
            [],
            registry.baseUrl,
          );
          if (made[index]?.sendsLatest === true) continue;
          assert.deepEqual(
            [...needed].filter((key) => !registry.questions.has(key)),
            [],
            registry.baseUrl,
          );
        }
        if (Array.isArray(expected)) resolved += 1;
      }),
    );
    assert.ok(resolved > 10, `only ${resolved} sets could be resolved`);
  });
});
