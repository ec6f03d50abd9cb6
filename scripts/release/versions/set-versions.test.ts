// The version in package.json files and in the documentation.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setVersions } from './set-versions.ts';

test('commands in the documentation name the files of the new version, and nothing else changes', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'prime-registry-versions-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const history = 'Since prime-cli-0.1.0.tgz, …';
  write('package.json', '{ "name": "small", "version": "0.1.0" }');
  write(
    'README.md',
    'npx ./prime-registry-0.1.0.tgz, prime-registry:0.1.0, @acme/hello 0.1.0, prime-cli-0.1.0.1\n',
  );
  write('packages/client/README.md', 'npm install ./prime-registry-client-0.1.0.tgz\n');
  write('docs/operations/run.md', 'tar -xzf prime-registry-0.1.0-linux-x64.tar.gz\n');
  write('docs/cli.md', 'No version.\n');
  write('docs/decisions/0001.md', history);

  assert.deepEqual(setVersions(root, '1.2.0'), [
    'package.json',
    'README.md',
    'docs/operations/run.md',
    'packages/client/README.md',
  ]);
  assert.equal(
    read('README.md'),
    'npx ./prime-registry-1.2.0.tgz, prime-registry:1.2.0, @acme/hello 0.1.0, prime-cli-0.1.0.1\n',
  );
  assert.equal(read('packages/client/README.md'), 'npm install ./prime-registry-client-1.2.0.tgz\n');
  assert.equal(read('docs/operations/run.md'), 'tar -xzf prime-registry-1.2.0-linux-x64.tar.gz\n');
  assert.equal(read('docs/decisions/0001.md'), history);
});
