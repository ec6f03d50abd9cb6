// The types of the tables of exchanged tokens; see schema.ts.

export interface ExchangeSchema {
  exchanged_tokens: ExchangedTokensTable;
  used_assertions: UsedAssertionsTable;
  issuer_keys: IssuerKeysTable;
}

interface ExchangedTokensTable {
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
}

interface UsedAssertionsTable {
  digest: string;
  nonce_sha256: string | null;
  token_id: string;
  keep_until_ms: number;
}

interface IssuerKeysTable {
  issuer: string;
  key_set: string;
  fetched_at_ms: number;
}
