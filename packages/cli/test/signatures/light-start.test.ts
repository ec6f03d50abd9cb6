// Who signs nothing and has no policy does not pay for either: the code is not loaded.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { childEnvironment } from '@prime-registry/testkit/child-environment';
import { makeKey } from './ssh-keys.ts';

const run = promisify(execFile);
/** The sources, whose files have names. `main.mjs` would start the bundle of the clone. */
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const LIST_FILES = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`;

let folder: string;
let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'light-'));
  await writeFile(join(folder, 'list.mjs'), LIST_FILES);
  registry = await startRegistry();
  await registry.author.mustPublish({ name: '@acme/light' });
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
after(async () => {
  await Promise.all([user.remove(), registry.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** The files of this part that a command loads. */
async function listLoaded(...args: readonly string[]): Promise<string[]> {
  const loaded = join(folder, `loaded-${Math.random()}`);
  await writeFile(loaded, '');
  const hook = pathToFileURL(join(folder, 'list.mjs')).href;
  const env = { ...childEnvironment({}), ...user.environment, LOADED: loaded };
  await run(process.execPath, ['--import', hook, MAIN, ...args], { cwd: user.project, env });
  const files = (await readFile(loaded, 'utf8')).split('\n');
  assert.ok(files.length > 10, 'the hook sees what is loaded');
  return files.filter((file) => /\/sshsig\/|\/cli\/src\/(?:signatures|policy)\//.test(file));
}

it('prime --help, and installs of what nobody has signed, load nothing of it', async () => {
  assert.deepEqual(await listLoaded('--help'), []);
  assert.deepEqual(await listLoaded('install', '@acme/light'), []);
  assert.deepEqual(await listLoaded('install'), []);
  const key = await makeKey(folder, 'ada');
  const policy = `rules:\n  - primes: '@other/*'\n    signed-by: ${key.fingerprint}\n`;
  await writeFile(join(user.project, '.primes', 'policy.yaml'), policy);
  assert.ok((await listLoaded('install')).some((file) => file.endsWith('/policy/enforce-install.ts')));
});
