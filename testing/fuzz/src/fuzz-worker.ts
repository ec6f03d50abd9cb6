// Runs the loop in a worker thread, so that the main thread can see the current input and survives a crash.
import { parentPort, workerData } from 'node:worker_threads';
import { SeededRandom } from '@prime-registry/testkit';
import { readCorpus } from './corpus.ts';
import { fuzzTarget } from './fuzz-target.ts';
import { getTarget } from './targets/index.ts';
import { InputWindow, type WindowMemory } from './watch/input-window.ts';

/** The task of the thread. */
export interface WorkerOrder {
  readonly target: string;
  readonly seed: string;
  readonly inputs: number;
  readonly memory: WindowMemory;
}

const { target: name, seed, inputs, memory } = workerData as WorkerOrder;
const window = new InputWindow(memory);
const target = getTarget(name);
const random = new SeededRandom(seed).fork(name);
const report = await fuzzTarget(target, readCorpus(name), random, inputs, (input) => window.show(input));
parentPort?.postMessage(report);
