// When the keys of an issuer are read, and what happens while they cannot be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeySet, parseKeySet } from '@prime-registry/identity';
import { RegistryError } from '@prime-registry/protocol';
import type { IssuerKeySet } from '@prime-registry/store';
import { IssuerKeys, MAX_STALE_MS } from '../../src/exchange/issuer-keys.ts';
import { type KeySource, KeysUnavailableError } from '../../src/exchange/issuer-source.ts';

const PAUSE_MS = 30_000;
const MAX_AGE_MS = 600_000;

function keySet(...kids: string[]): KeySet {
  const keys = kids.map((kid) => ({ kid, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: 'A'.repeat(43) }));
  const parsed = parseKeySet(JSON.stringify({ keys }));
  assert.ok(parsed.ok);
  return parsed.value;
}

/** An issuer, and what a process knows of it. */
class Setup {
  nowMs = 1_000_000_000;
  kids: readonly string[] | undefined = ['a'];
  reads = 0;
  readonly stored = new Map<string, IssuerKeySet>();
  readonly problems: (string | undefined)[] = [];
  readonly source: KeySource & { read: KeySource['read'] };

  constructor({ isShared = true } = {}) {
    this.source = {
      ...{ maxAgeMs: MAX_AGE_MS, pauseMs: PAUSE_MS, isShared },
      read: async () => {
        this.reads += 1;
        if (this.kids === undefined) throw new KeysUnavailableError('it refuses connections');
        return keySet(...this.kids);
      },
      async close() {},
    };
  }

  /** A process with nothing in memory. */
  start(): IssuerKeys {
    return new IssuerKeys({
      ...{ issuer: 'https://ci.example', source: this.source, now: () => this.nowMs },
      store: {
        findIssuerKeys: async (issuer) => this.stored.get(issuer),
        saveIssuerKeys: async (keys) => void this.stored.set(keys.issuer, keys),
      },
      onRead: (_issuer, problem) => this.problems.push(problem),
    });
  }
}

const find = (keys: IssuerKeys, kid: string) => keys.find({ alg: 'EdDSA', kid });

async function outcomeOf(keys: IssuerKeys, kid: string): Promise<string> {
  try {
    await find(keys, kid);
    return 'found';
  } catch (error) {
    if (error instanceof RegistryError) return `${error.code} ${error.headers['Retry-After']}`;
    return String((error as { code?: unknown }).code);
  }
}

const UNKNOWN = 'ERR_JWKS_NO_MATCHING_KEY';

test('keys are read once for many tokens, and again after ten minutes', async () => {
  const setup = new Setup();
  const keys = setup.start();
  await Promise.all(Array.from({ length: 10 }, () => find(keys, 'a')));
  assert.equal(setup.reads, 1);
  setup.nowMs += MAX_AGE_MS - 1;
  await find(keys, 'a');
  assert.equal(setup.reads, 1);
  setup.nowMs += 1;
  await find(keys, 'a');
  assert.equal(setup.reads, 2);
});

test('a new key is found at once, but an issuer is not asked more than twice a minute', async () => {
  const setup = new Setup();
  const keys = setup.start();
  assert.equal(await outcomeOf(keys, 'a'), 'found');
  setup.nowMs += PAUSE_MS;
  setup.kids = ['a', 'b'];
  assert.equal(await outcomeOf(keys, 'b'), 'found');
  assert.equal(setup.reads, 2);
  setup.nowMs += 10_000;
  setup.kids = ['b', 'c'];
  assert.equal(await outcomeOf(keys, 'c'), 'issuer_unavailable 20', 'it may be new: the job tries again');
  assert.equal(setup.reads, 2);
  setup.nowMs += 20_000;
  assert.equal(await outcomeOf(keys, 'c'), 'found');
  setup.nowMs += PAUSE_MS;
  assert.equal(await outcomeOf(keys, 'a'), UNKNOWN, 'the old key is no longer accepted');
  assert.equal(await outcomeOf(keys, 'd'), 'issuer_unavailable 30');
});

test('simultaneous tokens with a new key cause one request', async () => {
  const setup = new Setup();
  const keys = setup.start();
  await find(keys, 'a');
  setup.nowMs += PAUSE_MS;
  setup.kids = ['b'];
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(keys, 'b')));
  assert.deepEqual(new Set(outcomes), new Set(['found']));
  assert.equal(setup.reads, 2);
});

test('while the issuer is away, its last good keys are used for a day', async () => {
  const setup = new Setup();
  const keys = setup.start();
  await find(keys, 'a');
  setup.kids = undefined;
  const readAtMs = setup.nowMs;
  setup.nowMs += MAX_AGE_MS;
  assert.equal(await outcomeOf(keys, 'a'), 'found');
  assert.equal(await outcomeOf(keys, 'b'), 'issuer_unavailable 30', 'never a refusal');
  assert.deepEqual([setup.reads, setup.problems.at(-1)], [2, 'it refuses connections']);
  setup.nowMs = readAtMs + MAX_STALE_MS - 1;
  assert.equal(await outcomeOf(keys, 'a'), 'found');
  setup.nowMs += 1;
  assert.equal(await outcomeOf(keys, 'a'), 'issuer_unavailable 30');
  setup.nowMs += PAUSE_MS;
  setup.kids = ['a'];
  assert.equal(await outcomeOf(keys, 'a'), 'found');
  assert.equal(setup.problems.at(-1), undefined);
});

test('other processes and those that start later use the stored keys, and ask only for new ones', async () => {
  const setup = new Setup();
  await find(setup.start(), 'a');
  const other = setup.start();
  setup.kids = undefined;
  assert.equal(await outcomeOf(other, 'a'), 'found');
  assert.equal(setup.reads, 1);
  setup.nowMs += PAUSE_MS;
  setup.kids = ['b'];
  await find(setup.start(), 'b');
  assert.equal(await outcomeOf(other, 'b'), 'found', 'from the store');
  assert.equal(setup.reads, 2);
});

test('keys from a file are not stored for others', async () => {
  const setup = new Setup({ isShared: false });
  await find(setup.start(), 'a');
  assert.equal(setup.stored.size, 0);
});

test('without any keys, the issuer is unavailable', async () => {
  const setup = new Setup();
  setup.kids = undefined;
  const keys = setup.start();
  assert.equal(await outcomeOf(keys, 'a'), 'issuer_unavailable 30');
  setup.nowMs += 1000;
  assert.equal(await outcomeOf(keys, 'a'), 'issuer_unavailable 29');
  assert.equal(setup.reads, 1);
});

test('a key that is not what it says is no failure of the registry', async () => {
  const setup = new Setup();
  const keys = setup.start();
  const broken = { kid: 'broken', kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: 'A' };
  const parsed = parseKeySet(JSON.stringify({ keys: [broken] }));
  assert.ok(parsed.ok);
  setup.source.read = async () => parsed.value;
  assert.equal(await outcomeOf(keys, 'broken'), 'issuer_unavailable 30');
});

test('a clock that is set back does not stop the reads', async () => {
  const setup = new Setup();
  const keys = setup.start();
  await find(keys, 'a');
  setup.nowMs -= 3_600_000;
  setup.kids = ['b'];
  assert.equal(await outcomeOf(keys, 'b'), 'found');
});
