// Runs the loop in a worker thread, so that the main thread can see the current input and survives a crash.
import { parentPort } from 'node:worker_threads';
import { SeededRandom } from '@prime-registry/testkit';
import { readCorpus } from './corpus.ts';
import { fuzzTarget } from './fuzz-target.ts';
import { getTarget } from './targets/index.ts';
import { InputWindow, type WindowMemory } from './watch/input-window.ts';

/** A task of the thread. */
export interface WorkerOrder {
  readonly target: string;
  readonly seed: string;
  readonly inputs: number;
  readonly memory: WindowMemory;
}

parentPort?.on('message', async ({ target: name, seed, inputs, memory }: WorkerOrder) => {
  const window = new InputWindow(memory);
  const random = new SeededRandom(seed).fork(name);
  const show = (input: Uint8Array): void => window.show(input);
  parentPort?.postMessage(await fuzzTarget(getTarget(name), readCorpus(name), random, inputs, show));
});
