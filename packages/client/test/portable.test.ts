// The client also runs in browsers: it uses one module of Node.js, in the one file that browsers do not load.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

it('only the file with the SHA-256 of Node.js imports from Node.js', () => {
  const cwd = join(import.meta.dirname, '../src');
  const files = globSync('**/*.ts', { cwd });
  const users = files.filter((path) =>
    /from 'node:|\bBuffer\b|\bprocess\./.test(readFileSync(join(cwd, path), 'utf8')),
  );
  assert.ok(files.length > 30);
  assert.deepEqual(users, [join('sha256', 'node-sha256.ts')]);
});
