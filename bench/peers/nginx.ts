// nginx with one worker and the bodies of the registry's answers as files: the limit of this machine.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodiesFolder } from '../compare/recordings.ts';
import { findFreePort } from '../processes/free-port.ts';
import { launch } from '../processes/launch.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import { getDebianProgram, readProgramVersion } from './debian-program.ts';
import type { Peer } from './peer.ts';

/** The same bodies, with nginx's own headers. */
export const nginx: Peer = {
  name: 'nginx',
  title: 'nginx',
  role: 'the same bodies as files, one worker: the limit of the machine',
  // The body of the 404 is the error page of a missing path.
  content: {
    repeat: ({ name, status }) => ({ path: status === 404 ? '/missing' : `/${name}`, knowsConditions: true }),
  },
  getVersion: async () => readProgramVersion(await getDebianProgram('nginx'), '-v'),
  async start({ folder, cores, recordings, signal }) {
    const port = await findFreePort();
    const configuration = join(folder, 'nginx.conf');
    await mkdir(folder);
    await writeFile(configuration, configurationFor(folder, bodiesFolder(recordings), port));
    const server = await launch({
      command: [await getDebianProgram('nginx'), '-p', folder, '-e', 'stderr', '-c', configuration],
      folder,
      environment: plainEnvironment({}),
      baseUrl: `http://127.0.0.1:${port}`,
      probePath: '/',
      cores,
      signal,
    });
    return {
      ...server,
      stop: () => server.stop().finally(() => rm(folder, { recursive: true, force: true })),
    };
  },
};

function configurationFor(folder: string, root: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};`,
  );
  return `
daemon off;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? '# Temporary folders are closed to all other users.\nuser root root;' : ''}
worker_processes 1;
error_log stderr crit;
events {}
http {
${temporary.join('\n')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  default_type application/json;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    error_page 404 /404;
    location = /404 { internal; }
  }
}
`;
}
