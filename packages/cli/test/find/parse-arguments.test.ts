import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '@prime-registry/command-line';
import {
  parseNameArgument,
  parseSpecArgument,
  parseVersionArgument,
} from '../../src/find/parse-arguments.ts';

test('parses names, ranges and versions', () => {
  assert.equal(parseNameArgument('@acme/web-style').full, '@acme/web-style');
  assert.equal(parseSpecArgument('@acme/web-style').range, 'latest');
  assert.equal(parseSpecArgument('@acme/web-style@^1.2').range, '^1.2');
  const { name, version } = parseVersionArgument('@acme/web-style@1.2.0-beta.1');
  assert.deepEqual([name.scope, version], ['@acme', '1.2.0-beta.1']);
});

test('invalid ones are usage errors with a correction', () => {
  for (const [parse, text, advice] of [
    [parseNameArgument, 'web-style', /@acme\/web-style/],
    [parseNameArgument, '@acme/web-style@1.0.0', /has a version or range, .*: '@acme\/web-style'$/],
    [parseSpecArgument, '@acme/web-style@v1', /leave out the 'v'/],
    [parseVersionArgument, '@acme/web-style', /as in '@acme\/web-style@1\.2\.0'/],
    [parseVersionArgument, '@acme/web-style@^1.0.0', /as in '@acme\/web-style@1\.2\.0'/],
    [parseVersionArgument, '@acme/web-style@latest', /as in/],
    [parseVersionArgument, '@acme/web-style@1.0', /as in/],
  ] as const) {
    assert.throws(
      () => parse(text),
      (error) => error instanceof UsageError && advice.test(error.message),
      text,
    );
  }
});
