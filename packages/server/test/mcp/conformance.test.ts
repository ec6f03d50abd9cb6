// The official conformance suite for servers, as its authors run it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { STYLE } from './agents.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const BASELINE = join(import.meta.dirname, 'conformance-baseline.yml');

describe('the conformance suite', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
    await registry.author.mustPublish(STYLE);
  });
  after(() => registry.stop());

  test('fails where the baseline says so, and nowhere else', async () => {
    const args = ['server', '--url', `${registry.baseUrl}/-/mcp`, '--suite', 'all'];
    const run = promisify(execFile)(process.execPath, [SUITE, ...args, '--expected-failures', BASELINE]);
    const { stdout } = await run.catch((error: { stdout: string }) => assert.fail(error.stdout));
    for (const name of [
      'server-initialize',
      'ping',
      'tools-list',
      'resources-list',
      'dns-rebinding-protection',
    ])
      assert.match(stdout, new RegExp(`^✓ ${name}: [1-9]\\d* passed, 0 failed$`, 'm'));
  });
});
