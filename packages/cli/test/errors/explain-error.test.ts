import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PackError } from '@prime-registry/archive';
import { type FailureReason, RegistryRequestError, ResolutionError } from '@prime-registry/client';
import { UsageError } from '@prime-registry/command-line';
import { CommandError } from '../../src/errors/command-error.ts';
import { explainError } from '../../src/errors/explain-error.ts';
import { ValidationError } from '../../src/errors/validation-error.ts';

const REGISTRY = 'https://primes.example';

function requestError(reason: FailureReason, status?: number, code?: string): RegistryRequestError {
  return new RegistryRequestError(`${REGISTRY} said no.`, {
    registry: REGISTRY,
    request: 'GET /pack/@acme/web-style/1.0.0',
    reason,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
  });
}

function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: in the words of the system`), { code, path });
}

describe('every kind of error has its exit code, its code for programs and its hint', () => {
  const login = `run 'prime login ${REGISTRY}' with a token of that registry`;
  const whoami = `'prime whoami --remote ${REGISTRY}' shows what your token may do`;
  const cases: [title: string, error: unknown, exitCode: number, code: string, hint?: string][] = [
    ['bad usage', new UsageError('no'), 3, 'usage'],
    ['an invalid file', new ValidationError('no'), 2, 'validation'],
    ['a tree that cannot be packed', new PackError('primes/x.prime', 'is not a file'), 2, 'validation'],
    ['a failure of a command', new CommandError('no'), 1, 'failed'],
    ['a failure with advice', new CommandError('no', { hint: 'wait' }), 1, 'failed', 'wait'],
    ['a registry that is away', requestError('unreachable'), 1, 'unreachable'],
    ['a registry that is slow', requestError('timeout'), 1, 'timeout', "'--timeout <seconds>' waits longer"],
    ['a malformed response', requestError('malformed'), 1, 'malformed'],
    ['other bytes than promised', requestError('corrupt'), 1, 'corrupt'],
    ['400', requestError('status', 400, 'invalid_manifest'), 2, 'invalid_manifest'],
    ['413', requestError('status', 413, 'tarball_too_large'), 2, 'tarball_too_large'],
    ['401', requestError('status', 401, 'token_invalid'), 1, 'token_invalid', login],
    ['403', requestError('status', 403, 'scope_not_allowed'), 1, 'scope_not_allowed', whoami],
    [
      'an unsigned publish',
      requestError('status', 403, 'signature_required'),
      1,
      'signature_required',
      "'prime publish --sign' signs it with your SSH key",
    ],
    ['403 of a contract-only registry', requestError('status', 403), 1, 'status', whoami],
    ['404', requestError('status', 404, 'version_not_found'), 1, 'version_not_found'],
    ['409', requestError('status', 409, 'version_exists'), 1, 'version_exists'],
    ['500', requestError('status', 500, 'internal'), 1, 'internal'],
    ['a Prime that no registry has', resolutionError('not-found'), 1, 'not_found'],
    ['a lock that does not fit', resolutionError('digest-mismatch'), 1, 'digest_mismatch'],
    ['Ctrl-C during a request', requestError('aborted'), 130, 'interrupted'],
    ['Ctrl-C elsewhere', new DOMException('This operation was aborted', 'AbortError'), 130, 'interrupted'],
    ['something unknown', new Error('no'), 1, 'failed'],
    ['a value that is not an error', 'no', 1, 'failed'],
  ];
  for (const [title, error, exitCode, code, hint] of cases) {
    test(title, () => {
      const explained = explainError(error);
      assert.deepEqual([explained.exitCode, explained.code, explained.hint], [exitCode, code, hint]);
      if (exitCode !== 130) assert.match(explained.message, /\bno/);
    });
  }

  test('a token in a variable that is not read: the one that is', () => {
    const hintWith = (environment: Record<string, string>) =>
      explainError(requestError('status', 401, 'token_missing'), environment).hint;
    const misnamed = `PRIME_TOKEN is not read: set PRIME_REGISTRY_TOKEN, or ${login}`;
    assert.equal(hintWith({ PRIME_TOKEN: 'x' }), misnamed);
    assert.equal(hintWith({ PRIME_TOKEN: 'x', PRIME_REGISTRY_TOKEN: 'y' }), login);
    assert.equal(hintWith({ PRIME_TOKEN: '' }), login);
  });

  test('a stable version that cannot be yanked: publish a fixed one', () => {
    const { exitCode, hint } = explainError(requestError('status', 403, 'stable_yank_refused'));
    assert.equal(exitCode, 1);
    assert.match(hint ?? '', /publish a fixed version/);
  });
});

function resolutionError(reason: ResolutionError['reason']): ResolutionError {
  const details = { reason, primeName: '@acme/web-style', range: '^1', registries: [REGISTRY] };
  return new ResolutionError('no', details);
}

test('wrong fields are listed', () => {
  const problems = [{ field: 'version', message: 'is not a version', line: 2, column: 10 }];
  assert.deepEqual(explainError(new ValidationError('no', problems)).problems, problems);
  const refused = new RegistryRequestError('no', {
    registry: REGISTRY,
    request: 'POST /publish',
    reason: 'status',
    status: 400,
    errors: problems,
  });
  assert.deepEqual(explainError(refused).problems, problems);
});

test('system errors are in plain words, with the path if there is one', () => {
  for (const [error, code, message] of [
    [systemError('EACCES', '/etc/x'), 'EACCES', '/etc/x: permission denied'],
    [systemError('ENOSPC'), 'ENOSPC', 'the disk is full'],
    [systemError('ENOENT', 'a/b'), 'ENOENT', 'a/b: there is no such file or folder'],
    [systemError('ERARE', 'a/b'), 'ERARE', 'ERARE: in the words of the system'],
  ] as const) {
    const explained = explainError(error);
    assert.equal(explained.exitCode, 1);
    assert.equal(explained.code, code);
    assert.ok(explained.message.startsWith(message), explained.message);
    assert.equal(explained.hint, undefined);
  }
});

test('a bug is reported as one', () => {
  for (const defect of [new TypeError('x is undefined'), new RangeError('x'), new ReferenceError('x')]) {
    const { exitCode, hint } = explainError(defect);
    assert.equal(exitCode, 1);
    assert.match(hint ?? '', /bug in prime.*--verbose/);
  }
});
