// What every measurement of a run shares.
import { join } from 'node:path';
import type { LoadGenerator } from '../load/request-load.ts';
import type { Peer, Place } from '../peers/peer.ts';
import type { Cores } from './cores.ts';

/** A run. */
export interface Setting {
  /** A folder that is there and is removed at the end. */
  readonly folder: string;
  readonly cores: Cores;
  readonly generator: LoadGenerator;
  readonly signal: AbortSignal;
}

let names = 0;

/** Somewhere for a server that has no data yet. */
export function newPlace({ folder, cores, signal }: Setting, { name }: Pick<Peer, 'name'>): Place {
  return {
    folder: join(folder, newName(name)),
    cores: cores.server,
    workerCores: cores.workers,
    compileCache: join(folder, 'compiled'),
    recordings: join(folder, 'recordings'),
    signal,
  };
}

/** A name that nothing in this run has yet. */
export function newName(prefix: string): string {
  names += 1;
  return `${prefix}-${names}`;
}
