import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCompletion } from '../../src/completion/completed-command.ts';

const ENTRY = { name: 'paint', summary: 'Paint a wall' };

test('the placeholders of options define their values', () => {
  const { options } = describeCompletion(ENTRY, {
    examples: [],
    options: {
      out: { type: 'string', value: '<file>', summary: 'Where to' },
      from: { type: 'string', value: '<folder>', summary: 'Where from' },
      color: { type: 'string', value: '<name>', multiple: true, summary: 'Which' },
      dry: { type: 'boolean', short: 'd', summary: 'Wait' },
    },
  });
  const own = options.slice(0, 4).map(({ name, value, isRepeatable }) => [name, value, isRepeatable]);
  assert.deepEqual(own, [
    ['out', 'files', false],
    ['from', 'folders', false],
    ['color', 'anything', true],
    ['dry', undefined, false],
  ]);
  assert.equal(options[3]?.short, 'd');
  assert.ok(
    options.some(({ name }) => name === 'project'),
    'those of every command are there',
  );
});

test('the parameters define the arguments', () => {
  const argumentOf = (name: string, ...parameters: string[]) =>
    describeCompletion({ ...ENTRY, name }, { examples: [], parameters }).argument;
  assert.equal(argumentOf('pack', '[<folder>]'), 'folders');
  assert.equal(argumentOf('publish', '[<folder>|<tarball>]'), 'files');
  assert.equal(argumentOf('info', '<name>[@<range>]'), 'anything');
  assert.equal(argumentOf('paint'), 'anything');
  assert.deepEqual(argumentOf('completion', '<bash|zsh|fish>'), ['bash', 'zsh', 'fish']);
  assert.deepEqual(argumentOf('paint', '[red|green|<#rgb>]'), ['red', 'green']);
  for (const name of ['remove', 'verify', 'outdated']) {
    assert.equal(argumentOf(name, '[<name>…]'), 'installed-names');
    assert.equal(argumentOf(name), 'anything');
  }
});
