// What a registry says about signatures. It proves nothing: whoever needs a signature verifies its text.
import { readShape, type ShapeReader } from '../shapes/read-shape.ts';

/** A signature of a version, as the registry has it. */
export interface RegistrySignature {
  /** Of the key, as the registry says: `SHA256:…`. */
  readonly fingerprint: string;
  /** Whose key it is in the scope, as the registry says. */
  readonly principal?: string;
  /** The signature itself (OpenSSH PROTOCOL.sshsig), armored. */
  readonly signature: string;
  /** When the registry got it. */
  readonly signed_at?: string;
}

/** A key that may sign in a scope. */
export interface ScopeSigner {
  /** `SHA256:…`. */
  readonly fingerprint: string;
  /** The public key as one line. */
  readonly key: string;
  /** Whose key it is. */
  readonly principal?: string;
  /** The entry of the log since which it may sign. */
  readonly since_index?: number;
  /** The entry of the log that ended it. */
  readonly until_index?: number;
}

/** Who may sign in a scope. */
export interface ScopeSigners {
  readonly scope: string;
  /** Whether versions without a signature of one of them are refused. */
  readonly require_signature: boolean;
  readonly signers: readonly ScopeSigner[];
}

/** Signatures of one version that are read: a registry takes few. */
const MOST_SIGNATURES = 64;

const SignatureListSchema = {
  type: 'object',
  required: ['signatures'],
  properties: {
    signatures: {
      type: 'array',
      items: {
        type: 'object',
        required: ['fingerprint', 'signature'],
        properties: {
          fingerprint: { type: 'string' },
          principal: { type: 'string' },
          signature: { type: 'string' },
          signed_at: { type: 'string' },
        },
      },
    },
  },
} as const;

const ScopeSignersSchema = {
  type: 'object',
  required: ['scope', 'require_signature', 'signers'],
  properties: {
    scope: { type: 'string' },
    require_signature: { type: 'boolean' },
    signers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['fingerprint', 'key'],
        properties: {
          fingerprint: { type: 'string' },
          key: { type: 'string' },
          principal: { type: 'string' },
          since_index: { type: 'integer' },
          until_index: { type: 'integer' },
        },
      },
    },
  },
} as const;

/** Reads the signatures of a version. */
export const readSignatures: ShapeReader<RegistrySignature[]> = (body) =>
  readShape(SignatureListSchema, body).signatures.slice(0, MOST_SIGNATURES);

/** Reads the signers of a scope. */
export const readScopeSigners: ShapeReader<ScopeSigners> = (body) => readShape(ScopeSignersSchema, body);
