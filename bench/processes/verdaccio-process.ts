// Verdaccio, the npm registry in the comparison: on loopback, without uplinks, with a temporary folder.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCH_FOLDER } from './bench-dependencies.ts';
import { findFreePort } from './free-port.ts';
import { type LaunchedServer, type LaunchOptions, launch } from './launch.ts';

const PROGRAM = join(BENCH_FOLDER, 'node_modules', 'verdaccio', 'bin', 'verdaccio');

/**
 * Anonymous publishes with the limits of this registry, no upstream, no request log.
 */
const CONFIGURATION = `
storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
    max_users: -1
web:
  enabled: false
uplinks: {}
packages:
  '**':
    access: $all
    publish: $all
max_body_size: 200mb
userRateLimit:
  windowMs: 1000
  max: 1000000
log:
  type: stdout
  level: fatal
`;

/**
 * Starts Verdaccio on the Node.js that runs the benchmark. `stop` also removes its data.
 * @param folder - for its data; created here
 */
export async function startVerdaccio(
  folder: string,
  signal: AbortSignal,
  { cores, environment = process.env }: Partial<Pick<LaunchOptions, 'cores' | 'environment'>> = {},
): Promise<LaunchedServer> {
  const configuration = join(folder, 'config.yaml');
  await mkdir(folder);
  await writeFile(configuration, CONFIGURATION);
  const address = `127.0.0.1:${await findFreePort()}`;
  const server = await launch({
    command: [process.execPath, PROGRAM, '--config', configuration, '--listen', address],
    folder,
    // Suppresses warnings about running as root, as in a container.
    environment: { ...environment, NODE_NO_WARNINGS: '1' },
    baseUrl: `http://${address}`,
    probePath: '/-/ping',
    cores,
    signal,
  });
  return { ...server, stop: () => server.stop().finally(() => rm(folder, { recursive: true, force: true })) };
}
