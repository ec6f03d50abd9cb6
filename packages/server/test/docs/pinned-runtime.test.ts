// The Node.js that npm installs is pinned, byte for byte, and documented in that version.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('every package with Node.js has one exact version and a SHA-512 in the lock file', async () => {
  const { optionalDependencies } = JSON.parse(await read('package.json'));
  const { packages } = JSON.parse(await read('package-lock.json'));
  const runtimes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  assert.ok(runtimes.length > 0);
  const guide = await read('docs/operations/install-and-run.md');
  for (const [name, version] of runtimes) {
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
    const locked = packages[`node_modules/${name}`];
    assert.equal(locked.version, version, name);
    assert.match(locked.integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, name);
    // Its scripts would run before anybody can compare anything.
    assert.equal(locked.hasInstallScript, undefined, name);
    assert.ok(guide.includes(`\`${name}\``), name);
    assert.ok(guide.includes(`node-v${version}-linux-x64`), `the guide compares version ${version}`);
  }
});
