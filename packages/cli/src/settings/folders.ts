// Where settings and the cache of a user are: where each system expects them, unless the environment says otherwise.
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Environment } from '../command.ts';

/** The folder of `config.yaml` and `credentials.yaml`; `PRIME_CONFIG_DIR` overrides it. */
export function configFolder(environment: Environment): string {
  return locateConfig({ platform: process.platform, environment, home: homedir });
}

/** The folder of what can be had again; `PRIME_CACHE_DIR` overrides it. */
export function cacheFolder(environment: Environment): string {
  return locateCache({ platform: process.platform, environment, home: homedir });
}

/** What the folders depend on. */
export interface FolderOrigin {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** Gives the absolute path of the user's home; not everybody has one, so it is called only when nothing else is set. */
  readonly home: () => string;
}

/**
 * The folder of settings. An own variable comes first, then that of the XDG Base Directory Specification, which says that
 * relative paths in it are ignored, then what is usual on the platform.
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

function below(
  platform: NodeJS.Platform,
  base: string | undefined,
  ...parts: readonly string[]
): string | undefined {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  return base !== undefined && isAbsolute(base) ? join(base, ...parts) : undefined;
}

/** A variable that is set to nothing is not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
