// From which addresses attackers and others come. Limits by address do not apply to loopback. In a network namespace of
// its own, a registry has addresses that are not loopback, and nobody outside can reach it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The addresses of a run. */
export interface Network {
  /** Where the registry listens. */
  readonly host: string;
  /** The address of the registry for attackers and others; undefined for the one it prints. */
  readonly address: string | undefined;
  readonly attacker: string | undefined;
  readonly others: string | undefined;
  readonly isStrange: boolean;
}

/** Set in the process that runs in the namespace. */
const INSIDE = 'PRIME_ATTACK_NAMESPACE';
// Addresses for documentation (RFC 5737).
const STRANGE: Network = {
  host: '0.0.0.0',
  address: '198.51.100.1',
  attacker: '198.51.100.2',
  others: '198.51.100.3',
  isStrange: true,
};
const ADDRESSES = [STRANGE.address, STRANGE.attacker, STRANGE.others];
const SETUP = `ip link set lo up && ${ADDRESSES.map((address) => `ip addr add ${address}/32 dev lo`).join(' && ')}`;

/** The addresses of this process. */
export function findNetwork(): Network {
  if (process.env[INSIDE] !== undefined) return STRANGE;
  // Only Linux has all of 127.0.0.0/8. Different addresses have different shares of the worker threads.
  const isLinux = process.platform === 'linux';
  return {
    host: '127.0.0.1',
    address: undefined,
    attacker: isLinux ? '127.0.0.2' : undefined,
    others: isLinux ? '127.0.0.3' : undefined,
    isStrange: false,
  };
}

/**
 * Runs this program again in a network namespace, unless it runs in one.
 * @returns its exit code, or undefined if this is the process in the namespace
 * @throws Error if this machine does not permit it
 */
export async function runAgainAsStrangers(): Promise<number | undefined> {
  if (process.env[INSIDE] !== undefined) return undefined;
  const unshare = ['--net', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];
  const { status, stderr, error } = spawnSync('unshare', [...unshare, 'sh', '-c', SETUP], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(error?.message ?? stderr.trim());
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn('unshare', [...unshare, 'sh', '-c', `${SETUP} && exec "$@"`, 'sh', ...again], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  // Ctrl-C reaches the child too, which ends by itself.
  process.on('SIGINT', () => undefined);
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
