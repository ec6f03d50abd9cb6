// The part of the transparency log that the change feed reads.
import type { LogStore } from '@prime-registry/store';

/** A log to read. */
export type ChangeLog = Pick<LogStore, 'readLogHead' | 'listLogEntries' | 'listLogNames'>;
