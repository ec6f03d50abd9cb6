// The public interface of the package.
export { isFingerprint } from '@prime-registry/protocol/basics';

export { KEY_TYPES } from './keys/key-forms.ts';
export type { SshKeyType } from './keys/key-type.ts';
export {
  fingerprintOf,
  formatPublicKey,
  parsePublicKey,
  type SshPublicKey,
} from './keys/public-key.ts';
export { MAX_ARMOR_LENGTH } from './signatures/armor.ts';
export { parseSignature, type SshSignature, type SshsigHash } from './signatures/signature.ts';
export { type SignatureUse, type VerifiedSignature, verifySignature } from './signatures/verify-signature.ts';
export {
  type AllowedSigner,
  findAllowedSigner,
  isPrincipal,
  type KeyUse,
  parseAllowedSigners,
} from './signers/allowed-signers.ts';
export type { SignerOptions } from './signers/signer-options.ts';
export { PUBLISH_NAMESPACE, type StatedVersion, statementOf } from './statement.ts';
