// The types of the tables of change feeds, webhooks, leases and the logs of upstreams; see schema.ts.

export interface EventSchema {
  seen_versions: {
    name: string;
    identity: string;
    sha256: string;
    origin: string;
  };
  feed_cursors: {
    url: string;
    reader: string;
    cursor: string;
    at_ms: number;
  };
  webhooks: {
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
  };
  leases: {
    name: string;
    holder: string;
    until_ms: number;
  };
  upstream_logs: {
    url: string;
    /** With spaces between them. */
    vkeys: string;
    note: string;
    since_ms: number;
  };
  origin_proofs: {
    version_id: number;
    url: string;
    vkey: string;
    proof: string;
  };
}
