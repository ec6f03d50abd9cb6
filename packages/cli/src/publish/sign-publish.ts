// Whether a publish is signed, and whether the registry has kept the signature. What signs is loaded only if it is needed.
import { isAborted, RegistryRequestError } from '@prime-registry/client';
import type { CommandContext } from '../command.ts';
import { choose } from '../settings/choices.ts';
import type { EffectiveSettings } from '../settings/load-settings.ts';
import type { SigningKey } from '../signatures/sign/find-signing-key.ts';
import type { OwnSignature } from '../signatures/sign/sign-version.ts';
import type { PublishJob } from './publish-outcome.ts';
import type { PublishAccess, PublishRequest } from './publish-request.ts';

/** The option of commands that sign. */
export const SIGN_OPTION = {
  type: 'flag-or-value',
  value: '<key>',
  summary: "Sign it with an SSH key: a file, or 'key::ssh-ed25519 …'; that of git by default",
} as const;

/** Finds the key once for a command. */
export function createKeyFinder(
  context: CommandContext,
  settings: EffectiveSettings,
): PublishAccess['findSigningKey'] {
  let found: Promise<SigningKey> | undefined;
  return (named) => {
    found ??= import('../signatures/sign/find-signing-key.ts').then(({ findSigningKey }) =>
      findSigningKey(context, { named, setting: settings.user['signing-key'] }),
    );
    return found;
  };
}

/** Whether a publish is signed. A dry run is only if the command line asks for it: nobody is there to touch a key. */
export function isSigned(
  { sign, isDryRun }: Pick<PublishRequest, 'sign' | 'isDryRun'>,
  settings: EffectiveSettings,
): boolean {
  return sign === undefined ? !isDryRun && choose('sign', settings).value === 'always' : sign !== false;
}

/** Signs a publish, if it is to be signed. @throws CommandError */
export async function signPublish(
  context: CommandContext,
  { settings, findSigningKey }: Pick<PublishAccess, 'settings' | 'findSigningKey'>,
  { tarball }: Pick<PublishJob, 'tarball'>,
  request: PublishRequest,
): Promise<OwnSignature | undefined> {
  if (!isSigned(request, settings)) return undefined;
  const key = await findSigningKey(typeof request.sign === 'string' ? request.sign : undefined);
  const { signVersion } = await import('../signatures/sign/sign-version.ts');
  const { manifest, manifestBytes, sha256 } = tarball;
  const { name, version } = manifest;
  return signVersion(context, key, { name: name.full, version: version.full, sha256, manifestBytes });
}

/** Asks the registry which signatures it has, and warns if that of the author is none of them. @returns their keys */
export async function findKept(
  { registry, tarball, terminal, signal }: PublishJob,
  own: OwnSignature,
): Promise<readonly string[]> {
  const { name, version } = tarball.manifest;
  const subject = `${name.full} ${version.full}`;
  try {
    const { signed_by: signedBy = [] } = await registry.manifest(name.full, version.full, { signal });
    if (!signedBy.includes(own.fingerprint))
      terminal.warn(
        `${registry.baseUrl} keeps no signatures: ${subject} was published there without that of ${own.fingerprint}`,
      );
    return signedBy;
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
    terminal.warn(`it is not known whether ${subject} was published with its signature: ${error.message}`);
    return [];
  }
}
