// Imports the keys of scopes, and the signatures that versions of an export have. Nothing is believed: a signature must be
// one of the version.
import { RegistryError } from '@prime-registry/protocol';
import { fingerprintOf, formatPublicKey } from '@prime-registry/sshsig';
import type { Act, NewSignature, NewVersion, SignatureStore } from '@prime-registry/store';
import { judgeSignatures } from '../../signatures/check-signatures.ts';
import type { TellLifecycle } from './import-lifecycle.ts';
import type { ImportOutcome } from './import-outcome.ts';
import type { ImportedScope, ImportedSignature } from './read-signing-records.ts';

/** The signatures of a version, or why it is refused. */
export function verifyImported(
  imported: readonly ImportedSignature[],
  {
    name,
    version,
    sha256,
    sourceManifest,
  }: Pick<NewVersion, 'name' | 'version' | 'sha256' | 'sourceManifest'>,
): { readonly signatures: readonly NewSignature[] } | { readonly refusal: ImportOutcome } {
  const { good, problems } = judgeSignatures(
    imported.map(({ armored }) => Buffer.from(armored)),
    { name: name.full, version: version.full, sha256, sourceManifest },
    (index) => `signatures[${index}]`,
  );
  const [problem] = problems;
  if (problem !== undefined)
    return { refusal: { kind: 'refused', message: `${problem.field}: ${problem.message}` } };
  return {
    signatures: good.map((signature, index) => {
      const { signedAtMs = 0, principal } = imported[index] ?? {};
      return { ...signature, before: { signedAtMs, principal } };
    }),
  };
}

/** Imports the keys of a scope. Keys that are here stay, and a scope that requires signatures goes on doing so. */
export async function importScope(
  store: Pick<SignatureStore, 'addSigner' | 'findScopeSigning' | 'setSigningPolicy'>,
  { scope, requiresSignature, signers }: ImportedScope,
  act: Act,
  tell: TellLifecycle,
): Promise<void> {
  const here = await store.findScopeSigning(scope);
  for (const { key, principal } of signers) {
    const fingerprint = fingerprintOf(key);
    const known = here.signers.some((signer) => signer.fingerprint === fingerprint);
    const signer = { fingerprint, key: formatPublicKey(key), principal };
    // One that was removed here was removed for a reason.
    const outcome = known ? SKIPPED : await outcomeOf(() => store.addSigner(scope, signer, act));
    tell(`${scope}, key ${fingerprint}`, outcome);
  }
  if (!requiresSignature) return;
  if (!here.requiresSignature) await store.setSigningPolicy(scope, true, act);
  tell(`${scope}, signatures required`, here.requiresSignature ? SKIPPED : { kind: 'imported' });
}

const SKIPPED: ImportOutcome = { kind: 'skipped' };

async function outcomeOf(work: () => Promise<void>): Promise<ImportOutcome> {
  try {
    await work();
    return { kind: 'imported' };
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'invalid_request') throw error;
    return { kind: 'conflict', message: error.message };
  }
}
