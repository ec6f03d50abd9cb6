// Other versions of Node.js for tests.
import type { TestContext } from 'node:test';
import { getNodeRuntime, type NodeRuntime } from './node-runtime.ts';

/**
 * The path of a Node.js. Where it cannot run or be fetched, the test is skipped with a loud warning.
 * @throws Error if it cannot be fetched and REQUIRE_NODE_RUNTIMES is 1
 */
export async function findNodeRuntime(runtime: NodeRuntime, t: TestContext): Promise<string | undefined> {
  try {
    if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Error('it needs Linux on x64');
    return await getNodeRuntime(runtime);
  } catch (error) {
    if (process.env.REQUIRE_NODE_RUNTIMES === '1') throw error;
    const reason = `A TEST WITH ${runtime} IS SKIPPED: ${(error as Error).message}`;
    process.stderr.write(`\n${reason}\n\n`);
    t.skip(reason);
    return undefined;
  }
}
