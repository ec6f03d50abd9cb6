import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Usage } from '../src/command.ts';
import { describeUsage, parseCommandLine } from '../src/command-line.ts';
import { UsageError } from '../src/errors/usage-error.ts';

const USAGE: Usage = {
  name: 'paint',
  summary: 'Paint a wall',
  parameters: ['<wall>', '[<color>]'],
  options: {
    coats: { type: 'string', value: '<number>', summary: 'How often' },
    dry: { type: 'boolean', short: 'd', summary: 'Wait until it is dry' },
  },
  asksRegistries: true,
  details: ['Walls are painted from the top.'],
  examples: ['paint north', 'paint north red --coats 2'],
};

const parse = (...args: string[]) => parseCommandLine(USAGE, args);

function messageOf(...args: string[]): string {
  try {
    parse(...args);
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message;
  }
  return assert.fail(`${args.join(' ')} was accepted`);
}

describe('reading a command line', () => {
  test('options may stand before, between and behind the parameters', () => {
    for (const line of ['--coats 2 north red -d', 'north --coats=2 red --dry', 'north red -d --coats 2']) {
      const { flags, parameters } = parse(...line.split(' '));
      assert.deepEqual({ ...flags }, { coats: '2', dry: true }, line);
      assert.deepEqual(parameters, ['north', 'red'], line);
    }
  });

  test('a repeated option is a list where that is meant, else the last one counts', () => {
    const { flags } = parse('north', '--remote', 'http://a', '--remote=http://b', '--coats=1', '--coats=2');
    assert.deepEqual(flags.remote, ['http://a', 'http://b']);
    assert.equal(flags.coats, '2');
  });

  test('a switch can be taken back', () => {
    assert.equal(parse('north', '--dry', '--no-dry').flags.dry, false);
  });

  test("what follows '--' is no option, and '-' alone is a value", () => {
    assert.deepEqual(parse('--', '--dry').parameters, ['--dry']);
    assert.deepEqual(parse('-').parameters, ['-']);
    assert.equal(parse('north', '--coats', '-').flags.coats, '-');
  });

  test('a value may begin with a dash when it is written together with its option', () => {
    assert.equal(parse('north', '--coats=-5').flags.coats, '-5');
    assert.equal(parse('north', '-C-folder').flags.project, '-folder');
  });

  test('says what is wrong with an option, in one line', () => {
    const cases: [args: string[], message: string][] = [
      [['north', '--coat', '2'], "there is no option '--coat'; did you mean '--coats'?"],
      [['north', '--hlep'], "there is no option '--hlep'; did you mean '--help'?"],
      [['north', '--varnish=2'], "there is no option '--varnish'"],
      [['north', '-x'], "there is no option '-x'"],
      [['north', '-dx'], "there is no option '-x'"],
      [['north', '--no-coats'], "there is no option '--no-coats'; did you mean '--coats'?"],
      [['north', '--__proto__'], "there is no option '--__proto__'"],
      [['north', '--constructor'], "there is no option '--constructor'"],
      [['north', '--dry=1'], "'--dry' takes no value"],
      [['north', '--coats'], "'--coats' needs a value: --coats <number>"],
      [['north', '-C'], "'-C' needs a value: -C <folder>"],
      [
        ['north', '--coats', '-5'],
        "'--coats' needs a value; one that begins with '-' is written '--coats=-5'",
      ],
      [
        ['north', '--coats', '--dry'],
        "'--coats' needs a value; one that begins with '-' is written '--coats=--dry'",
      ],
    ];
    for (const [args, message] of cases) assert.equal(messageOf(...args), message);
  });

  test('says which parameter is missing, and which is one too many', () => {
    assert.equal(messageOf(), '<wall> is missing');
    assert.equal(messageOf('--dry'), '<wall> is missing');
    assert.equal(messageOf('north', 'red', 'blue'), "'blue' is one argument too many");
    assert.equal(parse('--help').flags.help, true, 'help needs no parameters');
  });

  test('a last parameter with … takes any number', () => {
    const usage = { ...USAGE, parameters: ['<wall>…'] };
    assert.deepEqual(parseCommandLine(usage, ['a', 'b', 'c']).parameters, ['a', 'b', 'c']);
    assert.throws(() => parseCommandLine(usage, []), /<wall>… is missing/);
    assert.deepEqual(parseCommandLine({ ...USAGE, parameters: ['[<wall>…]'] }, []).parameters, []);
  });

  test('only a command that asks registries takes their options', () => {
    const usage = { ...USAGE, asksRegistries: false };
    for (const option of ['--remote=x', '--token=x', '--timeout=1']) {
      parse('north', option);
      assert.throws(() => parseCommandLine(usage, ['north', option]), /there is no option/);
    }
  });
});

test('the help of a command has its usage, every option and the examples', () => {
  const help = describeUsage(USAGE);
  assert.match(help, /^Paint a wall\.\n\nUsage: prime paint <wall> \[<color>\] \[options\]\n/);
  assert.match(help, /\n\nWalls are painted from the top\.\n\n/);
  assert.match(help, /\n {6}--coats <number> +How often\n/);
  assert.match(help, /\n {2}-d, --dry +Wait until it is dry\n/);
  for (const shared of ['-C, --project <folder>', '--json', '--remote <url>', '-h, --help']) {
    assert.ok(help.includes(shared), shared);
  }
  assert.ok(help.endsWith('Examples:\n  prime paint north\n  prime paint north red --coats 2\n'), help);
});
