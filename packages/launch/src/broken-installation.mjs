// Explains the errors of an installation that lacks files, or has files of several builds.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The list of its files that a build writes next to them. */
export const BUILD_FILE = 'build.json';

/**
 * What is wrong with the installation that an error comes from.
 * @param {unknown} error of a module that could not be loaded
 * @returns {string | undefined} a sentence; undefined if all files are those of one build
 */
export function explainBrokenInstallation(error) {
  return isOfLoading(error) ? findDamage() : undefined;
}

/**
 * What is wrong with this installation. A build names its files and their digests; without such a list, as in a
 * clone, nothing is said. Reads all files at once, some 20 MB.
 * @returns {string | undefined} a sentence; undefined if all files are those of one build
 */
function findDamage() {
  const build = readBuild();
  return (
    build &&
    describeDamage(
      build,
      listFiles(build).filter((file) => !isWhole(build, file)),
    )
  );
}

/**
 * The same for a server that already answers requests: one file in a turn of the event loop.
 * @returns {Promise<string | undefined>}
 */
export async function findDamageInTurns() {
  const build = readBuild();
  if (build === undefined) return undefined;
  const broken = [];
  for (const file of listFiles(build)) {
    if (!isWhole(build, file)) broken.push(file);
    await new Promise(setImmediate);
  }
  return describeDamage(build, broken);
}

/**
 * What a build consists of: the digest of each file.
 * @typedef {{ folder: string, name: string, version: string, files: Record<string, string> }} Build
 */

/** @returns {Build | undefined} undefined if this is no build */
function readBuild() {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  try {
    // npm links the command to the file.
    const folder = path.dirname(fs.realpathSync(main));
    return { folder, ...JSON.parse(fs.readFileSync(path.join(folder, BUILD_FILE), 'utf8')) };
  } catch {
    return undefined;
  }
}

/** @param {Build} build */
function listFiles({ files }) {
  return Object.keys(files);
}

/**
 * @param {Build} build
 * @param {string} file
 */
function isWhole({ folder, files }, file) {
  return digestOf(path.join(folder, file)) === files[file];
}

/**
 * @param {Build} build
 * @param {string[]} broken files
 * @returns {string | undefined}
 */
function describeDamage({ folder, name, version }, broken) {
  const [first] = broken;
  if (first === undefined) return undefined;
  const file = path.join(folder, first);
  const state = fs.existsSync(file) ? 'is not that of this build' : 'is missing';
  const more = broken.length > 1 ? ` (and ${broken.length - 1} more)` : '';
  return `the installation of ${name} ${version} is damaged: ${file}${more} ${state}. Install ${name} ${version} again.`;
}

/**
 * Whether a module is missing, or is not what another one expects.
 * @param {unknown} error
 * @returns {boolean}
 */
function isOfLoading(error) {
  if (error instanceof SyntaxError) return true;
  if (!(error instanceof Error && 'code' in error)) return false;
  // Files of a build are not looked for: Node.js notices that one is missing when it reads it.
  const isUnread = error.code === 'ENOENT' && 'path' in error && String(error.path).endsWith('.js');
  return isUnread || error.code === 'ERR_MODULE_NOT_FOUND';
}

/** Read at once: files in memory would stay in that of a server for long. */
const CHUNK = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * @param {string} file
 * @returns {string | undefined} undefined if it cannot be read
 */
function digestOf(file) {
  let opened;
  try {
    opened = fs.openSync(file);
    const hash = createHash('sha256');
    for (let read = -1; read !== 0; ) {
      read = fs.readSync(opened, CHUNK);
      hash.update(CHUNK.subarray(0, read));
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) fs.closeSync(opened);
  }
}
