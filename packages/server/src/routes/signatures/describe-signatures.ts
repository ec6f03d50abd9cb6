// Signatures and signers as the API shows them.
import { formatTimestamp, type ScopeSigners, type VersionSignatures } from '@prime-registry/protocol';
import type { ScopeSigning, SignatureRecord } from '@prime-registry/store';

export function describeSignatures(signatures: readonly SignatureRecord[]): VersionSignatures {
  return {
    signatures: signatures.map(({ fingerprint, principal, armored, signedAtMs }) => ({
      fingerprint,
      ...(principal !== undefined && { principal }),
      ...{ signature: armored, signed_at: formatTimestamp(signedAtMs) },
    })),
  };
}

export function describeSigners(scope: string, { requiresSignature, signers }: ScopeSigning): ScopeSigners {
  return {
    ...{ scope, require_signature: requiresSignature },
    signers: signers.map(({ fingerprint, key, principal, sinceIndex, untilIndex }) => ({
      ...{ fingerprint, key },
      ...(principal !== undefined && { principal }),
      since_index: sinceIndex,
      ...(untilIndex !== undefined && { until_index: untilIndex }),
    })),
  };
}
