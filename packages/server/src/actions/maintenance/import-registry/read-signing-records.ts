// Turns signatures and keys of an export into records, with every field checked. Signatures are not verified yet.
import { MAX_SIGNATURES, MAX_SIGNERS, parseScope } from '@prime-registry/protocol';
import { parsePublicKey, type SshPublicKey } from '@prime-registry/sshsig';
import type { SignatureRecord } from '@prime-registry/store';
import { parsePrincipal } from '../../signatures/principal.ts';
import type { JsonFields } from '../export-format/read-export-file.ts';

/** A signature of an export, unverified. */
export type ImportedSignature = Pick<SignatureRecord, 'armored' | 'signedAtMs' | 'principal'>;

export interface ImportedScope {
  readonly scope: string;
  readonly requiresSignature: boolean;
  readonly signers: readonly { readonly key: SshPublicKey; readonly principal: string | undefined }[];
}

/** The signatures in `version.json`; exports of earlier programs have none. @throws ExportError */
export function readSignatures(fields: JsonFields): ImportedSignature[] {
  if (fields.valueIfThere('signatures') === undefined) return [];
  return fields.list('signatures', MAX_SIGNATURES).map((entry) => ({
    armored: entry.text('signature'),
    signedAtMs: entry.time('signed_at'),
    principal: entry.parseOrNull('principal', parsePrincipal),
  }));
}

/** Reads `scopes/<scope>.json`. @throws ExportError */
export function readScopeFile(fields: JsonFields): ImportedScope {
  const requires = fields.valueIfThere('require_signature');
  if (typeof requires !== 'boolean') throw fields.wrong('require_signature', 'true or false');
  return {
    ...{ scope: fields.parse('scope', parseScope), requiresSignature: requires },
    signers: fields.list('signers', MAX_SIGNERS).map((entry) => ({
      key: entry.parse('key', parsePublicKey),
      principal: entry.parseOrNull('principal', parsePrincipal),
    })),
  };
}
