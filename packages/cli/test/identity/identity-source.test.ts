// Which identity a job has, by the variables that its runner sets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIdentitySource } from '../../src/identity/identity-source.ts';

const GITHUB = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 't' };
const labelOf = (
  environment: Record<string, string>,
  choice: Parameters<typeof findIdentitySource>[1] = 'auto',
) => findIdentitySource(environment, choice)?.label;

test('the variables of each system', () => {
  assert.equal(labelOf({}), undefined);
  assert.equal(labelOf(GITHUB), 'GitHub Actions');
  assert.equal(labelOf({ ...GITHUB, FORGEJO_ACTIONS: 'true' }), 'Forgejo Actions');
  assert.equal(labelOf({ CIRCLE_OIDC_TOKEN_V2: 'x' }), 'CircleCI');
  assert.equal(labelOf({ BUILDKITE: 'true', BUILDKITE_JOB_ID: '1' }), 'Buildkite');
  assert.equal(labelOf({ PRIME_ID_TOKEN_FILE: '/x' }), 'PRIME_ID_TOKEN_FILE');
});

test('half of them, or empty ones, are no identity', () => {
  assert.equal(labelOf({ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x' }), undefined);
  assert.equal(labelOf({ ...GITHUB, ACTIONS_ID_TOKEN_REQUEST_TOKEN: ' ' }), undefined);
  assert.equal(labelOf({ PRIME_ID_TOKEN: '\n', BUILDKITE: 'true' }), undefined);
});

test('what the job was given comes first, and a choice excludes the others', () => {
  const all = { ...GITHUB, PRIME_ID_TOKEN: 'x', PRIME_ID_TOKEN_FILE: '/x', CIRCLE_OIDC_TOKEN_V2: 'x' };
  assert.equal(labelOf(all), 'PRIME_ID_TOKEN');
  assert.equal(labelOf({ ...all, PRIME_ID_TOKEN: '' }), 'PRIME_ID_TOKEN_FILE');
  assert.equal(labelOf(all, 'github'), 'GitHub Actions');
  assert.equal(labelOf(all, 'circleci'), 'CircleCI');
  assert.equal(labelOf(all, 'buildkite'), undefined);
});
