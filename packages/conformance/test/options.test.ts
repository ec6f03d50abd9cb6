// The command line: flags override the environment, and invalid values have clear messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from '../src/options.ts';
import { UsageError } from '../src/session/settings.ts';

const here = ['--base-url', 'http://127.0.0.1:8080'];

function optionsOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = readCommand(args, env);
  assert.ok(command.kind === 'run');
  return command.options;
}

test('flags override the environment', () => {
  const env = { PRIME_CONFORMANCE_BASE_URL: 'http://env.test', PRIME_CONFORMANCE_TOKEN: 'from-env' };
  assert.equal(optionsOf([], env).baseUrl, 'http://env.test');
  assert.equal(optionsOf([], env).token, 'from-env');
  assert.equal(optionsOf([...here, '--token', 'from-flag'], env).baseUrl, 'http://127.0.0.1:8080');
  assert.equal(optionsOf([...here, '--token', 'from-flag'], env).token, 'from-flag');
  assert.equal(optionsOf(here, { PRIME_CONFORMANCE_TOKEN: '' }).token, undefined);
});

test('optional features are on, off, or detected', () => {
  assert.deepEqual([optionsOf(here).search, optionsOf(here).yank], ['auto', 'auto']);
  assert.deepEqual([optionsOf(here).lifecycle, optionsOf(here).log], ['auto', 'auto']);
  const options = optionsOf([...here, '--search', '--no-yank', '--no-lifecycle', '--log']);
  assert.deepEqual(
    [options.search, options.yank, options.lifecycle, options.log],
    ['on', 'off', 'off', 'on'],
  );
});

test('the timeout is in seconds', () => {
  assert.equal(optionsOf([...here, '--timeout', '2.5']).timeoutMs, 2500);
});

test('flags set the report files', () => {
  const command = readCommand([...here, '--junit', 'a.xml', '--json', 'b.json'], {});
  assert.ok(command.kind === 'run');
  assert.deepEqual([command.junitFile, command.jsonFile], ['a.xml', 'b.json']);
});

test('help, version and list need no registry', () => {
  for (const kind of ['help', 'version', 'list'] as const)
    assert.equal(readCommand([`--${kind}`], {}).kind, kind);
});

test('an invalid value is a usage error with a correction', () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /--base-url/],
    [['--base-url', 'localhost:8080'], /must look like http/],
    [['--base-url', 'ftp://registry.test'], /must look like http/],
    [['--base-url', 'http://user:secret@registry.test'], /user name or a password/],
    [['--base-url', 'http://registry.test/?a=b'], /no query/],
    [[...here, '--token', 'two words'], /visible ASCII/],
    [[...here, '--token', 'line\nbreak'], /visible ASCII/],
    [[...here, '--scope', 'conformance'], /like @conformance/],
    [[...here, '--scope', '@a/b'], /like @conformance/],
    [[...here, '--timeout', '0'], /above 0/],
    [[...here, '--timeout', 'soon'], /above 0/],
    [[...here, '--timeout', ''], /above 0/],
    [[...here, '--no-such-flag'], /--no-such-flag/],
    [[...here, '--token'], /--token/],
  ];
  for (const [args, message] of cases) {
    assert.throws(
      () => readCommand(args, {}),
      (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, message);
        return true;
      },
    );
  }
});

test('a token without its flag, or a malformed one, is not quoted', () => {
  for (const args of [['my-secret-token'], ['--token', 'my-secret-token again']]) {
    assert.throws(
      () => readCommand([...here, ...args], {}),
      (error) => !String(error).includes('secret'),
    );
  }
});
