// Measures every operation of a store or blob store, which do not know about it.
import type { OperationDurations } from './operation-durations.ts';

type Operation = (...parameters: never[]) => Promise<unknown> | AsyncIterable<unknown>;
type Stop = (outcome: 'ok' | 'failed') => void;

/** The same object with measured functions: as operation `prefix.function`, with outcome `ok` or `failed`. */
export function timed<T extends object>(prefix: string, target: T, durations: OperationDurations): T {
  const entries = Object.entries(target).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    return [name, timeOperation(`${prefix}.${name}`, member as Operation, durations)];
  });
  return Object.fromEntries(entries) as T;
}

function timeOperation(operation: string, carryOut: Operation, durations: OperationDurations): Operation {
  return (...parameters) => {
    const sinceMs = performance.now();
    const stop: Stop = (outcome) => durations.observe(operation, outcome, sinceMs);
    const result = carryOut(...parameters);
    return Symbol.asyncIterator in result ? timeIteration(result, stop) : timePromise(result, stop);
  };
}

async function timePromise(running: Promise<unknown>, stop: Stop): Promise<unknown> {
  try {
    const result = await running;
    stop('ok');
    return result;
  } catch (error) {
    stop('failed');
    throw error;
  }
}

/** Until the end of the iteration, with what its user does in between. */
async function* timeIteration(batches: AsyncIterable<unknown>, stop: Stop): AsyncGenerator<unknown> {
  try {
    yield* batches;
    stop('ok');
  } catch (error) {
    stop('failed');
    throw error;
  }
}
