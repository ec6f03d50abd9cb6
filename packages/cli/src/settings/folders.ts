// Where settings and the cache of a user are: where each system expects them, unless the environment says otherwise.
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Environment } from '../command.ts';

/** The folder of `config.yaml` and `credentials.yaml`; `PRIME_CONFIG_DIR` overrides it. */
export function configFolder(environment: Environment): string {
  return locateFolders({ platform: process.platform, environment, home: homedir() }).config;
}

/** The folder of what can be had again; `PRIME_CACHE_DIR` overrides it. */
export function cacheFolder(environment: Environment): string {
  return locateFolders({ platform: process.platform, environment, home: homedir() }).cache;
}

/** What the folders depend on. */
export interface FolderOrigin {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** Absolute path of the user's home. */
  readonly home: string;
}

/**
 * Both folders. An own variable comes first, then those of the XDG Base Directory Specification, which says that relative
 * paths in them are ignored, then what is usual on the platform.
 */
export function locateFolders({ platform, environment, home }: FolderOrigin): {
  readonly config: string;
  readonly cache: string;
} {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  const below = (base: string | undefined, ...parts: string[]): string | undefined =>
    base !== undefined && isAbsolute(base) ? join(base, ...parts) : undefined;
  const usual = usualFolders(platform, environment, below, home);
  return {
    config:
      given(environment.PRIME_CONFIG_DIR) ?? below(environment.XDG_CONFIG_HOME, 'prime') ?? usual.config,
    cache: given(environment.PRIME_CACHE_DIR) ?? below(environment.XDG_CACHE_HOME, 'prime') ?? usual.cache,
  };
}

function usualFolders(
  platform: NodeJS.Platform,
  environment: Environment,
  below: (base: string | undefined, ...parts: string[]) => string | undefined,
  home: string,
): { config: string; cache: string } {
  if (platform === 'win32') {
    return {
      config: below(environment.APPDATA, 'prime') ?? win32.join(home, 'AppData', 'Roaming', 'prime'),
      cache:
        below(environment.LOCALAPPDATA, 'prime', 'cache') ??
        win32.join(home, 'AppData', 'Local', 'prime', 'cache'),
    };
  }
  return {
    config: posix.join(home, '.config', 'prime'),
    cache:
      platform === 'darwin'
        ? posix.join(home, 'Library', 'Caches', 'prime')
        : posix.join(home, '.cache', 'prime'),
  };
}

/** A variable that is set to nothing is not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
