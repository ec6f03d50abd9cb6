// A policy of the user decides whose signature counts.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FakeLog, makeKey, sha256 } from '@prime-registry/testkit/fake-log';
import { formatVerifierKey, SIGNATURE_TYPES } from '@prime-registry/tlog';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
await registry.publish('@acme/one', '1.0.0');
await registry.publish('@acme/two', '1.0.0');

test('a policy that names the log is used instead of the first key', async () => {
  await using user = await registry.makeUser();
  const policy = join(user.project, 'policy');
  await writeFile(policy, `log ${log.vkey} ${proxy.baseUrl}/-/log\nquorum none\n`);
  assert.equal((await user.prime(['config', 'set', 'log-policy', 'policy'])).code, 0);
  const { code, stdout, stderr } = await user.prime(['install', '@acme/one']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /logged #1/);
  assert.match((await user.prime(['log', 'status'])).stdout, /\n +trusted +by your policy\n/);

  const other = new FakeLog();
  await writeFile(policy, `log ${other.vkey} ${proxy.baseUrl}/-/log\nquorum none\n`);
  const refused = await user.prime(['install', '@acme/two']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /your policy does not believe the head of the log/);
});

test('a policy without addresses counts for the logs that it names', async () => {
  await using user = await registry.makeUser();
  await writeFile(join(user.project, 'policy'), `log ${log.vkey}\nquorum none\n`);
  await user.prime(['config', 'set', 'log-policy', 'policy']);
  assert.equal((await user.prime(['install', '@acme/one'])).code, 0);
  const trueKey = log.key;
  log.key = makeKey();
  assert.match((await user.prime(['install', '@acme/two'])).stderr, /your policy does not believe/);
  log.key = trueKey;
});

test('a quorum of witnesses that have not signed refuses the log', async () => {
  await using user = await registry.makeUser();
  const { publicKey } = makeKey();
  const type = SIGNATURE_TYPES.ed25519Cosignature;
  const witness = formatVerifierKey(sha256, { name: 'witness.example', type, publicKey });
  const text = `log ${log.vkey}\nwitness w1 ${witness}\nquorum w1\n`;
  await writeFile(join(user.project, 'policy'), text);
  assert.equal((await user.prime(['config', 'set', 'log-policy', 'policy'])).code, 0);
  const { code, stderr } = await user.prime(['install', '@acme/one']);
  assert.equal(code, 1);
  assert.match(stderr, /too few witnesses have cosigned the checkpoint/);
});

test('what is no policy is refused, and a project cannot have one', async () => {
  await using user = await registry.makeUser();
  const set = (...args: string[]) => user.prime(['config', 'set', 'log-policy', ...args]);
  assert.match((await set('gone')).stderr, /log-policy: .*gone does not exist/);
  await writeFile(join(user.project, 'policy'), 'log nonsense\n');
  const wrong = await set('policy');
  assert.equal(wrong.code, 3);
  assert.match(wrong.stderr, /log-policy: .*policy: /);
  const shared = await set('policy', '--for-project');
  assert.equal(shared.code, 3);
  assert.match(shared.stderr, /could choose whose logs you trust/);
});
