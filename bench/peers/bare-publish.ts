// A bare server that only does the durable work of a publish: what Node.js, SQLite and this disk allow.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../processes/free-port.ts';
import { launch } from '../processes/launch.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import type { Peer } from './peer.ts';

const PROGRAM = join(import.meta.dirname, 'bare-publish-server.ts');

/** It takes the publishes of this registry. */
export const barePublish: Peer = {
  name: 'bare-publish',
  title: 'bare publish server',
  role: '`node:http` that receives the form, unpacks, hashes, syncs the tarball and commits one row, in groups: the ceiling of publishes',
  content: { protocol: 'prime' },
  getVersion: async () => process.versions.node,
  async start({ folder, cores, compileCache, signal }) {
    const port = await findFreePort();
    await mkdir(folder, { recursive: true });
    const server = await launch({
      command: [process.execPath, PROGRAM, folder, String(port)],
      folder: import.meta.dirname,
      environment: plainEnvironment({ NODE_COMPILE_CACHE: compileCache }),
      baseUrl: `http://127.0.0.1:${port}`,
      probePath: '/',
      cores,
      signal,
    });
    const stop = (): Promise<void> =>
      server.stop().finally(() => rm(folder, { recursive: true, force: true }));
    return { ...server, stop };
  },
};
