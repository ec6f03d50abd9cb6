// A bare node:http server with our answers: what the runtime can do, and so the ceiling of whatever is written for it.
import { join } from 'node:path';
import { findFreePort } from '../processes/free-port.ts';
import { launch } from '../processes/launch.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import type { Peer } from './peer.ts';

const PROGRAM = join(import.meta.dirname, 'bare-server.ts');

/** The same status, headers and bodies; large bodies as streams of files. */
export const bareNode: Peer = {
  name: 'node',
  title: 'bare Node.js',
  role: '`node:http` with the very answers of ours from memory; of 1 MB and more, a file stream piped: the ceiling',
  content: { repeat: ({ name }) => ({ path: `/${name}`, knowsConditions: false }) },
  getVersion: async () => process.versions.node,
  async start({ cores, recordings, compileCache, signal }) {
    const port = await findFreePort();
    return launch({
      command: [process.execPath, PROGRAM, recordings, String(port)],
      folder: import.meta.dirname,
      environment: plainEnvironment({ NODE_COMPILE_CACHE: compileCache }),
      baseUrl: `http://127.0.0.1:${port}`,
      probePath: '/',
      cores,
      signal,
    });
  },
};
