// Where the programs are that tests start as processes.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../../packages/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

/** The folder of programs that `npm test` has built. Without it, tests start the sources, which load more slowly. */
const built = process.env.TEST_PROGRAMS;

/** Where `prime-registry` begins. */
export const SERVER_MAIN =
  built === undefined ? join(PACKAGES, 'server/src/main.ts') : join(built, 'server/main.js');

/** Where `prime` begins. */
export const PRIME_MAIN =
  built === undefined ? join(PACKAGES, 'cli/src/main.ts') : join(built, 'cli/main.js');

/** The folder for compiled code, which halves the time of a start. It goes with the programs. */
export const COMPILE_CACHE = built === undefined ? CACHE : join(built, 'compile-cache');
