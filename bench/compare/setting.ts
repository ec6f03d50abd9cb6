// The shared settings of all measurements of a run.
import { join } from 'node:path';
import type { LoadGenerator } from '../load/request-load.ts';
import type { Peer, Place } from '../peers/peer.ts';
import type { Cores } from './cores.ts';

/** The settings of a run. */
export interface Setting {
  /** A temporary folder, which is removed at the end. */
  readonly folder: string;
  readonly cores: Cores;
  readonly generator: LoadGenerator;
  readonly signal: AbortSignal;
}

let names = 0;

/** A new, empty place for a server. */
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

/** A name that is unique in this run. */
export function newName(prefix: string): string {
  names += 1;
  return `${prefix}-${names}`;
}
