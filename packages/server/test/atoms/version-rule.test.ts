// The version rule: reported in the receipt, or enforced.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type AtomSource, atomFiles, expectProblem, startRegistry } from '@prime-registry/testkit';

const ALPHA: AtomSource = { id: '@acme/alpha', description: 'One' };
const BETA: AtomSource = { id: '@acme/beta', edges: { requires: ['@acme/alpha'] } };

const [warning, enforcing, silent] = [
  await startRegistry(),
  await startRegistry({ versionRule: 'enforce' }),
  await startRegistry({ versionRule: 'off' }),
];
after(() => Promise.all([warning, enforcing, silent].map((registry) => registry.stop())));

describe('the receipt of a publish', () => {
  const publish = (version: string, name: string, ...sources: AtomSource[]) =>
    warning.author.mustPublish({ name, version, files: atomFiles(...sources) });

  test('reports the atoms, in a field that is not in the contract', async () => {
    const receipt = await publish('1.0.0', '@acme/first', ALPHA, BETA);
    assert.deepEqual(Object.keys(receipt), ['name', 'version', 'sha256', 'url', 'log', 'atoms']);
    assert.deepEqual(receipt.atoms, {
      count: 2,
      kinds: [{ kind: 'rule', count: 2 }],
      problem_count: 1,
      problems: receipt.atoms?.problems,
    });
    assert.equal(receipt.atoms?.problems[0]?.path, 'primes/sources/@acme/beta.prime');
  });

  test('reports a version number that understates the changes', async () => {
    await publish('1.0.0', '@acme/rule', ALPHA, BETA);
    const { atoms } = await publish('1.0.1', '@acme/rule', ALPHA);
    assert.deepEqual(atoms?.step, {
      from: '1.0.0',
      changes: { added: 0, removed: 1, changed: 0, edges_gained: 0, edges_lost: 1, removed_verbs: 1 },
      rule: {
        required: 'major',
        respected: false,
        suggestion: '2.0.0',
        message: atoms?.step?.rule.message,
        reasons: ['the atom @acme/beta was removed', "no edge has the verb 'requires' any more"],
      },
    });
    const next = await publish('1.0.2', '@acme/rule', { ...ALPHA, description: 'Two' });
    assert.deepEqual(
      [next.atoms?.step?.from, next.atoms?.step?.rule.required, next.atoms?.step?.rule.respected],
      ['1.0.1', 'patch', true],
    );
    assert.deepEqual(next.atoms?.step?.rule.reasons, []);
  });

  test('compares with the highest lower version, whenever that was published', async () => {
    await publish('1.0.0', '@acme/order', ALPHA);
    await publish('3.0.0', '@acme/order', BETA);
    await publish('2.0.0-rc.1', '@acme/order', ALPHA, BETA);
    const fromOf = async (version: string) =>
      (await publish(version, '@acme/order', ALPHA, BETA)).atoms?.step?.from;
    assert.equal(await fromOf('1.1.0'), '1.0.0');
    assert.equal(await fromOf('2.0.0-rc.2'), '2.0.0-rc.1', 'a prerelease with the one before it');
    assert.equal(await fromOf('2.0.0'), '1.1.0', 'a stable version with a stable one');
    assert.equal(await fromOf('0.9.0'), undefined);
    await warning.admin.yank('@acme/order', '2.0.0-rc.2');
    assert.equal(await fromOf('2.0.0-rc.3'), '2.0.0-rc.1', 'never with a yanked one');
  });

  test('says nothing if the rule is off', async () => {
    for (const version of ['1.0.0', '1.0.1']) {
      const sources = version === '1.0.0' ? [ALPHA, BETA] : [ALPHA];
      const receipt = await silent.author.mustPublish({ version, files: atomFiles(...sources) });
      assert.deepEqual([receipt.atoms?.count, receipt.atoms?.step], [sources.length, undefined]);
    }
  });
});

describe('an enforced rule', () => {
  const publish = (version: string, ...sources: AtomSource[]) =>
    enforcing.author.publish({ version, files: atomFiles(...sources) });

  test('refuses a step that is too small, with the reasons and a sufficient version', async () => {
    assert.equal((await publish('1.0.0', ALPHA, BETA)).status, 201);
    const { detail, errors } = expectProblem(await publish('1.1.0', ALPHA), 'version_step_too_small');
    assert.match(detail, /1\.0\.0 to 1\.1\.0 is too small a step .*; use 2\.0\.0 or later/);
    assert.deepEqual(errors, [
      { field: 'version', message: 'the atom @acme/beta was removed' },
      { field: 'version', message: "no edge has the verb 'requires' any more" },
    ]);
    assert.equal((await enforcing.anonymous.get('/pack/@acme/web-style/1.1.0')).status, 404);
    assert.equal((await enforcing.listFiles()).length, 1, 'nothing is left behind');
    expectProblem(await publish('1.0.1', ALPHA, BETA, { id: '@acme/new' }), 'version_step_too_small');
    assert.equal((await publish('1.1.0', ALPHA, BETA, { id: '@acme/new' })).status, 201);
    assert.equal((await publish('2.0.0', ALPHA)).status, 201);
  });

  test('cannot be bypassed by a prerelease in between', async () => {
    assert.equal((await publish('2.1.0-rc.1', ALPHA)).status, 201);
    expectProblem(await publish('2.1.0', BETA), 'version_step_too_small');
  });

  test('reports many reasons briefly', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `@acme/many-${index}` }));
    await publish('5.0.0', ...many);
    const { errors = [] } = expectProblem(await publish('5.0.1', ALPHA), 'version_step_too_small');
    assert.equal(errors.length, 21);
    assert.deepEqual(errors.at(-1), { field: 'version', message: 'and 10 more' });
  });

  test('is checked after permissions, and after whether the version exists', async () => {
    const files = atomFiles(ALPHA);
    const foreign = await enforcing.stranger.publish({ version: '5.0.2', files });
    expectProblem(foreign, 'scope_not_allowed');
    expectProblem(await publish('5.0.0', ALPHA), 'version_exists');
  });
});
