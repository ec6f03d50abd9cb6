// A cache that comes from elsewhere, such as that of a CI service: nothing in it is believed that somebody else has written.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildTarball, createPrimeUser, manifestText, startRegistry } from '@prime-registry/testkit';

const NAME = '@acme/web-style';
const registry = await startRegistry();
const user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
after(() => Promise.all([registry.stop(), user.remove()]));

test('answers of a registry that somebody has changed in the cache are asked for again', async () => {
  await registry.author.mustPublish({ name: NAME, version: '1.0.0', files: { 'README.md': 'Genuine.' } });
  const genuine = JSON.parse((await user.prime(['info', NAME, '--json'])).stdout);
  const evil = buildTarball({
    'pack.yaml': manifestText({ name: NAME, version: '1.0.0' }),
    'README.md': 'Evil.',
  });
  const sha256 = hash('sha256', evil);
  assert.equal((await user.prime(['install', NAME])).code, 0);

  // The entity tag stays, so that the registry answers 304.
  const folder = join(user.cacheFolder, 'http');
  let changed = 0;
  for (const name of await readdir(folder)) {
    const entry = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const body = entry.body
      .replaceAll(genuine.sha256, sha256)
      .replace(/"size_bytes":\d+/, `"size_bytes":${evil.length}`);
    if (body !== entry.body) changed += 1;
    // Sealed as 0.1.0 did it, too.
    const sealed = { ...entry, body, sha256: hash('sha256', `${entry.etag}\n${body}`) };
    await writeFile(join(folder, name), JSON.stringify(sealed));
  }
  assert.ok(changed > 0);
  await mkdir(join(user.cacheFolder, 'tarballs', sha256.slice(0, 2)), { recursive: true });
  await writeFile(join(user.cacheFolder, 'tarballs', sha256.slice(0, 2), sha256), evil);

  const shown = JSON.parse((await user.prime(['info', NAME, '--json'])).stdout);
  assert.equal(shown.sha256, genuine.sha256);
  await rm(join(user.project, '.primes'), { recursive: true });
  await rm(user.stateFolder, { recursive: true });
  const { code, stderr } = await user.prime(['install', NAME]);
  assert.equal(code, 0, stderr);
  assert.equal(await readFile(join(user.project, '.primes', NAME, 'README.md'), 'utf8'), 'Genuine.');
});

for (const [what, put] of [
  ['named pipes', async (path: string) => void execFileSync('mkfifo', [path])],
  ['links to a device without an end', (path: string) => symlink('/dev/zero', path)],
] as const) {
  test(`${what} in the cache keep nobody waiting`, { skip: process.platform === 'win32' }, async () => {
    await using other = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await registry.author.publish({ name: '@acme/waiting', version: '1.0.0' });
    assert.equal((await other.prime(['install', '@acme/waiting'])).code, 0);
    const entries = await readdir(other.cacheFolder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((each) => join(each.parentPath, each.name));
    assert.ok(files.length >= 4, files.join());
    for (const path of files) {
      await rm(path);
      await put(path);
    }
    await rm(join(other.project, '.primes'), { recursive: true });
    // A process, which can be ended if it waits.
    const killWhen = { signal: 'SIGKILL', condition: () => false } as const;
    const { code, stderr } = await other.prime(['install', '@acme/waiting'], { killWhen });
    assert.equal(code, 0, stderr);
    assert.equal((await other.prime(['install', '--offline', '--frozen'])).code, 0);
  });
}
