// The bundle of a clone, which `npm ci` makes: a command starts from it in half the time of its sources. It is used only if it was made
// from exactly the files that are there now. In JavaScript, as it decides what is loaded. A build has no other module to choose.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the bundles of a clone are, in its top folder. */
export const BUNDLES = 'node_modules/.cache/bundles';

const CLONE = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Loads a program from its bundle.
 * @param {string} program its folder in `packages`
 * @returns {Promise<unknown> | undefined} undefined if there is no bundle of the current files
 */
export function importBundle(program) {
  const main = findBundle(program);
  return main === undefined ? undefined : import(pathToFileURL(main).href);
}

/**
 * The main file of the bundle of a program.
 * @param {string} program its folder in `packages`
 * @param {string} [clone] the top folder of the clone
 * @returns {string | undefined} undefined if a file of the sources or of the bundle is not as it was when the bundle was made
 */
export function findBundle(program, clone = CLONE) {
  try {
    const record = fs.readFileSync(path.join(clone, BUNDLES, `${program}.json`), 'utf8');
    /** @type {import('./clone-bundle.mjs').BundleRecord} */
    const { folder, files } = JSON.parse(record);
    // `path.join` would take a third of the time.
    const isMade = files.every((file) => isUnchanged(`${clone}/${file[0]}`, file));
    return isMade ? path.join(clone, BUNDLES, folder, program, 'main.js') : undefined;
  } catch {
    // There is none, or it cannot be read.
    return undefined;
  }
}

/**
 * Whether a file has its content. Every write changes the time of the change (ctime), which no program can set; it also changes when a
 * clone is copied, so the content decides then.
 * @param {string} file its path
 * @param {import('./clone-bundle.mjs').RecordedFile} recorded
 * @returns {boolean}
 */
function isUnchanged(file, [, size, changedMs, modifiedMs, digest]) {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.size !== size) return false;
  if (found.ctimeMs === changedMs && found.mtimeMs === modifiedMs) return true;
  // Loaded only where it is needed: it takes longer than all the rest.
  return (
    process.getBuiltinModule('node:crypto').hash('sha256', fs.readFileSync(file), 'base64url') === digest
  );
}
