// Measures the starts in rounds, in which all take turns.
import { join } from 'node:path';
import { startServerOn } from '../processes/server-process.ts';
import type { Installation } from './installations.ts';
import type { MeasuredStarts } from './start-times.ts';
import { createSubjects, type Subject } from './subjects.ts';
import { cacheVariables, requireCompiledCode } from './user-cache.ts';

/** The first run writes the compile cache, the second one reads it. */
const WARM_UPS = 2;

/** How the starts are measured. */
export interface StartOptions {
  /** A folder that only this user can write to. */
  readonly folder: string;
  /** The cores of what is measured, as taskset(1) takes them. undefined for all. */
  readonly cores: string | undefined;
  /** Those of the registry that a command asks. */
  readonly loadCores: string | undefined;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** Measures the starts of all installations, and of Node.js alone. */
export async function measureStarts(
  installations: readonly Installation[],
  options: StartOptions,
): Promise<MeasuredStarts> {
  const { folder, cores, loadCores, signal } = options;
  const cache = join(folder, 'cache');
  const dataFolder = join(folder, 'data');
  // Its data are those that servers start again with: SQLite lets several processes have them.
  const running = await startServerOn(dataFolder, undefined, { cores: loadCores, signal });
  try {
    const registry = { baseUrl: running.baseUrl, dataFolder };
    const variables = cacheVariables(cache);
    const { subjects, measured } = createSubjects(installations, {
      ...{ folder, cores, signal, variables, registry },
    });
    await takeTurns(subjects, options);
    await requireCompiledCode(cache);
    return measured;
  } finally {
    await running.stop();
  }
}

async function takeTurns(subjects: readonly Subject[], { rounds, signal }: StartOptions): Promise<void> {
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    for (const { measure } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      signal.throwIfAborted();
      const keep = await measure();
      if (round >= 0) keep();
    }
  }
}
