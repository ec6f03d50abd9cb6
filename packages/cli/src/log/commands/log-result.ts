// The results of the `prime log` commands.
import type { LogProblem } from '@prime-registry/client';
import type { LogEntry, UnknownLogEntry } from '@prime-registry/protocol';

/** The log of a registry, and what this user knows of it. */
export interface LogState {
  readonly registry: string;
  /** The name of the log; absent if the registry has none. */
  readonly origin?: string;
  readonly size?: number;
  /** Base 64. */
  readonly root?: string;
  /** The keys that are trusted; empty if a policy is. */
  readonly trusted_keys?: readonly string[];
  readonly trusted_by?: 'policy' | 'user' | 'project' | 'first-use';
  /** Keys that the registry names, and that are not trusted. */
  readonly other_keys?: readonly string[];
  /** How far its witnesses are, as the registry says. */
  readonly witnesses?: readonly {
    readonly name: string;
    readonly vkey: string;
    /** Entries of the last head that it has cosigned; 0 for none. */
    readonly size: number;
  }[];
  /** Why the log does not grow at the moment. */
  readonly halted?: string;
  /** How many of the versions from before the log are in it. */
  readonly backfill?: { readonly done: number; readonly of: number };
}

/** The result of `prime log status`. */
export interface LogStatus {
  readonly action: 'status';
  readonly logs: readonly LogState[];
}

/** The result of `prime log verify`. */
export interface LogVerification {
  readonly action: 'verify';
  readonly registry: string;
  readonly origin: string;
  readonly entries: number;
  readonly primes: number;
  readonly versions: number;
  readonly problem_count: number;
  /** What makes no sense, some of it if there is much; without an index, a list of the registry differs from the log. */
  readonly problems: readonly (Omit<LogProblem, 'index'> & Partial<Pick<LogProblem, 'index'>>)[];
  /** Listed versions without an entry, while the registry says that it is still taking in older ones. */
  readonly not_logged_yet?: number;
  /** Types of entries that this prime does not know. */
  readonly unknown_types: readonly string[];
}

export interface WatchedEntry {
  readonly index: number;
  readonly entry: LogEntry | UnknownLogEntry;
  /** Whether somebody else than expected has made it. */
  readonly unexpected: boolean;
}

/** The result of `prime log watch`. */
export interface LogWatch {
  readonly action: 'watch';
  readonly registry: string;
  readonly origin: string;
  /** The index from which the next watch goes on. */
  readonly next: number;
  readonly entries: readonly WatchedEntry[];
}

/** The result of `prime log trust`. */
export interface LogTrusted {
  readonly action: 'trust';
  readonly registry: string;
  readonly origin: string;
  readonly key: string;
  /** Whether the log has all that this user has seen of it; absent if that was nothing. */
  readonly has_what_was_seen?: boolean;
}

/** The result of `prime log`. */
export type LogResult = LogStatus | LogVerification | LogWatch | LogTrusted;
