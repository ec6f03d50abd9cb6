// The types of the tables of trust rules; see schema.ts.

export interface TrustSchema {
  trust_rules: {
    id: string;
    name: string;
    issuer: string;
    /** JSON. */
    rule: string;
    /** JSON. */
    pinned: string | null;
    created_at_ms: number;
    created_by: string;
    last_used_at_ms: number | null;
  };
  trust_issuers: {
    issuer: string;
    jwks_file: string | null;
    ca_file: string | null;
    allow_private: number;
  };
}
