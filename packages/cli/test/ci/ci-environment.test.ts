// The CI system, by the variables of its runner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCi, NO_CI } from '../../src/ci/ci-environment.ts';

test('knows the runners of forges, and others by CI', () => {
  const github = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '/w' };
  assert.deepEqual(findCi(github), { isCi: true, readsWorkflowCommands: true, root: '/w' });
  const gitlab = { CI: 'true', GITLAB_CI: 'true', CI_PROJECT_DIR: '/builds/x' };
  assert.deepEqual(findCi(gitlab), { isCi: true, readsWorkflowCommands: false, root: '/builds/x' });
  for (const environment of [{ CI: '1' }, { CI: 'woodpecker' }, { TF_BUILD: 'True' }])
    assert.deepEqual(findCi(environment), { ...NO_CI, isCi: true });
});

test('is off without them, and with CI=false', () => {
  for (const environment of [{}, { CI: '' }, { CI: 'false' }, { CI: '0' }, { CI: 'False' }])
    assert.deepEqual(findCi(environment), NO_CI);
});
