// Keeps compiled code between runs, so that the types of TypeScript files are stripped only once. In JavaScript, as it
// is loaded before the first of them. A build uses `installed/compile-cache.mjs` instead.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Turns the compile cache on, in the folder of the clone; NODE_COMPILE_CACHE names another one. Only a user who may
 * write there gets one: a folder that others may write to would let them run code as this user.
 */
export function useCompileCache() {
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));
}
