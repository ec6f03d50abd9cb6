// This registry behind nginx, with the configuration of examples/nginx/cached.conf: only its addresses, folders and
// number of processes are those of the benchmark.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../processes/free-port.ts';
import { type LaunchedServer, launch } from '../processes/launch.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import { ROOT, startServer } from '../processes/server-process.ts';
import { getDebianProgram, readProgramVersion } from './debian-program.ts';
import type { Peer, Place } from './peer.ts';
import { prime } from './prime.ts';

const EXAMPLE = join(ROOT, 'examples/nginx/cached.conf');

/** The same, read through nginx. Both share the core of the servers. */
export const primeNginx: Peer = {
  ...prime,
  name: 'prime-nginx',
  title: 'prime-registry behind nginx',
  role: 'this registry with nginx in front, as in examples/nginx/cached.conf; both share a core',
  getVersion: async () => readProgramVersion(await getDebianProgram('nginx'), '-v'),
  start: startBehindNginx,
};

async function startBehindNginx({ folder, cores, compileCache, signal }: Place): Promise<LaunchedServer> {
  await using starting = new AsyncDisposableStack();
  const registry = await startServer('node', compileCache, {
    args: ['--trusted-proxies', 'loopback', '--read-leases', 'proxy'],
    cores,
    signal,
  });
  starting.defer(registry.stop);
  await mkdir(folder);
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const configuration = join(folder, 'nginx.conf');
  const example = await readFile(EXAMPLE, 'utf8');
  await writeFile(configuration, adapt(example, { folder, port, registry: new URL(registry.baseUrl).host }));
  const front = await launch({
    command: [await getDebianProgram('nginx'), '-p', folder, '-c', configuration, '-g', 'daemon off;'],
    folder,
    environment: plainEnvironment({}),
    baseUrl: `http://127.0.0.1:${port}`,
    probePath: '/-/health/live',
    cores,
    signal,
  });
  starting.defer(front.stop);
  const started = starting.move();
  return { ...registry, baseUrl: front.baseUrl, stop: () => started.disposeAsync() };
}

interface Addresses {
  readonly folder: string;
  readonly port: number;
  readonly registry: string;
}

function adapt(example: string, { folder, port, registry }: Addresses): string {
  // Temporary folders are closed to all other users.
  const user = process.getuid?.() === 0 ? 'user root root;\n' : '';
  return (
    user +
    example
      .replaceAll(' /tmp/', ` ${folder}/`)
      .replace('worker_processes auto', 'worker_processes 1')
      .replace('server 127.0.0.1:4000', `server ${registry}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
  );
}
