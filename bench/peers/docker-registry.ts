// CNCF Distribution, the container registry in Go, from its Debian package: on loopback, with a temporary
// folder.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../processes/free-port.ts';
import { launch } from '../processes/launch.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import { getDebianProgram, readProgramVersion } from './debian-program.ts';
import type { Peer } from './peer.ts';

const PROGRAM = 'docker-registry';

/** Files on disk, blob descriptors cached in memory, requests not logged. */
export const dockerRegistry: Peer = {
  name: 'docker-registry',
  title: 'docker-registry',
  role: 'container registry, in Go; requests not logged, except 404s, which it always logs; publishes are synced to disk, but not inspected',
  content: { protocol: 'distribution' },
  getVersion: async () => readProgramVersion(await getDebianProgram(PROGRAM), '--version'),
  async start({ folder, cores, signal }) {
    const address = `127.0.0.1:${await findFreePort()}`;
    const configuration = join(folder, 'config.yml');
    await mkdir(folder);
    await writeFile(configuration, configurationFor(join(folder, 'data'), address));
    const server = await launch({
      command: [await getDebianProgram(PROGRAM), 'serve', configuration],
      folder,
      environment: plainEnvironment({ OTEL_TRACES_EXPORTER: 'none' }),
      baseUrl: `http://${address}`,
      probePath: '/v2/',
      cores,
      // It logs each 404 as an error, and errors cannot be turned off.
      isSilenced: true,
      signal,
    });
    return {
      ...server,
      stop: () => server.stop().finally(() => rm(folder, { recursive: true, force: true })),
    };
  },
};

function configurationFor(dataFolder: string, address: string): string {
  return `
version: 0.1
log:
  level: error
  accesslog:
    disabled: true
storage:
  filesystem:
    rootdirectory: ${JSON.stringify(dataFolder)}
  cache:
    blobdescriptor: inmemory
http:
  addr: ${address}
  secret: a-secret-for-benchmarks-alone
`;
}
