// Help texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOptions, formatHelp, type Options } from '../src/index.ts';

const OPTIONS: Options = {
  coats: { type: 'string', value: '<number>', summary: 'How often' },
  dry: { type: 'boolean', short: 'd', summary: 'Wait until it is dry' },
};

test('a help text has its paragraphs and tables, separated by blank lines', () => {
  assert.equal(
    formatHelp('Paint a wall.', { title: 'Options', rows: describeOptions(OPTIONS) }),
    'Paint a wall.\n\nOptions:\n      --coats <number>  How often\n  -d, --dry             Wait until it is dry\n',
  );
});

test('without one-letter options there is no room for them', () => {
  const { dry: _, ...rest } = OPTIONS;
  assert.deepEqual(describeOptions(rest), [['--coats <number>', 'How often']]);
});
