// A policy with a quorum of witnesses: what they have not cosigned is not installed.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createPrimeUser, startRegistry } from '@prime-registry/testkit';
import { type FakeWitness, makeWitness } from '@prime-registry/testkit/fake-log';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import { type LoggedRegistry, startLogged } from './logged-registry.ts';

/** A registry whose log has two witnesses, and a user who wants one of them or both. */
async function startWitnessed(t: TestContext, threshold: 'any' | 'all') {
  const registry = await startLogged();
  t.after(() => registry[Symbol.asyncDispose]());
  const witnesses: [FakeWitness, FakeWitness] = [makeWitness('one.example'), makeWitness('two.example')];
  registry.log.witnesses.push(...witnesses);
  const user = await makeUser(t, registry, witnesses, threshold);
  return { ...registry, witnesses, user };
}

async function makeUser(
  t: TestContext,
  registry: Pick<LoggedRegistry, 'log' | 'makeUser'>,
  witnesses: readonly FakeWitness[],
  threshold: 'any' | 'all',
) {
  const user = await registry.makeUser();
  t.after(() => user[Symbol.asyncDispose]());
  await setPolicy(user, registry.log.vkey, witnesses, threshold);
  return user;
}

async function setPolicy(
  user: Awaited<ReturnType<typeof createPrimeUser>>,
  vkey: string,
  witnesses: readonly FakeWitness[],
  threshold: 'any' | 'all',
): Promise<void> {
  const lines = [
    `log ${vkey}`,
    ...witnesses.map((witness, index) => `witness w${index} ${witness.vkey}`),
    `group g ${threshold} ${witnesses.map((_, index) => `w${index}`).join(' ')}`,
    'quorum g\n',
  ];
  await writeFile(join(user.project, 'policy'), lines.join('\n'));
  const { code, stderr } = await user.prime(['config', 'set', 'log-policy', 'policy']);
  assert.equal(code, 0, stderr);
}

test('a version in a head that the quorum has cosigned is installed, also if the log has grown since', async (t) => {
  const { log, publish, witnesses, user } = await startWitnessed(t, 'any');
  await publish('@acme/one', '1.0.0');
  witnesses[0].size = log.size;
  await publish('@acme/two', '1.0.0');
  const { code, stdout, stderr } = await user.prime(['install', '@acme/one']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /logged #1/);
  const status = await user.prime(['log', 'status']);
  assert.match(status.stdout, /\n +entries +2 /);
  assert.match(
    status.stdout,
    /\n +witness +one\.example has cosigned 2 entries\n +witness +two\.example has cosigned nothing yet\n/,
  );
});

test('an install waits for the witnesses', async (t) => {
  const { log, publish, witnesses, user } = await startWitnessed(t, 'all');
  await publish('@acme/one', '1.0.0');
  witnesses[0].size = log.size;
  const installing = user.prime(['install', '@acme/one']);
  await delay(2500);
  witnesses[1].size = log.size;
  const { code, stdout, stderr } = await installing;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /logged #1/);
});

// Each waits for 15 seconds, and has its own registry.
describe('after 15 seconds', { concurrency: true }, () => {
  test('what too few witnesses have cosigned is refused, and nothing is changed', async (t) => {
    const { log, publish, witnesses, user } = await startWitnessed(t, 'all');
    await publish('@acme/one', '1.0.0');
    witnesses[0].size = log.size;
    const startMs = performance.now();
    const { code, stdout } = await user.prime(['install', '@acme/one', '--json']);
    assert.equal(code, 1);
    assert.ok(performance.now() - startMs >= 15_000);
    const { error } = JSON.parse(stdout);
    assert.equal(error.code, 'log_unwitnessed');
    assert.match(error.message, /@acme\/one 1\.0\.0 is not witnessed yet: too few witnesses have cosigned/);
    assert.match(error.hint ?? error.help, /The registry asks one\.example, two\.example; your policy/);
    assert.equal((await user.prime(['list'])).stdout.includes('@acme/one'), false);
  });

  test('a cosignature of another key, or of another head, does not count', async (t) => {
    const { log, publish, witnesses, user } = await startWitnessed(t, 'any');
    await publish('@acme/one', '1.0.0');
    const impostor = makeWitness('one.example');
    impostor.size = log.size;
    log.witnesses.splice(0, 2, impostor);
    witnesses[0].size = 1;
    log.witnesses.push(witnesses[0]);
    // Nothing of it is what the policy asks for.
    const { code, stderr } = await user.prime(['install', '@acme/one']);
    assert.equal(code, 1);
    assert.match(stderr, /is not witnessed yet/);
  });
});

test('without witnesses, a policy that asks for some refuses an install at once; a publish does not wait for them', async (t) => {
  const registry = await startRegistry();
  t.after(() => registry.stop());
  const user = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  t.after(() => user[Symbol.asyncDispose]());
  const { vkeys } = (await registry.anonymous.get('/-/log')).json;
  await setPolicy(user, vkeys[0], [makeWitness('one.example')], 'any');
  await writeFiles(user.project, GOOD_PRIME);
  const published = await user.prime(['publish', '--yes', '--json']);
  assert.equal(published.code, 0, published.stderr);
  const { name } = JSON.parse(published.stdout);
  const { code, stderr } = await user.prime(['install', name]);
  assert.equal(code, 1);
  assert.match(stderr, /is not witnessed yet: too few witnesses have cosigned the checkpoint/);
  assert.match(stderr, /the registry asks no witnesses/);
});
