// Turns versions and tokens of an export into records of the store, with every field checked.
import {
  PERMISSIONS,
  type Permission,
  type PrimeName,
  parsePrimeName,
  parseProvenance,
  parseRequires,
  parseScope,
  parseVersion,
  type Version,
} from '@prime-registry/protocol';
import type { NewVersion, TokenWithDigest } from '@prime-registry/store';
import type { JsonFields } from '../export-format/read-export-file.ts';
import { type ImportedSignature, readSignatures } from './read-signing-records.ts';

/** The fields of `version.json`. */
export interface VersionFacts extends Omit<NewVersion, 'sourceManifest' | 'readme' | 'act' | 'signatures'> {
  readonly signatures: readonly ImportedSignature[];
}

/** Reads `version.json`. @throws ExportError */
export function readVersionFacts(fields: JsonFields): VersionFacts {
  const sha256 = fields.sha256('sha256');
  const sizeBytes = fields.count('size_bytes');
  if (sizeBytes === 0) throw fields.wrong('size_bytes', 'above 0');
  const yanked = fields.fieldsOrNull('yanked');
  const promoted = fields.fieldsIfThere('promoted_from');
  return {
    name: fields.parse<PrimeName>('name', parsePrimeName),
    version: fields.parse<Version>('version', parseVersion),
    publishedAtMs: fields.time('published_at'),
    publishedBy: fields.text('published_by'),
    sha256,
    sizeBytes,
    description: fields.text('description'),
    license: fields.text('license'),
    primeVersion: fields.text('prime_version'),
    atoms: fields.count('atoms'),
    namespaces: fields.texts('namespaces'),
    tags: fields.texts('tags'),
    origin: fields.textIfThere('origin'),
    promotedFrom: promoted && {
      registry: promoted.text('registry'),
      publishedAtMs: promoted.time('published_at'),
    },
    requires: fields.parseIfThere('requires', parseRequires),
    provenance: fields.parseIfThere('provenance', parseProvenance),
    signatures: readSignatures(fields),
    yank: yanked && {
      atMs: yanked.time('at'),
      by: yanked.text('by'),
      reason: yanked.textOrNull('reason'),
    },
  };
}

const MAX_LINE_LENGTH = 100;

/** What commands print in a line of its own, such as the name of a token. @throws ExportError */
function readLine(fields: JsonFields, field: string): string {
  const text = fields.text(field);
  if (text.length === 0 || text.length > MAX_LINE_LENGTH || /\p{Cc}/u.test(text))
    throw fields.wrong(field, `of 1 to ${MAX_LINE_LENGTH} printable characters`);
  return text;
}

/** Reads `tokens/<id>.json`. @throws ExportError */
export function readToken(fields: JsonFields): TokenWithDigest {
  const digest = fields.sha256('secret_sha256');
  const permissions = fields.texts('permissions');
  const isPermission = (word: string): word is Permission => PERMISSIONS.some((known) => known === word);
  if (!permissions.every(isPermission)) throw fields.wrong('permissions', `out of ${PERMISSIONS.join(', ')}`);
  const scopes = fields.texts('scopes');
  if (!scopes.every((scope) => scope === '*' || parseScope(scope).ok))
    throw fields.wrong('scopes', "a list of scopes such as @acme, or '*'");
  return {
    token: {
      id: readLine(fields, 'id'),
      name: readLine(fields, 'name'),
      permissions,
      scopes,
      createdAtMs: fields.time('created_at'),
      expiresAtMs: fields.timeOrNull('expires_at'),
      revokedAtMs: fields.timeOrNull('revoked_at'),
      // The last use was at the source, not here.
      lastUsedAtMs: undefined,
    },
    secretSha256: Buffer.from(digest, 'hex'),
  };
}
