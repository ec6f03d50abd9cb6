// What the audit log tells: every change of the registry, by whom, from where. Actions and commands know these interfaces
// and nothing behind them.

/** What is done to a registry. */
export const AUDIT_ACTIONS = [
  'publish',
  'mirror',
  'evict',
  'yank',
  'token-create',
  'token-rotate',
  'token-revoke',
  'gc',
  'import',
  'restore',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Somebody does something: what every change of the store is given, to be recorded in the same transaction. */
export interface Act {
  readonly action: AuditAction;
  readonly atMs: number;
  /** Id of a token, `environment` for the one that the operator gave at the start, `operator` for a command. */
  readonly actorId: string;
  /** Name of the token; for a command, the user who ran it. */
  readonly actorName: string;
  /** The address of the client; undefined for a command. */
  readonly address: string | undefined;
  /** As in `X-Request-Id`; undefined for a command. */
  readonly requestId: string | undefined;
}

/** An act and what it was done to. Nothing secret is ever in it. */
export interface AuditEntry extends Act {
  /** Name of a Prime. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** The token that was made or revoked. */
  readonly tokenId?: string | undefined;
  readonly details?: AuditDetails | undefined;
}

/** Small facts, such as a digest or a reason. */
export type AuditDetails = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** An entry as it is read. */
export interface RecordedAuditEntry extends AuditEntry {
  /** Grows with every entry. */
  readonly id: number;
}

/** Which entries to read; what is left out excludes nothing. */
export interface AuditFilter {
  readonly sinceMs?: number | undefined;
  /** Up to here, this moment not included. */
  readonly untilMs?: number | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  readonly name?: string | undefined;
  /** What was done with this token, and to it. */
  readonly tokenId?: string | undefined;
}

/** The audit log. There is no way to change or to remove an entry. */
export interface AuditStore {
  /** Records what changes nothing else in the store. */
  recordAct(entry: AuditEntry): Promise<void>;
  /** The entries behind `afterId` in the order of their commits, at most `limit`. */
  listAuditEntries(filter: AuditFilter, afterId: number, limit: number): Promise<RecordedAuditEntry[]>;
}
