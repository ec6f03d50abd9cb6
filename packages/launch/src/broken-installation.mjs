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
 * clone, nothing is said. Takes about 10 ms.
 * @returns {string | undefined} a sentence; undefined if all files are those of one build
 */
export function findDamage() {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  try {
    // npm links the command to the file.
    const folder = path.dirname(fs.realpathSync(main));
    const { name, version, files } = JSON.parse(fs.readFileSync(path.join(folder, BUILD_FILE), 'utf8'));
    const broken = Object.keys(files).filter((each) => digestOf(path.join(folder, each)) !== files[each]);
    const [first] = broken;
    if (first === undefined) return undefined;
    const state = fs.existsSync(path.join(folder, first)) ? 'is not that of this build' : 'is missing';
    const more = broken.length > 1 ? ` (and ${broken.length - 1} more)` : '';
    return `the installation of ${name} ${version} is damaged: ${path.join(folder, first)}${more} ${state}. Install ${name} ${version} again.`;
  } catch {
    return undefined;
  }
}

/**
 * Whether a module is missing, or is not what another one expects.
 * @param {unknown} error
 * @returns {boolean}
 */
function isOfLoading(error) {
  return (
    error instanceof SyntaxError ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
  );
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined if it cannot be read
 */
function digestOf(file) {
  try {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}
