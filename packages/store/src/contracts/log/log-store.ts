// Interface to the transparency log: one entry for each change of what versions mean, in a Merkle tree (RFC 9162,
// section 2.1). The transaction of a change appends its entry.
import type { BeginEntry, LogEntry, Version } from '@prime-registry/protocol';
import type { Edge, Hash, ReadHashes } from '@prime-registry/tlog';

/** The tree after a commit. */
export interface LogHead {
  /** 16 random hexadecimal digits, made with the tables, and again when an operator restarts the log. */
  readonly logId: string;
  /** Its size, and what its root is computed from. */
  readonly edge: Edge;
  /** Why the log is halted; undefined if it is not. */
  readonly halted: string | undefined;
  /**
   * Changes when the database server is another one, or was restarted: then the last commits may be missing.
   * Constant on SQLite.
   */
  readonly server: string;
}

/** An appended entry. */
export interface LoggedEntry {
  /** From 0. */
  readonly index: number;
  readonly entry: Uint8Array;
  /** After the transaction. */
  readonly head: LogHead;
  /** That the entry is in the tree of `head` (RFC 9162, section 2.1.3). */
  readonly proof: readonly Hash[];
}

/** A version in the log. */
export interface LoggedVersion {
  readonly index: number;
  readonly entry: Uint8Array;
}

/** A name that checkpoints of the log have, or had, and a key for it. A rotation of keys begins another one. */
export interface LogName {
  /** What the log was identified by under this name. */
  readonly logId: string;
  readonly origin: string;
  /** A verifier key (C2SP signed-note). */
  readonly vkey: string;
  /** Size of the log when it got name and key. */
  readonly beganAtSize: number;
  readonly atMs: number;
  /** Size of the log when it got the next ones; undefined for the current ones. */
  readonly endedAtSize: number | undefined;
  /** Why the log got the name, in the words of an operator. */
  readonly reason: string | undefined;
}

/** The next name and key of the log. */
interface NewLogName extends Pick<LogName, 'origin' | 'vkey' | 'atMs' | 'reason'> {
  /** The current verifier key; undefined if the log has no name yet. */
  readonly after: string | undefined;
  /** Identifies the log from now on; undefined: as before. */
  readonly logId?: string | undefined;
}

/** How far versions from before the log are in it. */
export interface BackfillProgress {
  /** Versions that have been dealt with. */
  readonly done: number;
  /** All of them; equal to `done` at the end. */
  readonly of: number;
}

/** The transparency log. Entries and nodes cannot be changed or removed. */
export interface LogStore {
  readLogHead(): Promise<LogHead>;
  /** At most `limit` entries from an index on, in order; fewer if there are no more. */
  listLogEntries(from: number, limit: number): Promise<readonly Uint8Array[]>;
  /** Hashes of a tile level: level 0 hashes entries, higher levels are stored. @throws Error if one is missing */
  readonly readLogHashes: ReadHashes;
  /** The entry that tells the digest of a version; undefined if the version does not exist, or is not logged yet. */
  findLoggedVersion(name: string, version: Version): Promise<LoggedVersion | undefined>;
  /**
   * Appends `import` entries of the next versions from before the log, in one transaction, each version once. Call it
   * until `done` is `of`. Versions that are gone in the meantime are skipped.
   * @param limit - most versions
   * @param atMs - now, for the entries
   * @throws RegistryError `log_halted`
   */
  backfillLog(limit: number, atMs: number): Promise<BackfillProgress>;
  /** How far {@link backfillLog} is. */
  findBackfillProgress(): Promise<BackfillProgress>;
  /**
   * Appends `import` entries of versions that a program without the log has inserted since its tables are there, such as
   * an older replica during an upgrade; nothing until {@link backfillLog} is at its end. Cheap if there are none: only
   * versions that no earlier call has looked at are read.
   * @param limit - most versions
   * @param atMs - now, for the entries
   * @returns how many were appended: call it again until it is 0
   * @throws RegistryError `log_halted` if there are some
   */
  logUnlogged(limit: number, atMs: number): Promise<number>;
  /** Appends entries that change nothing else, such as `log-key`. @throws RegistryError `log_halted` */
  appendToLog(entries: readonly LogEntry[]): Promise<readonly LoggedEntry[]>;
  /** Lets every append fail with `log_halted` from now on; keeps the first reason. */
  haltLog(reason: string): Promise<void>;
  /** Ends a halt. */
  resumeLog(): Promise<void>;
  /** Oldest first. */
  listLogNames(): Promise<LogName[]>;
  /**
   * Gives the log a name and a key from its current size on, and ends those before. With another id, the log begins
   * again after its entries, and a halt ends; otherwise a halted log stays so.
   * @param entries - appended in the same transaction, halted or not: the first entries under the new name
   * @returns false, with nothing changed, if the current key is not `name.after`: another process was faster
   */
  beginLogName(name: NewLogName, entries?: readonly LogEntry[]): Promise<boolean>;
  /**
   * Gives a log without a name another id, so that anyone who follows it notices that it went back. Does nothing if it has a
   * name or no entries.
   * @param entry - the first one under the new id
   */
  renewLogId(entry: BeginEntry): Promise<void>;
}
