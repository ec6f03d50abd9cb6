// What a server does not load: parts of Node.js that take time at the start, and memory as long as it runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from './temporary-registry.ts';

/** Prints which of these parts of Node.js a process has loaded, at its end. */
const LIST_LOADED = `
  const isLoaded = (part) => process.moduleLoadList.includes('NativeModule ' + part);
  const listParts = () => ['http', 'internal/deps/undici/undici'].filter(isLoaded);
  process.on('exit', () => process.stderr.write('\\nloaded: ' + listParts() + '\\n'));`;

test('a registry without upstreams does not load the fetch of Node.js', async (t) => {
  const hook = `data:text/javascript,${encodeURIComponent(LIST_LOADED)}`;
  const { anonymous, end, stderr } = await start(t, { environment: { NODE_OPTIONS: `--import=${hook}` } });
  // Answered when all routes are loaded.
  assert.equal((await anonymous.get('/-/api')).status, 200);
  assert.equal(await end('SIGTERM'), 0);
  assert.equal(/^loaded: (.*)$/m.exec(stderr())?.[1], 'http');
});
