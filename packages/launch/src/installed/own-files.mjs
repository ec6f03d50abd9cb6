// Finds the files of a build by their names alone. For each import, Node.js would look for links in all folders above, for the nearest
// package.json, and for the file: a fifth of the processor time until a server answers.
import module from 'node:module';

/** All files of a build are in one folder, and import each other as `./name.js`. */
const FOLDER = new URL('./', import.meta.url).href;

/** From now on, imports between files of the build are resolved so. */
export function resolveOwnFiles() {
  module.registerHooks({
    resolve(specifier, context, next) {
      return specifier.startsWith('./') && context.parentURL?.startsWith(FOLDER)
        ? { url: FOLDER + specifier.slice(2), format: 'module', shortCircuit: true }
        : next(specifier, context);
    },
  });
}
