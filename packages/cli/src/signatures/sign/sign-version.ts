// Signs a version with the author's SSH key, and verifies the signature before it is sent.
import { createHash } from 'node:crypto';
import { toPrintable } from '@prime-registry/command-line';
import { PUBLISH_NAMESPACE, statementOf, verifySignature } from '@prime-registry/sshsig';
import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { SigningKey } from './find-signing-key.ts';
import { signWithSshKeygen } from './ssh-keygen.ts';

export interface VersionToSign {
  readonly name: string;
  readonly version: string;
  /** Digest of the tarball. */
  readonly sha256: string;
  /** The bytes of the pack.yaml. */
  readonly manifestBytes: Uint8Array;
}

/** A signature that is good. */
export interface OwnSignature {
  readonly armored: string;
  readonly fingerprint: string;
}

/** Signs. @throws CommandError if ssh-keygen does not, or signs with a key that no registry takes */
export async function signVersion(
  context: Pick<CommandContext, 'terminal' | 'environment' | 'signal'>,
  key: SigningKey,
  { name, version, sha256, manifestBytes }: VersionToSign,
): Promise<OwnSignature> {
  const manifestSha256 = createHash('sha256').update(manifestBytes).digest('hex');
  const statement = statementOf({ name, version, sha256, manifestSha256 });
  const armored = await signWithSshKeygen(context, { key, namespace: PUBLISH_NAMESPACE, statement });
  const message = new TextEncoder().encode(statement);
  const verified = verifySignature(armored, message, { namespace: PUBLISH_NAMESPACE });
  if (!verified.ok)
    throw new CommandError(
      toPrintable(`ssh-keygen has signed, but nobody could use it: ${verified.message}`),
      {
        code: 'signing_failed',
        hint: 'sign with an Ed25519, ECDSA or RSA key (3072 bits or more), or one of a security key',
      },
    );
  return { armored: verified.value.armored, fingerprint: verified.value.fingerprint };
}
