// RegistryError: the parts for the caller, and the cause for the log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryError } from '../src/registry-error.ts';

test('an error has the status of its code and the detail as its message', () => {
  const error = new RegistryError('version_exists', { detail: '1.0.0 is published already.' });
  assert.ok(error instanceof Error);
  assert.equal(error.name, 'RegistryError');
  assert.equal(error.code, 'version_exists');
  assert.equal(error.status, 409);
  assert.equal(error.message, '1.0.0 is published already.');
  assert.equal(error.errors, undefined);
  assert.deepEqual(error.headers, {});
});

test('an error has the invalid fields, its headers and its cause', () => {
  const cause = new Error('the disk is full');
  const errors = [{ field: 'name', message: 'is missing' }];
  const error = new RegistryError(
    'storage_unavailable',
    { detail: 'Try again.', errors, headers: { 'Retry-After': '5' } },
    { cause },
  );
  assert.equal(error.errors, errors);
  assert.deepEqual(error.headers, { 'Retry-After': '5' });
  assert.equal(error.cause, cause);
  assert.doesNotMatch(error.message, /disk/);
});
