// The folders of a user's settings, cache and state: the usual place of each system, unless the environment
// overrides it.
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Environment } from '../command.ts';

/** The folder of `config.yaml` and `credentials.yaml`; `PRIME_CONFIG_DIR` overrides it. */
export function configFolder(environment: Environment): string {
  return locateConfig({ platform: process.platform, environment, home: homedir });
}

/** The folder of the cache; `PRIME_CACHE_DIR` overrides it. */
export function cacheFolder(environment: Environment): string {
  return locateCache({ platform: process.platform, environment, home: homedir });
}

/**
 * The folder of what `prime` must remember, such as the heads of logs; `PRIME_STATE_DIR` overrides it. It is not part of
 * the cache: deleting the cache must not make anybody more trusting.
 */
export function stateFolder(environment: Environment): string {
  return locateState({ platform: process.platform, environment, home: homedir });
}

/** What the folders depend on. */
export interface FolderOrigin {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /**
   * Returns the absolute path of the home folder. Some users have none, so it is called only as a last
   * resort.
   */
  readonly home: () => string;
}

/**
 * The folder of settings: our own variable first, then that of the XDG Base Directory Specification, which
 * ignores relative paths, then the default of the platform.
 */
export function locateConfig({ platform, environment, home }: FolderOrigin): string {
  const own = given(environment.PRIME_CONFIG_DIR) ?? below(platform, environment.XDG_CONFIG_HOME, 'prime');
  if (own !== undefined) return own;
  if (platform !== 'win32') return posix.join(home(), '.config', 'prime');
  return below(platform, environment.APPDATA, 'prime') ?? win32.join(home(), 'AppData', 'Roaming', 'prime');
}

/** The folder of the cache, by the same rules. */
export function locateCache({ platform, environment, home }: FolderOrigin): string {
  const own = given(environment.PRIME_CACHE_DIR) ?? below(platform, environment.XDG_CACHE_HOME, 'prime');
  if (own !== undefined) return own;
  if (platform === 'win32') {
    const local = below(platform, environment.LOCALAPPDATA, 'prime', 'cache');
    return local ?? win32.join(home(), 'AppData', 'Local', 'prime', 'cache');
  }
  if (platform === 'darwin') return posix.join(home(), 'Library', 'Caches', 'prime');
  return posix.join(home(), '.cache', 'prime');
}

/** The folder of the state, by the same rules. */
export function locateState({ platform, environment, home }: FolderOrigin): string {
  const own = given(environment.PRIME_STATE_DIR) ?? below(platform, environment.XDG_STATE_HOME, 'prime');
  if (own !== undefined) return own;
  if (platform !== 'win32') return posix.join(home(), '.local', 'state', 'prime');
  const local = below(platform, environment.LOCALAPPDATA, 'prime', 'state');
  return local ?? win32.join(home(), 'AppData', 'Local', 'prime', 'state');
}

function below(
  platform: NodeJS.Platform,
  base: string | undefined,
  ...parts: readonly string[]
): string | undefined {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  return base !== undefined && isAbsolute(base) ? join(base, ...parts) : undefined;
}

/** An empty variable counts as unset. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
