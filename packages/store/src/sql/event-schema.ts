// The types of the tables of change feeds, webhooks, leases and the logs of upstreams; see schema.ts.

export interface EventSchema {
  seen_versions: SeenVersionsTable;
  feed_cursors: FeedCursorsTable;
  webhooks: WebhooksTable;
  leases: LeasesTable;
  upstream_logs: UpstreamLogsTable;
  origin_proofs: OriginProofsTable;
}

interface SeenVersionsTable {
  name: string;
  identity: string;
  sha256: string;
  origin: string;
}

interface FeedCursorsTable {
  url: string;
  reader: string;
  cursor: string;
  at_ms: number;
}

interface WebhooksTable {
  id: string;
  url: string;
  /** JSON. */
  types: string;
  /** JSON. */
  scopes: string;
  cursor: number;
  attempts: number;
  next_at_ms: number;
  state: string;
  last_status: string | null;
  last_at_ms: number | null;
  allow_private: number;
  created_at_ms: number;
}

interface LeasesTable {
  name: string;
  holder: string;
  until_ms: number;
}

interface UpstreamLogsTable {
  url: string;
  /** With spaces between them. */
  vkeys: string;
  note: string;
  since_ms: number;
}

interface OriginProofsTable {
  version_id: number;
  url: string;
  vkey: string;
  proof: string;
}
