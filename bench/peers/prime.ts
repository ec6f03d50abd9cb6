// This registry, as one process and with workers.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LAUNCHERS, ROOT, startServer } from '../processes/server-process.ts';
import { MissingPeer, type Peer } from './peer.ts';

const TIMEOUT_MS = 60_000;

/** All others are compared with it. */
export const prime: Peer = {
  name: 'prime',
  title: 'prime-registry',
  role: 'this registry, one process, as shipped: every request is logged, to a pipe that is read; publishes are inspected, and synced to disk',
  content: { protocol: 'prime' },
  getVersion,
  start: ({ compileCache, cores, signal }) => startServer('node', compileCache, { cores, signal }),
};

/** The same without lines of requests in the log. */
export const primeQuiet: Peer = {
  ...prime,
  name: 'prime-quiet',
  title: 'prime-registry, requests not logged',
  role: 'this registry with `--log-level warn`',
  start: ({ compileCache, cores, signal }) =>
    startServer('node', compileCache, { args: ['--log-level', 'warn'], cores, signal }),
};

/** The same with two worker processes on one data folder. */
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
    return getVersion();
  },
  start: ({ compileCache, workerCores, signal }) =>
    startServer('node', compileCache, { args: ['--workers', '2'], cores: workerCores, signal }),
};

async function getVersion(): Promise<string> {
  const manifest = await readFile(join(ROOT, 'packages/server/package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
