// The types of the tables of signatures; see schema.ts.

export interface SignatureSchema {
  version_signatures: {
    version_id: number;
    fingerprint: string;
    position: number;
    armored: string;
    signed_at_ms: number;
    principal: string | null;
    since_index: number | null;
  };
  scope_signers: {
    scope: string;
    fingerprint: string;
    since_index: number;
    until_index: number | null;
    key: string;
    principal: string | null;
  };
  signing_policies: {
    scope: string;
    require_signature: number;
    since_index: number;
  };
}
