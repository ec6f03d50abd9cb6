// Names of channels: words, never versions or ranges.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { ranges, versions } from '@prime-registry/testkit/ranges';
import { MAX_CHANNEL_LENGTH, parseChannel } from '../../src/index.ts';
import { assertSentence } from '../sentence.ts';

describe('a channel', () => {
  for (const name of [
    'beta',
    'stable',
    'next-7',
    'v',
    'ab',
    'x1',
    `b${'e'.repeat(MAX_CHANNEL_LENGTH - 1)}`,
  ].filter((each) => each.length > 1)) {
    test(`may be ${name}`, () => assert.deepEqual(parseChannel(name), { ok: true, value: name }));
  }

  for (const name of [
    ...['', 'x', 'b', 'latest', 'all', 'any', 'none', 'v1', 'v2-beta', 'Beta', 'be_ta', 'be.ta', 'bé'],
    ...['-beta', 'beta-', '1beta', 'be ta', 'beta\n', 'b'.repeat(MAX_CHANNEL_LENGTH + 1)],
  ]) {
    test(`may not be ${JSON.stringify(name)}`, () => {
      const parsed = parseChannel(name);
      assert.ok(!parsed.ok);
      assertSentence(parsed.message);
    });
  }

  test('is never a version or a range', () => {
    fc.assert(fc.property(fc.oneof(versions, ranges), (text) => !parseChannel(text).ok));
  });
});
