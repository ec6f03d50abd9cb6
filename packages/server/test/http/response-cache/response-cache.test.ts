// The response cache: bounded, with second-chance eviction, and never past a commit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import {
  type FinishedResponse,
  MAX_KEPT_BODY_BYTES,
  ResponseCache,
} from '../../../src/http/response-cache/response-cache.ts';

const answerOf = (body: string | Uint8Array): FinishedResponse => ({
  status: 200,
  headers: ['content-type', 'text/plain'],
  headersOf304: [],
  body,
  encoding: 'latin1',
  bodyBytes: Buffer.byteLength(body),
  requestIdAt: undefined,
  etag: undefined,
  head: '',
  headOf304: '',
  quotedPath: '"/pack/@acme/a"',
  route: '/pack/:scope/:name',
  downloadKey: undefined,
});
const answerOfSize = (sizeBytes: number): FinishedResponse => answerOf(Buffer.alloc(sizeBytes));

describe('an answer', () => {
  test('is found by its target while the stamp is the same', () => {
    const cache = new ResponseCache(100_000);
    cache.keep('/pack/a', 7, answerOf('a'));
    cache.keep('/pack/b', 7, answerOf('b'));
    for (let time = 0; time < 3; time += 1) assert.equal(cache.find('/pack/a', 7)?.body, 'a');
    assert.equal(cache.find('/pack/b', 7)?.body, 'b');
    assert.equal(cache.find('/pack/A', 7), undefined);
    assert.equal(cache.find('/pack/a?', 7), undefined);
  });

  test('of another stamp is never found, and is dropped: not even the old stamp finds it again', () => {
    for (const [kept, asked] of [
      [7, 8],
      [8, 7],
    ] as const) {
      const cache = new ResponseCache(100_000);
      cache.keep('/pack/a', kept, answerOf('a'));
      assert.equal(cache.find('/pack/a', asked), undefined);
      assert.equal(cache.find('/pack/a', kept), undefined);
    }
  });

  test('replaces the previous one, with its stamp', () => {
    const cache = new ResponseCache(100_000);
    cache.keep('/pack/a', 1, answerOf('old'));
    cache.keep('/pack/a', 2, answerOf('new'));
    assert.equal(cache.find('/pack/a', 2)?.body, 'new');
    cache.keep('/pack/a', 1, answerOf('late'));
    assert.equal(cache.find('/pack/a', 2), undefined);
  });

  test('without a stamp is found at every stamp, until such answers are dropped', () => {
    const cache = new ResponseCache(100_000);
    cache.keep('/-/log/tile/0/000', undefined, answerOf('tile'));
    cache.keep('/pack/a', 7, answerOf('a'));
    for (const stamp of [7, 8, 7]) {
      cache.noteLook(stamp);
      assert.equal(cache.find('/-/log/tile/0/000', stamp)?.body, 'tile');
    }
    cache.dropUnchanging();
    assert.equal(cache.find('/-/log/tile/0/000', 7), undefined);
    assert.equal(cache.find('/pack/a', 7)?.body, 'a');
  });

  test('without a stamp is read again by one request after a commit, but not after each of many', (t) => {
    const now = t.mock.method(performance, 'now', () => 1_000_000);
    const cache = new ResponseCache(100_000);
    const isFound = (stamp: number) => cache.find('/-/log/tile/0/000', stamp) !== undefined;
    cache.keep('/-/log/tile/0/000', undefined, answerOf('tile'));
    cache.noteLook(7);
    assert.deepEqual([isFound(7), isFound(8), isFound(8), isFound(9)], [true, false, true, true]);
    now.mock.mockImplementation(() => 1_001_000);
    assert.deepEqual([isFound(7), isFound(9), isFound(9)], [true, false, true], 'nobody has read it');
    cache.noteLook(9);
    now.mock.mockImplementation(() => 1_002_000);
    assert.deepEqual([isFound(9), isFound(10)], [true, false]);
  });

  test('without a stamp is kept up to 256 KiB', () => {
    const cache = new ResponseCache(10_000_000);
    cache.noteLook(1);
    cache.keep('/-/log/tile/entries/000', undefined, answerOfSize(262_144));
    cache.keep('/-/log/tile/entries/001', undefined, answerOfSize(262_145));
    assert.equal(cache.find('/-/log/tile/entries/000', 1)?.bodyBytes, 262_144);
    assert.equal(cache.find('/-/log/tile/entries/001', 1), undefined);
  });

  test('without a stamp makes room for others, as every answer', () => {
    const cache = new ResponseCache(100_000);
    for (let tile = 0; tile < 50; tile += 1)
      cache.keep(`/-/log/tile/0/${tile}`, undefined, answerOfSize(8192));
    cache.keep('/pack/a', 7, answerOf('a'));
    assert.equal(cache.find('/-/log/tile/0/0', 7), undefined);
    assert.equal(cache.find('/pack/a', 7)?.body, 'a');
  });

  test('is kept up to 64 KiB, and not if it or its target is too long', () => {
    const cache = new ResponseCache(10_000_000);
    assert.equal(MAX_KEPT_BODY_BYTES, 65_536);
    cache.keep('/pack/largest', 1, answerOfSize(65_536));
    cache.keep('/pack/larger', 1, answerOfSize(65_537));
    assert.equal(cache.find('/pack/largest', 1)?.bodyBytes, 65_536);
    assert.equal(cache.find('/pack/larger', 1)?.bodyBytes, undefined);
    // The entry that it was to replace is outdated in any case.
    cache.keep('/pack/largest', 1, answerOfSize(65_537));
    assert.equal(cache.find('/pack/largest', 1)?.bodyBytes, undefined);
    for (const [length, isKept] of [
      [300, true],
      [512, true],
      [513, false],
      [8000, false],
    ] as const) {
      const target = '/pack/'.padEnd(length, 'x');
      cache.keep(target, 1, answerOf('x'));
      assert.equal(cache.find(target, 1) !== undefined, isKept, `a target of ${length} characters`);
    }
  });
});

