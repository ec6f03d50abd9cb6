// Small disks without root and without leftovers: if Linux allows it, the harness runs again in its own mount
// namespace, which ends with it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const MARK = 'CHAOS_MOUNT_NAMESPACE';

const TRIAL = 'mount -t tmpfs -o size=1m tmpfs /mnt && mount -t tmpfs -o remount,size=64k tmpfs /mnt';

/** Whether this process may mount. */
export const canMount = process.env[MARK] === 'yes';

/** Why it may not mount. */
export const mountRefusal: string = process.env[MARK] ?? 'not asked for';

/**
 * Runs the program again with the permission to mount, or with the reason why there is none.
 * @returns its exit code, undefined if this already is that process
 */
export async function runAgainWithMounts(): Promise<number | undefined> {
  if (process.env[MARK] !== undefined) return undefined;
  const flags = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
  const refusal = findRefusal(flags);
  const program = refusal === undefined ? ['unshare', ...flags, process.execPath] : [process.execPath];
  const [command = '', ...args] = [...program, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(command, args, {
    // The IPC channel closes when this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [MARK]: refusal ?? 'yes' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function findRefusal(flags: readonly string[]): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has mount namespaces';
  const { status, stderr, error } = spawnSync('unshare', [...flags, 'sh', '-c', TRIAL], { encoding: 'utf8' });
  if (status === 0) return undefined;
  return (error?.message ?? stderr).trim().replaceAll(/\s+/g, ' ') || 'unshare failed';
}
