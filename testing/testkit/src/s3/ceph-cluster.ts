// A complete object store on loopback, in its own folder: a Ceph cluster of one monitor and one disk in
// memory, and its S3 gateway.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The Debian packages of the programs. */
export const CEPH_PACKAGES: readonly string[] = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'];

const PROGRAMS = ['monmaptool', 'ceph-mon', 'ceph', 'ceph-osd', 'radosgw-admin', 'radosgw'];
const START_TIMEOUT_MS = 60_000;
const LOG_CHARACTERS = 20_000;

/** The address of an S3 server, and the keys of its user. */
export interface S3Account {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A running cluster. */
export interface CephCluster {
  readonly account: S3Account;
  stop(): Promise<void>;
}

/** The programs that are not installed. */
export function findMissingPrograms(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** Starts a cluster. @throws Error with the output of the programs */
export async function startCephCluster(): Promise<CephCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-ceph-'));
  const [monitorPort, port] = (await findFreePorts(2)) as [number, number];
  const account = {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
  };
  const daemons: ChildProcess[] = [];
  let log = '';
  const configuration = join(folder, 'ceph.conf');
  const environment = { ...process.env, HOME: folder, CEPH_CONF: configuration };
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const options = { cwd: folder, env: environment, timeout: START_TIMEOUT_MS };
    await promisify(execFile)(program, args, options);
  };
  const startDaemon = (program: string, ...args: string[]): void => {
    const daemon = spawn(program, [...args, '-f'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [daemon.stdout, daemon.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log = `${log}${text}`.slice(-LOG_CHARACTERS);
      });
    }
    daemons.push(daemon);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(
      daemons.filter(isRunning).map((daemon) => {
        const ended = once(daemon, 'exit');
        daemon.kill('SIGKILL');
        return ended;
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const fsid = randomUUID();
    const disk = randomUUID();
    const monitor = `v2:127.0.0.1:${monitorPort}`;
    for (const name of ['mon', 'osd', 'run', 'rgw']) await mkdir(join(folder, name));
    await writeFile(configuration, describeCluster(folder, fsid, monitor));
    await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[${monitor}]`, 'monmap');
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap');
    startDaemon('ceph-mon', '-i', 'a');
    await run('ceph', '--connect-timeout', '30', 'osd', 'new', disk);
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    startDaemon('ceph-osd', '-i', '0');
    const keys = [`--access-key=${account.accessKeyId}`, `--secret-key=${account.secretAccessKey}`];
    // Waits until the disk is up.
    await run('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...keys);
    startDaemon(
      'radosgw',
      '-n',
      'client.admin',
      `--rgw-frontends=beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
    );
    await waitFor(account.endpoint, daemons);
    return { account, stop };
  } catch (error) {
    await stop();
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(`the S3 server did not start: ${(error as Error).message}\n${stderr}${log}`);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Waits until the gateway answers. */
async function waitFor(endpoint: string, daemons: readonly ChildProcess[]): Promise<void> {
  const endMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < endMs && daemons.every(isRunning)) {
    const isAnswering = await fetch(endpoint, { signal: AbortSignal.timeout(2000) }).then(
      () => true,
      () => false,
    );
    if (isAnswering) return;
    await delay(50);
  }
  throw new Error('the gateway does not answer');
}

async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** No authentication within the cluster, only the monitor's data on disk, one copy of everything. */
function describeCluster(folder: string, fsid: string, monitor: string): string {
  const settings: Readonly<Record<string, string | number | boolean>> = {
    fsid,
    'mon host': monitor,
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'ms bind msgr1': false,
    'ms mon client mode': 'crc',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'mon data': join(folder, 'mon'),
    'osd data': join(folder, 'osd'),
    'rgw data': join(folder, 'rgw'),
    'run dir': join(folder, 'run'),
    'admin socket': join(folder, 'run', '$name.$pid.asok'),
    'log file': join(folder, '$name.log'),
    'pid file': '',
    'crash dir': '',
    'paxos propose interval': 0.02,
    'paxos min wait': 0.01,
    'mon allow pool size one': true,
    'mon data avail crit': 1,
    'osd objectstore': 'memstore',
    'memstore device bytes': 2 ** 30,
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 1,
    'osd pool default pgp num': 1,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'osd class load list': '*',
    'osd class default list': '*',
    'rgw run sync thread': false,
    'rgw thread pool size': 32,
    'rgw dns name': 'localhost',
    // Deleted and overwritten objects are freed at once, without waiting for the garbage collector.
    'rgw gc obj min wait': 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `[global]\n${lines.join('\n')}\n`;
}
