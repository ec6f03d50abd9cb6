// Runs the loop in a thread of its own: whoever started it sees what it is at, and outlives it.
import { parentPort, workerData } from 'node:worker_threads';
import { SeededRandom } from '@prime-registry/testkit';
import { readCorpus } from './corpus.ts';
import { fuzzTarget } from './fuzz-target.ts';
import { getTarget } from './targets/index.ts';
import { InputWindow, type WindowMemory } from './watch/input-window.ts';

/** What the thread is to do. */
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
