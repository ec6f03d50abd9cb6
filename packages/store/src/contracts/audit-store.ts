// Interface to the audit log: every change of the registry, who made it, and from where.

/** The recorded actions. */
export const AUDIT_ACTIONS = [
  'publish',
  'mirror',
  'evict',
  'rebind',
  'forget',
  'yank',
  'unyank',
  'deprecate',
  'undeprecate',
  'channel',
  'move',
  'remove',
  'sign',
  'signer',
  'signing-policy',
  'token-create',
  'token-rotate',
  'token-revoke',
  'token-exchange',
  'token-attenuate',
  'gc',
  'import',
  'restore',
  'record-lost',
  'settle-lost',
  'webhook-add',
  'webhook-replay',
  'webhook-rotate',
  'webhook-state',
  'webhook-remove',
  'trust-add',
  'trust-remove',
  'trust-pin',
  'trust-issuer',
  'log-key',
  'log-restart',
  'log-recover',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who does what. Every change of the store gets one, and records it in its transaction. */
export interface Act {
  readonly action: AuditAction;
  readonly atMs: number;
  /** Id of a token, `environment` for the token in the environment, `operator` for a command. */
  readonly actorId: string;
  /** Name of the token; for a command, the user who ran it. */
  readonly actorName: string;
  /** The address of the client; undefined for a command. */
  readonly address: string | undefined;
  /** As in `X-Request-Id`; undefined for a command. */
  readonly requestId: string | undefined;
}

/** An act and its object. It never contains a secret. */
export interface AuditEntry extends Act {
  /** Name of a Prime. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** The token that was created or revoked. */
  readonly tokenId?: string | undefined;
  readonly details?: AuditDetails | undefined;
}

/** Small facts, such as a digest or a reason. */
export type AuditDetails = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A stored entry. */
export interface RecordedAuditEntry extends AuditEntry {
  /** Ascends with every entry. */
  readonly id: number;
}

/** Which entries to read; an omitted condition excludes nothing. */
export interface AuditFilter {
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  readonly name?: string | undefined;
  /** Actions with this token, and on it. */
  readonly tokenId?: string | undefined;
}

/** The audit log. Entries cannot be changed or removed. */
export interface AuditStore {
  /** Records an act that changes nothing else in the store. */
  recordAct(entry: AuditEntry): Promise<void>;
  /** At most `limit` entries after `afterId`, in the order of their commits. */
  listAuditEntries(filter: AuditFilter, afterId: number, limit: number): Promise<RecordedAuditEntry[]>;
}
