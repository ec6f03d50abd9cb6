// What a fault is: one thing that is done to the registry under load, and undone.
import type { SeededRandom } from '@prime-registry/testkit';
import type { DataDisk } from '../registry/data-disk.ts';
import type { Services } from '../registry/live-place.ts';
import type { World } from '../world.ts';
import type { LingeringClients } from './lingering-clients.ts';

/** What a fault works with. */
export interface FaultContext {
  readonly world: World;
  readonly disk: DataDisk;
  readonly services: Services;
  readonly random: SeededRandom;
  /** Clients that stay for longer than a round. */
  readonly lingering: LingeringClients;
}

/**
 * What a fault cannot do without: tarballs on the disk, leave to mount it, several workers, several replicas, a database
 * server, an S3 server.
 */
export type Need = 'folder' | 'mounts' | 'workers' | 'replicas' | 'database' | 'buckets';

export interface Fault {
  readonly name: string;
  readonly needs?: Need;
  /** Does it and undoes it: when this resolves, the registry is up and whole. */
  run(context: FaultContext): Promise<void>;
}
