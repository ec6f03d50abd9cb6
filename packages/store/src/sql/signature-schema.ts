// The types of the tables of signatures; see schema.ts.

export interface SignatureSchema {
  version_signatures: VersionSignaturesTable;
  scope_signers: ScopeSignersTable;
  signing_policies: SigningPoliciesTable;
}

interface VersionSignaturesTable {
  version_id: number;
  fingerprint: string;
  position: number;
  armored: string;
  signed_at_ms: number;
  principal: string | null;
  since_index: number | null;
}

interface ScopeSignersTable {
  scope: string;
  fingerprint: string;
  since_index: number;
  until_index: number | null;
  key: string;
  principal: string | null;
}

interface SigningPoliciesTable {
  scope: string;
  require_signature: number;
  since_index: number;
}
