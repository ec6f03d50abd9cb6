// The types of the tables of exchanged tokens; see schema.ts.

export interface ExchangeSchema {
  exchanged_tokens: {
    id: string;
    kind: string;
    name: string;
    secret_sha256: Uint8Array;
    /** JSON. */
    permissions: string;
    /** JSON. */
    scopes: string;
    /** JSON. */
    primes: string;
    /** JSON. */
    ancestors: string;
    rule_id: string | null;
    /** JSON. */
    provenance: string | null;
    created_at_ms: number;
    expires_at_ms: number;
    revoked_at_ms: number | null;
  };
  used_assertions: {
    digest: string;
    nonce_sha256: string | null;
    token_id: string;
    keep_until_ms: number;
  };
  issuer_keys: {
    issuer: string;
    key_set: string;
    fetched_at_ms: number;
  };
}
