// Signatures of versions, and the keys that a scope's authors sign with (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { FINGERPRINT_PATTERN } from '../names/fingerprint.ts';
import { TimestampSchema } from './scalars.ts';
import { count, document, flag, object, objects, text } from './schema-parts.ts';

/** Most signatures in the form of a publish. */
export const MAX_FORM_SIGNATURES = 4;

/** Most signatures of a version, with those that came after its publish. */
export const MAX_SIGNATURES = 16;

/** Most keys of a scope at the same time. */
export const MAX_SIGNERS = 100;

/** Longest principal of a key, in characters. */
export const MAX_PRINCIPAL_LENGTH = 200;

const RequireSignatureSchema = flag('Whether new versions need a signature of one of the keys.');

/** Schema of the fingerprint of a key. */
const FingerprintSchema = {
  type: 'string',
  pattern: FINGERPRINT_PATTERN,
  description: 'The fingerprint of an SSH key, as ssh-keygen prints it.',
  examples: ['SHA256:ilLscTNEqImiTHXrfpOImzTxQPrX+l2Pt3FZf4oCz30'],
} as const;

const PrincipalSchema = {
  type: 'string',
  description: 'Whose key it is, by the list of the scope.',
  examples: ['ada@example.com'],
} as const;

/** Schema of the fingerprints in a manifest. */
export const SignedBySchema = {
  type: 'array',
  items: FingerprintSchema,
  description:
    'Present if the version has signatures: the fingerprints of the SSH keys. The registry has verified that the signatures are of this version; whose keys they are is for the reader.',
} as const;

export const VersionSignaturesSchema = document(
  'VersionSignatures',
  'The signatures of a version.',
  ['signatures'],
  {
    signatures: objects('In the order in which they came.', ['fingerprint', 'signature', 'signed_at'], {
      fingerprint: FingerprintSchema,
      principal: {
        ...PrincipalSchema,
        description:
          'Whose key it is, by the list of the scope when the signature came; absent if the key was not in it.',
      },
      signature: text('The signature (SSHSIG), as ssh-keygen writes and verifies it.'),
      signed_at: { ...TimestampSchema, description: 'When the registry got the signature.' },
    }),
  },
);

/** The answer to the question for the signatures of a version. */
export type VersionSignatures = XStatic<typeof VersionSignaturesSchema>;

/** Schema of the body that adds a signature to a version. */
export const SignatureRequestSchema = object(['signature'], {
  signature: text('The signature (SSHSIG), armored.'),
});

export const ScopeSignersSchema = document(
  'ScopeSigners',
  'The keys that the authors of a scope sign with.',
  ['scope', 'require_signature', 'signers'],
  {
    scope: { type: 'string', examples: ['@acme'] },
    require_signature: RequireSignatureSchema,
    signers: objects(
      'Also the keys that were removed, oldest first.',
      ['fingerprint', 'key', 'since_index'],
      {
        fingerprint: FingerprintSchema,
        key: text('The public key, as in a .pub file without its comment.'),
        principal: PrincipalSchema,
        since_index: count('The entry of the log that added the key.'),
        until_index: count('The entry of the log that removed the key; absent if it may sign.'),
      },
    ),
  },
);

/** The answer to the question for the keys of a scope, and to each change of them. */
export type ScopeSigners = XStatic<typeof ScopeSignersSchema>;

/** Schema of the body that adds a key to a scope. */
export const SignerRequestSchema = object(['key'], {
  key: {
    type: 'string',
    description: 'The public key: a line as in a .pub file.',
    examples: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI… ada@example.com'],
  },
  principal: PrincipalSchema,
});

/** Schema of the body that sets whether a scope requires signatures. */
export const SigningPolicyRequestSchema = object(['require_signature'], {
  require_signature: RequireSignatureSchema,
});
