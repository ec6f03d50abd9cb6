// Options on a command line.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeOptions, type Options, parseOptions, UsageError } from '../src/index.ts';

const OPTIONS: Options = {
  coats: { type: 'string', value: '<number>', summary: 'How often' },
  dry: { type: 'boolean', short: 'd', summary: 'Wait until it is dry' },
  folder: { type: 'string', short: 'C', value: '<folder>', summary: 'Where' },
  remote: { type: 'string', multiple: true, value: '<url>', summary: 'Which' },
  seal: { type: 'flag-or-value', value: '<stamp>', summary: 'Seal it' },
  help: { type: 'boolean', short: 'h', summary: 'Show this help' },
};

const parse = (...args: string[]) => parseOptions(OPTIONS, args);

function messageOf(...args: string[]): string {
  try {
    parse(...args);
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message;
  }
  return assert.fail(`${args.join(' ')} was accepted`);
}

describe('parsing options', () => {
  test('options may be before, between and after the positional arguments', () => {
    for (const line of ['--coats 2 north red -d', 'north --coats=2 red --dry', 'north red -d --coats 2']) {
      const { flags, parameters } = parse(...line.split(' '));
      assert.deepEqual({ ...flags }, { coats: '2', dry: true }, line);
      assert.deepEqual(parameters, ['north', 'red'], line);
    }
  });

  test('a repeated option is a list if it is declared so; otherwise the last value counts', () => {
    const { flags } = parse('--remote', 'http://a', '--remote=http://b', '--coats=1', '--coats=2');
    assert.deepEqual(flags.remote, ['http://a', 'http://b']);
    assert.equal(flags.coats, '2');
  });

  test('--no- turns a switch off', () => {
    assert.equal(parse('--dry', '--no-dry').flags.dry, false);
  });

  test("'--' ends the options, and '-' alone is a value", () => {
    assert.deepEqual(parse('--', '--dry').parameters, ['--dry']);
    assert.deepEqual(parse('-').parameters, ['-']);
    assert.equal(parse('--coats', '-').flags.coats, '-');
  });

  test('an option with a value that may be left out takes it only after =', () => {
    assert.deepEqual({ ...parse('--seal', 'north').flags }, { seal: true });
    assert.deepEqual(parse('--seal', 'north').parameters, ['north']);
    assert.equal(parse('--seal=lion').flags.seal, 'lion');
    assert.equal(parse('--seal=key::a=b').flags.seal, 'key::a=b');
    assert.equal(parse('--seal', '--no-seal').flags.seal, false);
    assert.equal(messageOf('--seal='), "'--seal=' needs a value after the '='");
    assert.match(describeOptions(OPTIONS).join('\n'), /--seal\[=<stamp>\],Seal it/);
  });

  test('a value may begin with a dash when it is part of the same argument', () => {
    assert.equal(parse('--coats=-5').flags.coats, '-5');
    assert.equal(parse('-C-folder').flags.folder, '-folder');
  });

  test('a wrong option is refused with a message that says what is wrong', () => {
    const cases: [args: string[], message: string][] = [
      [['--coat', '2'], "there is no option '--coat'; did you mean '--coats'?"],
      [['--hlep'], "there is no option '--hlep'; did you mean '--help'?"],
      [['--varnish=2'], "there is no option '--varnish'"],
      [['-x'], "there is no option '-x'"],
      [['-dx'], "there is no option '-x'"],
      [['--no-coats'], "there is no option '--no-coats'; did you mean '--coats'?"],
      [['--__proto__'], "there is no option '--__proto__'"],
      [['--constructor'], "there is no option '--constructor'"],
      [['--dry=1'], "'--dry' takes no value"],
      [['--coats'], "'--coats' needs a value: --coats <number>"],
      [['-C'], "'-C' needs a value: -C <folder>"],
      [['--coats', '-5'], "'--coats' needs a value; one that begins with '-' is written '--coats=-5'"],
      [['--coats', '--dry'], "'--coats' needs a value; one that begins with '-' is written '--coats=--dry'"],
    ];
    for (const [args, message] of cases) assert.equal(messageOf(...args), message);
  });
});
