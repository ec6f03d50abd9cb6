// Runs programs in the root folder of the image as an engine would: the root read-only, the volume mounted, as the user
// of the image. Without an engine, by the mounts of a namespace.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { USER_ID } from './base/base-files.ts';

const IS_ROOT = process.getuid?.() === 0;

/** Mounts the folders `$1` (root) and `$2` (data), and becomes the program behind them. */
const ENTER = `
  path=$PATH; PATH=/usr/sbin:/usr/bin:/sbin:/bin
  mount --make-rprivate / 2>/dev/null || true
  mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
  mount --bind "$2" "$1/data" && mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev"
  root=$1; shift 2
  PATH=$path exec /usr/sbin/chroot ${IS_ROOT ? `--userspec=${USER_ID}:${USER_ID}` : ''} "$root" "$@"`;

// Without root, a namespace in which this user counts as root; nobody outside of it gains anything.
const UNSHARE = ['/usr/bin/unshare', ...(IS_ROOT ? [] : ['--user', '--map-root-user']), '--mount'] as const;

/** Why programs cannot be run in a folder here; undefined if they can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'the image runs on Linux';
  const [command, ...options] = UNSHARE;
  const { status, stderr, error } = spawnSync(command, [...options, 'mount', '--bind', '/tmp', '/tmp'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `this user may not mount: ${error?.message ?? stderr.trim()}`;
}

/** A folder with the files of an image, and a volume. */
export class Container {
  readonly #root: string;
  readonly #data: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(root: string, data: string, environment: NodeJS.ProcessEnv) {
    this.#root = root;
    this.#data = data;
    this.#environment = environment;
  }

  /** Whether programs in it have the user of the image, and not the one of this process. */
  static readonly hasUser = IS_ROOT;

  /** Starts a program; signals to the process reach it. */
  start(program: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
    const [command, ...options] = UNSHARE;
    return spawn(command, [...options, '/bin/sh', '-ec', ENTER, 'sh', this.#root, this.#data, ...program], {
      // chroot and sh are of this machine, and search in their own places.
      env: { ...this.#environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: join(this.#root, 'data'),
    });
  }

  /** Runs a program to its end. */
  async run(
    program: readonly string[],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = this.start(program, environment);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, stdout, stderr };
  }
}
