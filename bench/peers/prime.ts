// Our registry, as one process and with workers.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getPrimeVersion } from '../prime-program.ts';
import { LAUNCHERS, ROOT, startServer } from '../server-process.ts';
import { MissingPeer, type Peer } from './peer.ts';

const TIMEOUT_MS = 60_000;

/** What all others are compared with. */
export const prime: Peer = {
  name: 'prime',
  title: 'prime-registry',
  role: 'this registry, one process; requests not logged; publishes are inspected, and synced to disk',
  content: { protocol: 'prime' },
  getVersion: getPrimeVersion,
  start: ({ compileCache, cores, signal }) => startServer('node', compileCache, { cores, signal }),
};

/** The same with two worker processes over one data folder. */
export const primeWorkers: Peer = {
  ...prime,
  name: 'prime-workers',
  title: 'prime-registry, 2 workers',
  role: 'this registry with `--workers 2`',
  async getVersion(signal) {
    const [program, ...args] = LAUNCHERS.node;
    const options = { cwd: ROOT, signal, timeout: TIMEOUT_MS };
    const { stdout } = await promisify(execFile)(program, [...args, '--help'], options);
    if (!stdout.includes('--workers')) throw new MissingPeer('`prime-registry serve` has no --workers');
    return getPrimeVersion();
  },
  start: ({ compileCache, workerCores, signal }) =>
    startServer('node', compileCache, { args: ['--workers', '2'], cores: workerCores, signal }),
};
