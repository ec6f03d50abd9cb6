// A server process over a database that is there already, and a client that searches in it.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePort } from './free-port.ts';
import { launch } from './launch.ts';
import { plainEnvironment } from './run-program.ts';
import type { Search } from './search-times.ts';
import { LAUNCHERS, ROOT, TOKEN } from './server-process.ts';

/** Starts the server. @returns a search over one connection that is kept, and what ends both. */
export async function startSearchServer(
  dataFolder: string,
  signal: AbortSignal,
): Promise<{ search: Search; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const server = await launch({
    command: [...LAUNCHERS.node, '--port', String(port), '--data', dataFolder, '--log-level', 'error'],
    folder: ROOT,
    environment: plainEnvironment({ PRIME_REGISTRY_TOKEN: TOKEN }),
    baseUrl: `http://127.0.0.1:${port}`,
    probePath: '/-/health/live',
    signal,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let asked = 0;
  const search: Search = async (query) => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    // No two are alike, so that none is answered out of a cache.
    const parameters = {
      q: query.text,
      limit: String(query.limit),
      offset: String(query.offset),
      n: String(++asked),
    };
    const url = `${server.baseUrl}/search?${new URLSearchParams(parameters)}`;
    request(url, { agent, signal }, (response) => {
      text(response).then(() => resolve(response.statusCode), reject);
    })
      .on('error', reject)
      .end();
    const status = await promise;
    if (status !== 200) throw new Error(`${url} was answered with ${status}`);
  };
  return {
    search,
    async stop() {
      agent.destroy();
      await server.stop();
    },
  };
}
