// Every kind of fault.
import { clockJump } from './clock-jump.ts';
import { killRegistry, killWorker, terminate } from './deaths.ts';
import type { Fault } from './fault.ts';
import { killReplica, rollReplicas } from './replicas.ts';
import { drip, halfClose, lie, stall, vanish } from './rude-clients.ts';
import { cutBuckets, cutDatabase, holdBuckets, holdDatabase, restartDatabase } from './services.ts';
import { folderAway, fullDisk, readOnlyFolder, readOnlyStart } from './storage.ts';

export const FAULTS: readonly Fault[] = [
  killRegistry, //   kill -9 of the whole registry
  killWorker, //     kill -9 of one worker; the others go on
  killReplica, //    kill -9 of one replica; the others go on
  rollReplicas, //   SIGTERM and a new start, one replica after the other
  terminate, //      SIGTERM in the middle of uploads
  fullDisk, //       ENOSPC for database, uploads and blobs; sometimes killed and started on it
  readOnlyFolder, // EROFS where uploads or blobs are
  readOnlyStart, //  a start while all of the data folder is read-only
  folderAway, //     uploads or blobs are not there
  restartDatabase, // the database server stops, or crashes, and comes back
  cutDatabase, //    every connection to the database breaks, and new ones do
  holdDatabase, //   the database does not answer for a while
  cutBuckets, //     every connection to the tarballs breaks, and new ones do
  holdBuckets, //    the tarballs do not answer for a while
  clockJump, //      seconds to a year, forwards and backwards
  stall, //          clients that stop in the middle and stay
  halfClose, //      clients that close their side early
  drip, //           clients that send one byte a second
  lie, //            clients that lie about Content-Length
  vanish, //         clients that are gone at a random byte
];
