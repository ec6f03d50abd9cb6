// Verdaccio: an npm registry, also in Node.js.
import { installBenchDependencies } from '../processes/bench-dependencies.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import { startVerdaccio } from '../processes/verdaccio-process.ts';
import { MissingPeer, type Peer } from './peer.ts';

/** On the same version of Node.js. */
export const verdaccio: Peer = {
  name: 'verdaccio',
  title: 'Verdaccio',
  role: 'npm registry, in the same Node.js; requests not logged; publishes are neither synced to disk nor inspected',
  content: { protocol: 'npm' },
  async getVersion(signal) {
    try {
      return await installBenchDependencies(signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new MissingPeer(`not installed: npm ci --prefix bench failed: ${(error as Error).message}`);
    }
  },
  start: ({ folder, cores, compileCache, signal }) =>
    startVerdaccio(folder, signal, {
      cores,
      environment: plainEnvironment({ NODE_COMPILE_CACHE: compileCache }),
    }),
};
