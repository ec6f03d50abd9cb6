// The S3 server of the tests: one for a whole run, started by the global setup, or one for a test file.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CEPH_PACKAGES, findMissingPrograms, type S3Account } from './ceph-cluster.ts';

/** Gives the test files the address and keys of the run's server. */
export const S3_SERVER_VARIABLE = 'TEST_S3_SERVER';
/** If it is 1, tests fail instead of being skipped. */
const REQUIRE_VARIABLE = 'REQUIRE_S3';

const KEEPER = fileURLToPath(new URL('keeper.ts', import.meta.url));

/** A running server. */
export interface KeptS3Server {
  readonly account: S3Account;
  stop(): Promise<void>;
}

/** The reason why no server can start, and what to do. @throws Error instead if one is required */
export function findObstacle(): string | undefined {
  const missing = findMissingPrograms();
  if (missing.length === 0) return undefined;
  const reason =
    `no S3 server to test with: ${missing.join(', ')} not found. On Debian or Ubuntu, as root: ` +
    `scripts/install-s3-server.sh (${CEPH_PACKAGES.join(' ')})`;
  if (process.env[REQUIRE_VARIABLE] === '1') throw new Error(reason);
  return reason;
}

/** Starts a server that ends with this process at the latest. */
export async function startS3Server(): Promise<KeptS3Server> {
  // A separate process group: Ctrl-C reaches the tests, and the keeper notices their end.
  const keeper = spawn(process.execPath, [KEEPER], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const account = JSON.parse(await readLine(keeper)) as S3Account;
  // Does not keep the test process alive.
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout]) (stream as { unref?: () => void } | null)?.unref?.();
  return {
    account,
    async stop() {
      keeper.ref();
      const ended = once(keeper, 'exit');
      keeper.stdin?.end();
      await ended;
    },
  };
}

async function readLine(keeper: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of keeper.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    if (text.includes('\n')) return text;
  }
  throw new Error('the S3 server did not start');
}

/** The server of the run, else one for this process, else the reason why there is none. */
export async function openS3Server(): Promise<KeptS3Server | { readonly skip: string }> {
  const shared = process.env[S3_SERVER_VARIABLE];
  if (shared !== undefined) return { account: JSON.parse(shared) as S3Account, stop: async () => undefined };
  const obstacle = findObstacle();
  return obstacle === undefined ? startS3Server() : { skip: obstacle };
}
