// Measures every operation of a store or blob store, which do not know about it.
import type { Histogram } from 'prom-client';

type Operation = (...parameters: never[]) => Promise<unknown>;

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
  return async (...parameters) => {
    const stop = duration.startTimer({ operation });
    try {
      const result = await carryOut(...parameters);
      stop({ outcome: 'ok' });
      return result;
    } catch (error) {
      stop({ outcome: 'failed' });
      throw error;
    }
  };
}
