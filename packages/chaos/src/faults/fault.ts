// What a fault is: one thing that is done to the registry under load, and undone.
import type { SeededRandom } from '@prime-registry/testkit';
import type { DataDisk } from '../registry/data-disk.ts';
import type { LiveDatabase } from '../registry/live-database.ts';
import type { World } from '../world.ts';
import type { LingeringClients } from './lingering-clients.ts';

/** What a fault works with. */
export interface FaultContext {
  readonly world: World;
  readonly disk: DataDisk;
  /** The database server that replicas share; undefined where the database is on the disk. */
  readonly database: LiveDatabase | undefined;
  readonly random: SeededRandom;
  /** Clients that stay for longer than a round. */
  readonly lingering: LingeringClients;
}

export interface Fault {
  readonly name: string;
  /** What it cannot do without: leave to mount disks, several workers, several replicas, or a database server. */
  readonly needs?: 'mounts' | 'workers' | 'replicas' | 'database';
  /** Does it and undoes it: when this resolves, the registry is up and whole. */
  run(context: FaultContext): Promise<void>;
}
