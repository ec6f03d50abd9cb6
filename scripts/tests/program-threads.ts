// Lets the registries in a test process start their threads from the program that `npm test` has built: each thread
// loads all of its code again, which takes a bundle a third of the processor time of the sources. Preloaded: it must
// come before whatever imports `node:worker_threads`. Without TEST_PROGRAMS, threads start from the sources.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

/** The scripts of threads in the packages that the program contains. */
const SOURCE = /\/packages\/(?:server|store)\/src\/.*-thread\.ts$/;
/** A thread needs the compile cache, and nothing else that is preloaded for tests. */
const PRELOADED = ['--import', new URL('../preload.mjs', import.meta.url).href];

const programs = process.env.TEST_PROGRAMS;
if (programs !== undefined) replaceScripts(join(programs, 'server'));

function replaceScripts(folder: string): void {
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options?: WorkerOptions) {
      const built = findBuilt(script, folder);
      if (built === undefined) super(script, options);
      else super(built, { ...options, execArgv: PRELOADED });
    }
  };
  syncBuiltinESMExports();
}

function findBuilt(script: string | URL, folder: string): URL | undefined {
  if (!(script instanceof URL) || !SOURCE.test(script.href)) return undefined;
  const path = join(folder, `${basename(script.pathname, '.ts')}.js`);
  return existsSync(path) ? pathToFileURL(path) : undefined;
}
