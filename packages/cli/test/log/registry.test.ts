// The log of a real registry, with prime.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createPrimeUser, manifestText, startRegistry } from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';

const registry = await startRegistry();
after(() => registry.stop());

test('a publish, an install, and everything that checks them', async () => {
  await using author = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  await writeFiles(author.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name: '@acme/logged' }) });
  const published = await author.prime(['publish', '--yes']);
  assert.equal(published.code, 0, published.stderr);
  assert.match(published.stdout, /\n {2}logged +#1\n/);
  assert.match(published.stderr, /is trusted from now on/);
  for (const version of ['1.1.0', '2.0.0'])
    await registry.author.mustPublish({ name: '@acme/logged', version });

  await using user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
  const installed = await user.prime(['install', '@acme/logged@^1']);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /@acme\/logged +1\.1\.0 .* logged #2\n/);
  assert.deepEqual((await user.prime(['update'])).code, 0);
  const verified = await user.prime(['verify', '--log', '--online']);
  assert.match(verified.stdout, /^1 Prime intact, 1 in the log of \S+ \(4 entries, seen just now\)\.\n$/);
  const whole = await user.prime(['log', 'verify']);
  assert.equal(whole.code, 0, whole.stdout + whole.stderr);
  assert.match(whole.stdout, /^4 entries of .* make sense: 3 versions of 1 Prime\.\n$/);
  assert.match((await user.prime(['log', 'status'])).stdout, /\n +entries +4 \(root /);
  assert.equal((await user.prime(['log', 'watch', '@acme', '--once'])).stdout.split('\n').length, 4);
  assert.deepEqual((await readdir(join(user.stateFolder, 'logs'))).length, 2);
});

test('an install from a mirror is in the log of the mirror', async () => {
  await using mirror = await startMirror();
  await registry.author.mustPublish({ name: '@acme/pulled' });
  await using user = await createPrimeUser({ PRIME_REGISTRY: mirror.baseUrl });
  const installed = await user.prime(['install', '@acme/pulled']);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /@acme\/pulled +1\.0\.0 .* logged #1, and #4 of http\S+\n/);
  const verified = await user.prime(['log', 'verify']);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
});

test('the commands that the page of the log shows can be copied', async (t) => {
  const page = await registry.anonymous.get('/-/log', { accept: 'text/html' });
  const shown = page.text
    .replaceAll('<em data-origin>this address</em>', registry.baseUrl)
    .replaceAll('@your-scope', '@acme')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'");
  const commands = [...shown.matchAll(/^(?:<pre[^>]*>)?prime (.+?)(?:<\/pre>)?$/gm)].map(
    ([, line = '']) => line,
  );
  assert.deepEqual(commands.length, 2, shown);
  await using user = await createPrimeUser({});
  for (const command of commands) {
    const once = command.startsWith('log watch') ? ['--once'] : [];
    const { code, stderr } = await user.prime([...command.split(' '), ...once]);
    assert.equal(code, 0, `${command}: ${stderr}`);
  }
  const [script = ''] = /curl(?:.|\n)*?(?=<\/pre>)/.exec(shown) ?? [];
  assert.match(script, /openssl/);
  for (const program of ['curl', 'openssl'])
    if (!(await isThere(program))) return t.skip(`${program} is not here`);
  const { stdout } = await execFileAsync('sh', ['-ec', script], { cwd: user.project });
  assert.equal(stdout, 'Signature Verified Successfully\n');
});

const execFileAsync = promisify(execFile);

async function isThere(program: string): Promise<boolean> {
  const found = execFileAsync('sh', ['-c', `command -v ${program}`]);
  return found.then(
    () => true,
    () => false,
  );
}

async function startMirror() {
  const upstream = {
    ...{ url: registry.baseUrl, scopes: ['*'], token: undefined, timeoutMs: 5000, listMaxAgeMs: 60_000 },
    ...{ allowsPrivateAddresses: true, acceptsNotFoundPages: false },
  };
  const mirror = await startRegistry({ upstreams: [upstream] });
  return { baseUrl: mirror.baseUrl, [Symbol.asyncDispose]: () => mirror.stop() };
}
