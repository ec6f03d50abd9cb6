// The command line of a command: its own options, the shared ones, and its help text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Usage } from '../src/command.ts';
import { describeUsage, parseCommandLine } from '../src/command-line.ts';

const USAGE: Usage = {
  parameters: ['<wall>', '[<color>]'],
  options: {
    coats: { type: 'string', value: '<number>', summary: 'How often' },
    dry: { type: 'boolean', short: 'd', summary: 'Wait until it is dry' },
  },
  asksRegistries: true,
  details: ['Walls are painted from the top.'],
  examples: ['paint north', 'paint north red --coats 2'],
};

const ENTRY = { name: 'paint', summary: 'Paint a wall' };

const parse = (...args: string[]) => parseCommandLine(USAGE, args);

describe('parsing a command line', () => {
  test('a command takes its own options, the shared ones and its parameters', () => {
    const { flags, parameters } = parse('north', '--coats=2', '-C', 'house', '--json', 'red', '-d');
    assert.deepEqual({ ...flags }, { coats: '2', project: 'house', json: true, dry: true });
    assert.deepEqual(parameters, ['north', 'red']);
  });

  test('a missing or surplus parameter is refused, except with --help', () => {
    assert.throws(() => parse('--dry'), { name: 'UsageError', message: '<wall> is missing' });
    assert.throws(() => parse('north', 'red', 'blue'), { message: "'blue' is one argument too many" });
    assert.equal(parse('--help').flags.help, true);
  });

  test('--remote may be repeated', () => {
    assert.deepEqual(parse('north', '--remote', 'http://a', '--remote=http://b').flags.remote, [
      'http://a',
      'http://b',
    ]);
  });

  test('only a command that uses registries takes their options', () => {
    const usage = { ...USAGE, asksRegistries: false };
    for (const option of ['--remote=x', '--token=x', '--timeout=1']) {
      parse('north', option);
      assert.throws(() => parseCommandLine(usage, ['north', option]), /there is no option/);
    }
  });
});

test('the help of a command has its usage, every option and the examples', () => {
  const help = describeUsage(ENTRY, USAGE);
  assert.match(help, /^Paint a wall\.\n\nUsage: prime paint <wall> \[<color>\] \[options\]\n/);
  assert.match(help, /\n\nWalls are painted from the top\.\n\n/);
  assert.match(help, /\n {6}--coats <number> +How often\n/);
  assert.match(help, /\n {2}-d, --dry +Wait until it is dry\n/);
  for (const shared of ['-C, --project <folder>', '--json', '--remote <url>', '-h, --help']) {
    assert.ok(help.includes(shared), shared);
  }
  assert.ok(help.endsWith('Examples:\n  prime paint north\n  prime paint north red --coats 2\n'), help);
});
