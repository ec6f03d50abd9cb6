// A fault: an action that disturbs the registry under load, and its removal.
import type { SeededRandom } from '@prime-registry/testkit';
import type { BackupStandby } from '../registry/backup-standby.ts';
import type { DataDisk } from '../registry/data-disk.ts';
import type { LivePlace, Services } from '../registry/live-place.ts';
import type { World } from '../world.ts';
import type { LingeringClients } from './lingering-clients.ts';

/** The context of a fault. */
export interface FaultContext {
  readonly world: World;
  readonly place: LivePlace;
  /** The disk of the place when the round begins. */
  readonly disk: DataDisk;
  readonly services: Services;
  /** The machine that takes over with a backup, if there is one. */
  readonly standby: BackupStandby | undefined;
  readonly random: SeededRandom;
  /** Clients that stay for several rounds. */
  readonly lingering: LingeringClients;
}

/**
 * The requirement of a fault: tarballs on the disk, the permission to mount, several workers, several
 * replicas, a database server, an S3 server, a standby with a backup, an idle standby.
 */
export type Need = 'folder' | 'mounts' | 'workers' | 'replicas' | 'database' | 'buckets' | 'backup' | 'idle';

export interface Fault {
  readonly name: string;
  readonly needs?: Need;
  /** Injects and removes the fault. When it resolves, the registry runs normally. */
  run(context: FaultContext): Promise<void>;
}
