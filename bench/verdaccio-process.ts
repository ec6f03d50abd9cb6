// Verdaccio, the npm registry to compare with: on loopback, without uplinks, in a folder that is thrown away.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BENCH_FOLDER } from './bench-dependencies.ts';
import { findFreePort } from './free-port.ts';

const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;
const PROGRAM = join(BENCH_FOLDER, 'node_modules', 'verdaccio', 'bin', 'verdaccio');

/** Anyone may publish, nothing is asked of another registry, and no request is logged, as with our registry here. */
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
log:
  type: stdout
  level: fatal
`;

/** A running Verdaccio. */
export interface VerdaccioProcess {
  readonly baseUrl: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Starts Verdaccio with the Node that runs the benchmark. @param folder - where its data goes; made here. */
export async function startVerdaccio(folder: string, signal: AbortSignal): Promise<VerdaccioProcess> {
  const configuration = join(folder, 'config.yaml');
  await mkdir(folder);
  await writeFile(configuration, CONFIGURATION);
  const address = `127.0.0.1:${await findFreePort()}`;
  const child = spawn(process.execPath, [PROGRAM, '--config', configuration, '--listen', address], {
    cwd: folder,
    // Silences what it has to say of running as root, as in a container.
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const baseUrl = `http://${address}`;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
  try {
    while (!(await answers(baseUrl, bounded))) {
      if (child.exitCode !== null)
        throw new Error(`Verdaccio ended with ${child.exitCode} instead of listening`);
      await delay(RETRY_MS, undefined, { signal: bounded });
    }
    return { baseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/-/ping`, { signal })).ok;
  } catch {
    return false;
  }
}
