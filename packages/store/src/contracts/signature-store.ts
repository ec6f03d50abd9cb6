// Interface to the signatures of versions, and to the keys that sign for a scope. `insertVersion` stores the signatures
// that come with a version. The store verifies no signature.
import type { Version } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';

/** A signature to store. Somebody has verified that it is one of its version. */
export interface NewSignature {
  /** `SHA256:…`, as ssh-keygen prints it. */
  readonly fingerprint: string;
  /** As ssh-keygen writes it. */
  readonly armored: string;
  /** Of an import: when the signature came, and whose key it was there. Ignored in a publish. */
  readonly before?: { readonly signedAtMs: number; readonly principal: string | undefined } | undefined;
}

/** A stored signature. */
export interface SignatureRecord {
  readonly fingerprint: string;
  readonly armored: string;
  readonly signedAtMs: number;
  /** Whose key it is, by the list of the scope when the signature came. */
  readonly principal: string | undefined;
  /** The log entry that had added the key to the list of the scope; undefined if it was not there. */
  readonly sinceIndex: number | undefined;
}

/** Where a signature is among all. */
export interface SignaturePlace {
  readonly versionId: number;
  readonly position: number;
}

/** A signature with what it must be of. */
export interface SignedBytes extends SignaturePlace {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly sourceManifest: Uint8Array;
  readonly fingerprint: string;
  readonly armored: string;
}

/** A key that signs for a scope. */
export interface Signer {
  readonly fingerprint: string;
  /** The public key, as in a `.pub` file without its comment. */
  readonly key: string;
  readonly principal: string | undefined;
}

/** A key with the time that it may sign, in entries of the log. */
export interface SignerRecord extends Signer {
  readonly sinceIndex: number;
  /** Undefined while it may sign. */
  readonly untilIndex: number | undefined;
}

/** What is known about the signatures of a scope. */
export interface ScopeSigning {
  readonly requiresSignature: boolean;
  /** Also those that were removed, in the order in which they came. */
  readonly signers: readonly SignerRecord[];
}

/** A signature that comes after the publish. */
interface AddedSignature extends NewSignature {
  readonly name: string;
  readonly version: Version;
  readonly act: Act;
}

/** Signatures and signers. Every change is in the log and in the audit log. */
export interface SignatureStore {
  /** In the order in which they came; empty if there is no such version. */
  listSignatures(name: string, version: Version): Promise<SignatureRecord[]>;
  /**
   * Adds a signature to a version.
   * @returns `known`, with nothing changed, if the version has one of this key; undefined if it does not exist
   * @throws RegistryError `signer_not_allowed`, `invalid_request` if there are MAX_SIGNATURES, `log_halted`
   */
  addSignature(signature: AddedSignature): Promise<'added' | 'known' | undefined>;
  findScopeSigning(scope: string): Promise<ScopeSigning>;
  /**
   * Lets a key sign for a scope. Changes nothing if it does so already, for the same principal.
   * @throws RegistryError `invalid_request` if there are MAX_SIGNERS, `log_halted`
   */
  addSigner(scope: string, signer: Signer, act: Act): Promise<void>;
  /** @returns whether the key could sign; only then something changes @throws RegistryError `log_halted` */
  removeSigner(scope: string, fingerprint: string, act: Act): Promise<boolean>;
  /**
   * Sets whether new versions of a scope need a signature of one of its keys. Changes nothing if that is so already.
   * @throws RegistryError `log_halted`
   */
  setSigningPolicy(scope: string, requiresSignature: boolean, act: Act): Promise<void>;
  /** At most `limit` signatures after a place, of all versions. */
  listSignedBytes(after: SignaturePlace, limit: number): Promise<SignedBytes[]>;
  /** At most `limit` scopes after `after` that have signers or a policy, by name. */
  listSigningScopes(after: string, limit: number): Promise<string[]>;
}
