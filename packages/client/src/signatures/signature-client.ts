// The methods of a client for signatures by SSH keys. None is part of the contract: a registry without them answers 404.
import {
  getValue,
  parseScope,
  type ScopeSigners,
  ScopeSignersSchema,
  signaturesPath,
  signerPath,
  signersPath,
  signingPolicyPath,
  type VersionSignatures,
  VersionSignaturesSchema,
} from '@prime-registry/protocol';
import { ChangeClient } from '../change-client.ts';
import { checkName, checkVersion } from '../check-arguments.ts';
import { connectionOf } from '../lifecycle-client.ts';
import type { RequestOptions } from '../registry-reader.ts';
import { readShape, type ShapeReader } from '../shapes/read-shape.ts';

/** Signatures of one version that are read: a registry takes few. */
const MOST_SIGNATURES = 64;

const readSignatures: ShapeReader<RegistrySignature[]> = (body) =>
  readShape(VersionSignaturesSchema, body).signatures.slice(0, MOST_SIGNATURES);

const readScopeSigners: ShapeReader<ScopeSigners> = (body) => readShape(ScopeSignersSchema, body);

/** A signature of a version, as a registry has it. It proves nothing before it is verified. */
export type RegistrySignature = VersionSignatures['signatures'][number];

/** A key for a scope. */
export interface NewScopeSigner extends RequestOptions {
  /** `SHA256:…` of the key. */
  readonly fingerprint: string;
  /** The public key as one line. */
  readonly key: string;
  /** Whose key it is. */
  readonly principal?: string;
}

/** Signatures of versions, and who may sign in a scope. */
export abstract class SignatureClient extends ChangeClient {
  /** The signatures of a version, which the caller must verify. */
  async signatures(
    name: string,
    version: string,
    { signal }: RequestOptions = {},
  ): Promise<RegistrySignature[]> {
    const path = signaturesPath(checkName(name), checkVersion(name, version));
    return connectionOf(this).getExtra(SIGNATURES, path, readSignatures, { signal, isCacheable: false });
  }

  /** Adds a signature to a version. @param signature - armored @returns all that it has now */
  async addSignature(
    name: string,
    version: string,
    signature: string,
    { signal }: RequestOptions = {},
  ): Promise<RegistrySignature[]> {
    const path = signaturesPath(checkName(name), checkVersion(name, version));
    const wanted = { what: SIGNATURES, read: readSignatures };
    return connectionOf(this).change({ method: 'POST', path, body: { signature }, signal, ...wanted });
  }

  /** Who may sign in a scope. */
  async scopeSigners(scope: string, { signal }: RequestOptions = {}): Promise<ScopeSigners> {
    const path = signersPath(getValue(parseScope(scope)));
    return connectionOf(this).getExtra(SIGNERS.what, path, SIGNERS.read, { signal, isCacheable: false });
  }

  /** Lets a key sign in a scope from now on. Idempotent. */
  async addScopeSigner(
    scope: string,
    { fingerprint, signal, ...body }: NewScopeSigner,
  ): Promise<ScopeSigners> {
    const path = signerPath(getValue(parseScope(scope)), fingerprint);
    return connectionOf(this).change({ method: 'PUT', path, body, signal, ...SIGNERS });
  }

  /** Lets a key no longer sign in a scope. What it has signed before stays signed. Idempotent. */
  async removeScopeSigner(
    scope: string,
    fingerprint: string,
    { signal }: RequestOptions = {},
  ): Promise<ScopeSigners> {
    const path = signerPath(getValue(parseScope(scope)), fingerprint);
    return connectionOf(this).change({ method: 'DELETE', path, signal, ...SIGNERS });
  }

  /** Says whether versions of a scope must be signed. */
  async setSigningPolicy(
    scope: string,
    requiresSignature: boolean,
    { signal }: RequestOptions = {},
  ): Promise<ScopeSigners> {
    const path = signingPolicyPath(getValue(parseScope(scope)));
    const body = { require_signature: requiresSignature };
    return connectionOf(this).change({ method: 'PUT', path, body, signal, ...SIGNERS });
  }
}

const SIGNATURES = 'list of signatures';
const SIGNERS = { what: 'list of signers', read: readScopeSigners };
