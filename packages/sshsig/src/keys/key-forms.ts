// The table of the types of keys.
import { SshsigError } from '../sshsig-error.ts';
import type { WireReader } from '../wire/wire-reader.ts';
import { ecdsaP256, ecdsaP384, ecdsaP521, skEcdsaP256 } from './ecdsa.ts';
import { ed25519, skEd25519 } from './ed25519.ts';
import type { KeyForm, SshKeyType } from './key-type.ts';
import { rsa } from './rsa.ts';

const KEY_FORMS: Readonly<Record<SshKeyType, KeyForm>> = {
  'ssh-ed25519': ed25519,
  'ecdsa-sha2-nistp256': ecdsaP256,
  'ecdsa-sha2-nistp384': ecdsaP384,
  'ecdsa-sha2-nistp521': ecdsaP521,
  'ssh-rsa': rsa,
  'sk-ssh-ed25519@openssh.com': skEd25519,
  'sk-ecdsa-sha2-nistp256@openssh.com': skEcdsaP256,
};

/** The types of keys that are accepted. */
export const KEY_TYPES: readonly string[] = Object.keys(KEY_FORMS);

/** The type at the start of a key. @throws SshsigError */
export function readKeyType(reader: WireReader): SshKeyType {
  const name = reader.text('type');
  if (isKeyType(name)) return name;
  if (name.includes('-cert-')) {
    throw new SshsigError('certificates are not supported: sign with the key itself');
  }
  throw new SshsigError(`this type of keys is not supported; supported are ${KEY_TYPES.join(', ')}`);
}

/** What is done with keys of a type. */
export function keyFormOf(type: SshKeyType): KeyForm {
  return KEY_FORMS[type];
}

function isKeyType(name: string): name is SshKeyType {
  return Object.hasOwn(KEY_FORMS, name);
}
