// A bare node:http server with the registry's answers: the limit of Node.js, and so of everything written for
// it.
import { join } from 'node:path';
import { findFreePort } from '../processes/free-port.ts';
import { launch } from '../processes/launch.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import type { Peer } from './peer.ts';

const PROGRAM = join(import.meta.dirname, 'bare-server.ts');

/** The same status, headers and bodies. Large bodies are file streams. */
export const bareNode: Peer = {
  name: 'node',
  title: 'bare Node.js',
  role: '`node:http` with the same answers from memory, from 1 MB piped from a file: the ceiling',
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
