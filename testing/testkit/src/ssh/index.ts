// SSH keys and signatures for tests.
export { signedForm, statementText } from './signed-draft.ts';
export {
  armorSsh,
  createSshSigner,
  SSH_KEY_TYPES,
  type SshSigner,
  type SshSigningOptions,
  type SshTestKeyType,
  sshMpint,
  sshString,
  sshUint32,
} from './ssh-signer.ts';
