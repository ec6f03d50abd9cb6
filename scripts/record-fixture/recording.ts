// The record of a registry whose database is a fixture: its inputs and its answers.

/** A token of a recorded database. */
export interface RecordedToken {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly scopes: readonly string[];
  readonly secret: string;
  readonly status: 'active' | 'expired' | 'revoked';
}

/** A version of a recorded database. */
export interface RecordedVersion {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** The text of its pack.yaml. */
  readonly manifest: string;
  readonly atoms: readonly { readonly id: string; readonly kind: string; readonly description: string }[];
  /** The base URL of the registry that it was mirrored from. */
  readonly origin?: string;
}

/** A version that was removed for good. */
export interface RecordedRemoval {
  readonly name: string;
  readonly version: string;
  /** Of its tarball, which the recorded program deleted. */
  readonly sha256: string;
  /** The base URL of the registry that it was mirrored from. */
  readonly origin?: string;
}

/** A version whose tarball is in the blob store, but which only `lost_versions` has of all tables. */
export interface RecordedLoss {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly manifest: string;
}

/** A JSON answer of the program that made the database. */
export interface RecordedAnswer {
  readonly path: string;
  /** 200 by default. */
  readonly status?: number;
  readonly body: unknown;
}

/** A webhook, as the program lists it. */
export interface RecordedWebhook {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly scopes: readonly string[];
  readonly state: string;
  /** Index of the log entry that is next. */
  readonly next_index: number;
  readonly failed_attempts: number;
  /** Entries that it has not been told of. */
  readonly behind: number;
}

/** What a registry has of its witnesses, and of the log that it is a witness of. */
export interface RecordedWitnesses {
  readonly witnesses: readonly { readonly vkey: string; readonly size: number }[];
  /** The newest head of its log, cosigned by all of them. */
  readonly cosigned: string;
  /** The log of the other registry, and its last head that was cosigned. */
  readonly witnessed: { readonly origin: string; readonly size: number; readonly note: string };
}

/** A search, and the names that it finds, best first. */
export interface RecordedSearch {
  readonly text: string;
  readonly names: readonly string[];
}

/** The record of a database. */
export interface Recording {
  /** The commit and the version of the program that made it. */
  readonly commit: string;
  readonly program: string;
  readonly engine: 'sqlite' | 'postgres';
  /** Its migrations. */
  readonly migrations: readonly string[];
  readonly tokens: readonly RecordedToken[];
  readonly versions: readonly RecordedVersion[];
  /** Absent if the program cannot remove versions. */
  readonly removed?: readonly RecordedRemoval[];
  /** Absent if the program has no list of lost versions. */
  readonly lost?: readonly RecordedLoss[];
  /** Absent if the program has no webhooks. */
  readonly webhooks?: readonly RecordedWebhook[];
  /** Absent if the program has no witnesses. */
  readonly witnesses?: RecordedWitnesses;
  readonly answers: readonly RecordedAnswer[];
  /** Lines of `prime-registry audit --json`. Empty if the program has no such command. */
  readonly audit: readonly unknown[];
  /** Expected search results after the upgrade. */
  readonly searches: readonly RecordedSearch[];
  /** Expected search results after all atoms are indexed. */
  readonly atomSearches: readonly RecordedSearch[];
}
