// Lets the registries in a test process start their threads from the program that `npm test` has built: each thread
// loads all of its code again, which takes a bundle a third of the processor time of the sources. The threads for the
// tasks of a registry that has stopped work for the next one. Preloaded: it must come before whatever imports
// `node:worker_threads`. Without TEST_PROGRAMS, threads start from the sources, for one registry each.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { LentThread } from './lent-thread.ts';

/** The scripts of threads in the packages that the program contains. */
const SOURCE = /\/packages\/(?:server|store)\/src\/.*-thread\.ts$/;
/** The script of the threads that a pool starts. */
const OF_POOL = 'task-thread.ts';
/** A thread needs the compile cache, and nothing else that is preloaded for tests. */
const PRELOADED = ['--import', new URL('../preload.mjs', import.meta.url).href];

const programs = process.env.TEST_PROGRAMS;
if (programs !== undefined) replaceScripts(join(programs, 'server'));

function replaceScripts(folder: string): void {
  const { Worker } = threads;
  function start(script: string | URL, options?: WorkerOptions): threads.Worker | LentThread {
    const built = findBuilt(script, folder);
    if (built === undefined) return new Worker(script, options);
    const startBuilt = () => new Worker(built, { ...options, execArgv: PRELOADED });
    if (basename(built.pathname, '.js') !== basename(OF_POOL, '.ts')) return startBuilt();
    return new LentThread(JSON.stringify([built, options?.resourceLimits]), startBuilt);
  }
  // A function that returns an object, called with `new`, gives this object.
  threads.Worker = Object.assign(start, { prototype: Worker.prototype }) as unknown as typeof Worker;
  syncBuiltinESMExports();
}

function findBuilt(script: string | URL, folder: string): URL | undefined {
  if (!(script instanceof URL) || !SOURCE.test(script.href)) return undefined;
  const path = join(folder, `${basename(script.pathname, '.ts')}.js`);
  return existsSync(path) ? pathToFileURL(path) : undefined;
}
