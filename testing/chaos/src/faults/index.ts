// All faults.
import { clockJump } from './clock-jump.ts';
import { killRegistry, killWorker, terminate } from './deaths.ts';
import { failOver, failOverFromKilled, failOverFromOlder } from './fail-over.ts';
import type { Fault } from './fault.ts';
import { killReplica, rollReplicas } from './replicas.ts';
import { drip, halfClose, lie, stall, vanish } from './rude-clients.ts';
import { cutBuckets, cutDatabase, holdBuckets, holdDatabase, restartDatabase } from './services.ts';
import { folderAway, fullDisk, readOnlyFolder, readOnlyStart } from './storage.ts';
import { switchOver, takeOver } from './take-over.ts';

export const FAULTS: readonly Fault[] = [
  killRegistry, //   kill -9 of the whole registry
  killWorker, //     kill -9 of one worker; the others continue
  killReplica, //    kill -9 of one replica; the others continue
  rollReplicas, //   SIGTERM and restart, one replica after the other
  terminate, //      SIGTERM during uploads
  fullDisk, //       ENOSPC for database, uploads and blobs; sometimes with a restart while full
  readOnlyFolder, // EROFS in the folder of uploads or blobs
  readOnlyStart, //  a start while the whole data folder is read-only
  folderAway, //     the folder of uploads or blobs is missing
  restartDatabase, // the database server stops or crashes, then restarts
  cutDatabase, //    all connections to the database break, new ones too
  holdDatabase, //   the database hangs for a while
  cutBuckets, //     all connections to the S3 server break, new ones too
  holdBuckets, //    the S3 server hangs for a while
  failOver, //       the machine is lost; another restores the newest backup
  failOverFromOlder, // the same with an older copy of the backup, and the list of known versions
  failOverFromKilled, // the same while a backup runs, which is killed
  takeOver, //       kill -9 of the active machine; an idle one on the same data serves
  switchOver, //     the idle machine gets the new connections, several times
  clockJump, //      seconds to a year, forwards and backwards
  stall, //          clients that stop sending but stay connected
  halfClose, //      clients that close their side early
  drip, //           clients that send one byte a second
  lie, //            clients that send a wrong Content-Length
  vanish, //         clients that disconnect at a random byte
];
