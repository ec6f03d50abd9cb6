// Verifies the signatures that a registry has, against the bytes that are really there.
import { PUBLISH_NAMESPACE, type SshPublicKey, statementOf, verifySignature } from '@prime-registry/sshsig';

/** The bytes that must have been signed. */
export interface SignedContent {
  /** The name under which its registry has it. */
  readonly name: string;
  readonly version: string;
  /** Digest of the tarball that is installed, never the one of the registry. */
  readonly sha256: string;
}

export interface GoodSignature {
  readonly fingerprint: string;
  readonly key: SshPublicKey;
  /** The text that was verified, to verify it again. */
  readonly stored: StoredSignature;
}

/** A signature, and what else was signed with the tarball. */
export interface StoredSignature {
  /** Armored. */
  readonly signature: string;
  /** Digest of the pack.yaml. */
  readonly manifest_sha256: string;
}

/** What was found. */
export interface VerifiedSignatures {
  /** One for each key. */
  readonly good: readonly GoodSignature[];
  /** Why the others are not, each once. */
  readonly problems: readonly string[];
}

/** Signatures of one version that are verified. */
const MOST_SIGNATURES = 64;

/**
 * Verifies signatures. The signer has named the tarball by its digest: which of the digests of a manifest was signed with
 * it decides nothing about what is installed.
 * @param candidates - signatures, with the digests that their manifest may have
 */
export function verifySignatures(
  { name, version, sha256 }: SignedContent,
  candidates: readonly { readonly signature: string; readonly manifestDigests: readonly string[] }[],
): VerifiedSignatures {
  const good = new Map<string, GoodSignature>();
  const problems = new Set<string>();
  for (const { signature, manifestDigests } of candidates.slice(0, MOST_SIGNATURES)) {
    let problem: string | undefined = 'nothing says which pack.yaml was signed';
    for (const manifestSha256 of new Set(manifestDigests)) {
      const statement = new TextEncoder().encode(statementOf({ name, version, sha256, manifestSha256 }));
      const verified = verifySignature(signature, statement, { namespace: PUBLISH_NAMESPACE });
      problem = verified.ok ? undefined : verified.message;
      if (!verified.ok) continue;
      const { fingerprint, key, armored } = verified.value;
      const stored = { signature: armored, manifest_sha256: manifestSha256 };
      if (!good.has(fingerprint)) good.set(fingerprint, { fingerprint, key, stored });
      break;
    }
    if (problem !== undefined) problems.add(problem);
  }
  return { good: [...good.values()], problems: [...problems] };
}
