// The methods of a client for signatures by SSH keys. None is part of the contract: a registry without them answers 404.
import {
  getValue,
  parseScope,
  type ScopeSigners,
  signaturesPath,
  signerPath,
  signersPath,
  signingPolicyPath,
  type VersionSignatures,
} from '@prime-registry/protocol';
import { ChangeClient } from '../change-client.ts';
import { checkName, checkVersion } from '../check-arguments.ts';
import { type Change, toOutgoing } from '../http/change.ts';
import { readJson } from '../http/json.ts';
import { connectionOf } from '../lifecycle-client.ts';
import type { RequestOptions } from '../registry-reader.ts';
import { readScopeSigners, readSignatures } from './signature-shapes.ts';

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
    return connectionOf(this).getJson({
      ...{ path, what: 'list of signatures', read: readSignatures },
      ...{ signal, isOptional: true, isCacheable: false },
    });
  }

  /** Adds a signature to a version. @param signature - armored @returns all that it has now */
  async addSignature(
    name: string,
    version: string,
    signature: string,
    { signal }: RequestOptions = {},
  ): Promise<RegistrySignature[]> {
    const path = signaturesPath(checkName(name), checkVersion(name, version));
    const what = 'list of signatures';
    return this.#write({ method: 'POST', path, body: { signature }, what, read: readSignatures, signal });
  }

  /** Who may sign in a scope. */
  async scopeSigners(scope: string, { signal }: RequestOptions = {}): Promise<ScopeSigners> {
    const path = signersPath(getValue(parseScope(scope)));
    return connectionOf(this).getJson({
      ...{ path, what: SIGNERS, read: readScopeSigners },
      ...{ signal, isOptional: true, isCacheable: false },
    });
  }

  /** Lets a key sign in a scope from now on. Idempotent. */
  async addScopeSigner(
    scope: string,
    { fingerprint, signal, ...body }: NewScopeSigner,
  ): Promise<ScopeSigners> {
    const path = signerPath(getValue(parseScope(scope)), fingerprint);
    return this.#write({ method: 'PUT', path, body, what: SIGNERS, read: readScopeSigners, signal });
  }

  /** Lets a key no longer sign in a scope. What it has signed before stays signed. Idempotent. */
  async removeScopeSigner(
    scope: string,
    fingerprint: string,
    { signal }: RequestOptions = {},
  ): Promise<ScopeSigners> {
    const path = signerPath(getValue(parseScope(scope)), fingerprint);
    return this.#write({ method: 'DELETE', path, what: SIGNERS, read: readScopeSigners, signal });
  }

  /** Says whether versions of a scope must be signed. */
  async setSigningPolicy(
    scope: string,
    requiresSignature: boolean,
    { signal }: RequestOptions = {},
  ): Promise<ScopeSigners> {
    const path = signingPolicyPath(getValue(parseScope(scope)));
    const body = { require_signature: requiresSignature };
    return this.#write({ method: 'PUT', path, body, what: SIGNERS, read: readScopeSigners, signal });
  }

  #write<T>({ what, read, ...change }: Change<T>): Promise<T> {
    const connection = connectionOf(this);
    return connection.request(
      { ...toOutgoing(change), isOptional: true },
      async (answer) => (await readJson(answer, { what, read }, connection.settings)).value,
    );
  }
}

const SIGNERS = 'list of signers';