describe('when it is full', () => {
  // Three answers fit, with any overhead of up to 3,000 bytes each.
  const newCache = (): ResponseCache => {
    const cache = new ResponseCache(30_000);
    for (const target of ['/pack/a', '/pack/b', '/pack/c']) cache.keep(target, 1, answerOfSize(7000));
    return cache;
  };
  const isKept = (cache: ResponseCache, targets: string): boolean[] =>
    [...targets].map((letter) => cache.find(`/pack/${letter}`, 1) !== undefined);

  test('the oldest is evicted', () => {
    const cache = newCache();
    cache.keep('/pack/d', 1, answerOfSize(7000));
    assert.deepEqual(isKept(cache, 'abcd'), [false, true, true, true]);
  });

  test('an entry that was used gets a second chance', () => {
    const cache = newCache();
    cache.find('/pack/a', 1);
    for (const letter of 'de') cache.keep(`/pack/${letter}`, 1, answerOfSize(7000));
    assert.deepEqual(isKept(cache, 'abcde'), [true, false, false, true, true]);

    const forgotten = newCache();
    forgotten.find('/pack/a', 1);
    for (const letter of 'defg') forgotten.keep(`/pack/${letter}`, 1, answerOfSize(7000));
    assert.deepEqual(isKept(forgotten, 'abcdefg'), [false, false, false, false, true, true, true]);
  });

  test('a large one evicts several, and one beyond the whole bound does not stay', () => {
    const cache = newCache();
    cache.keep('/pack/d', 1, answerOfSize(18_000));
    assert.deepEqual(isKept(cache, 'abcd'), [false, false, true, true]);
    cache.keep('/pack/e', 1, answerOfSize(40_000));
    assert.deepEqual(isKept(cache, 'e'), [false]);
    cache.keep('/pack/f', 1, answerOfSize(7000));
    assert.deepEqual(isKept(cache, 'f'), [true]);
  });

  test('if all were used, eviction still terminates', () => {
    const cache = newCache();
    for (let round = 0; round < 100; round += 1) {
      isKept(cache, 'abc');
      cache.keep(`/pack/${round}`, 1, answerOfSize(7000));
    }
    assert.equal(isKept(cache, 'abc').filter(Boolean).length, 3);
  });
});

interface Step {
  readonly isKeep: boolean;
  readonly letter: string;
  readonly sizeBytes: number;
  readonly isAfterCommit: boolean;
}

const LETTERS = [...'abcdefghijklmnop'];

const stepsWith = (largestBytes: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      isKeep: fc.boolean(),
      letter: fc.constantFrom(...LETTERS),
      sizeBytes: fc.nat({ max: largestBytes }),
      isAfterCommit: fc.nat({ max: 9 }).map((dice) => dice === 0),
    }),
    { maxLength: 200, size: 'max' },
  );

/** Runs the steps. Every answer that is found must be the last one kept, with the same stamp. */
function carryOut(cache: ResponseCache, steps: readonly Step[]) {
  const last = new Map<string, { readonly stamp: number; readonly answer: FinishedResponse }>();
  let stamp = 0;
  for (const { isKeep, letter, sizeBytes, isAfterCommit } of steps) {
    if (isAfterCommit) stamp += 1;
    if (isKeep) {
      const answer = answerOfSize(sizeBytes);
      cache.keep(letter, stamp, answer);
      last.set(letter, { stamp, answer });
      continue;
    }
    const found = cache.find(letter, stamp);
    const known = last.get(letter);
    if (found !== undefined) assert.ok(found === known?.answer && stamp === known.stamp, letter);
    // A look after a commit drops it.
    else if (known?.stamp !== stamp) last.delete(letter);
  }
  return last;
}

describe('with any order of writes and reads', () => {
  test('the bound holds', () => {
    const property = fc.property(
      stepsWith(MAX_KEPT_BODY_BYTES + 100),
      fc.nat({ max: 300_000 }),
      (steps, maxBytes) => {
        const cache = new ResponseCache(maxBytes);
        const last = carryOut(cache, steps);
        const held = [...last].flatMap(([letter, { stamp }]) => cache.find(letter, stamp) ?? []);
        // Each has some overhead, too.
        const heldBytes = held.reduce((sum, { bodyBytes }) => sum + bodyBytes + 1000, 0);
        assert.ok(heldBytes <= maxBytes, `${heldBytes} of ${maxBytes}`);
      },
    );
    fc.assert(property, COSTLY);
  });

  test('nothing is evicted while there is room', () => {
    const maxBytes = LETTERS.length * (1000 + 3000);
    const property = fc.property(stepsWith(1000), (steps) => {
      const cache = new ResponseCache(maxBytes);
      const last = carryOut(cache, steps);
      for (const [letter, { stamp, answer }] of last) assert.ok(cache.find(letter, stamp) === answer, letter);
    });
    fc.assert(property, COSTLY);
  });
});
