// The compile cache of an installed command, in the cache folder of the user.
import fs from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** Turns the compile cache on, if the user has a folder for it; NODE_COMPILE_CACHE names another one. */
export function useCompileCache() {
  const folder = findCacheFolder(process.env, process.platform);
  if (folder !== undefined) module.enableCompileCache(folder);
}

/**
 * Creates the folder of the cache if needed. Others must not be able to write to it or to replace it, because that
 * would let them run code as this user: then there is no cache.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} platform as `process.platform`
 * @returns {string | undefined}
 */
export function findCacheFolder(environment, platform) {
  try {
    const base = baseFolder(environment, platform);
    if (!path.isAbsolute(base)) return undefined;
    const folder = path.join(base, 'prime', 'compile-cache');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return platform === 'win32' || isPrivate(folder) ? folder : undefined;
  } catch {
    // No home, or one that cannot be written to.
    return undefined;
  }
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} platform
 * @returns {string}
 */
function baseFolder(environment, platform) {
  if (platform === 'win32') return environment.LOCALAPPDATA || path.join(os.homedir(), 'AppData', 'Local');
  if (environment.XDG_CACHE_HOME) return environment.XDG_CACHE_HOME;
  return platform === 'darwin'
    ? path.join(os.homedir(), 'Library/Caches')
    : path.join(os.homedir(), '.cache');
}

/**
 * Whether the folder belongs to this user, and nobody else but root can change it or a folder above it.
 * @param {string} folder
 * @returns {boolean}
 */
function isPrivate(folder) {
  const user = process.getuid?.();
  const real = fs.realpathSync(folder);
  if (fs.statSync(real).uid !== user) return false;
  for (let each = real; ; each = path.dirname(each)) {
    const { uid, mode } = fs.statSync(each);
    const isSticky = each !== real && (mode & 0o1000) !== 0;
    if ((uid !== user && uid !== 0) || ((mode & 0o022) !== 0 && !isSticky)) return false;
    if (each === path.dirname(each)) return true;
  }
}
