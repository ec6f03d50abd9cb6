// Measures every operation of a store or blob store, which do not know about it.
import type { Histogram } from 'prom-client';

type Operation = (...parameters: never[]) => Promise<unknown> | AsyncIterable<unknown>;
type Stop = (labels: { readonly outcome: 'ok' | 'failed' }) => void;

/** The same object with measured functions: as operation `prefix.function`, with outcome `ok` or `failed`. */
export function timed<T extends object>(
  prefix: string,
  target: T,
  duration: Histogram<'operation' | 'outcome'>,
): T {
  const entries = Object.entries(target).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    return [name, timeOperation(`${prefix}.${name}`, member as Operation, duration)];
  });
  return Object.fromEntries(entries) as T;
}

function timeOperation(
  operation: string,
  carryOut: Operation,
  duration: Histogram<'operation' | 'outcome'>,
): Operation {
  return (...parameters) => {
    const stop = duration.startTimer({ operation });
    const result = carryOut(...parameters);
    return Symbol.asyncIterator in result ? timeIteration(result, stop) : timePromise(result, stop);
  };
}

async function timePromise(running: Promise<unknown>, stop: Stop): Promise<unknown> {
  try {
    const result = await running;
    stop({ outcome: 'ok' });
    return result;
  } catch (error) {
    stop({ outcome: 'failed' });
    throw error;
  }
}

/** Until the end of the iteration, with what its user does in between. */
async function* timeIteration(batches: AsyncIterable<unknown>, stop: Stop): AsyncGenerator<unknown> {
  try {
    yield* batches;
    stop({ outcome: 'ok' });
  } catch (error) {
    stop({ outcome: 'failed' });
    throw error;
  }
}
