// Exports signatures: those of each version, and the keys and policy of each scope.
import type { RegistryStore, SignatureRecord } from '@prime-registry/store';
import type { ScopeFile, SignatureField } from '../export-format/format.ts';

const PAGE = 200;

/** The signatures of a version as `version.json` has them. */
export function describeSignatures(signatures: readonly SignatureRecord[]): SignatureField[] {
  return signatures.map(({ armored, signedAtMs, principal = null }) => ({
    signature: armored,
    signed_at: new Date(signedAtMs).toISOString(),
    principal,
  }));
}

/** The keys that may sign for each scope. Those that were removed are only in the log. */
export async function* listScopes(
  store: Pick<RegistryStore, 'listSigningScopes' | 'findScopeSigning'>,
): AsyncGenerator<ScopeFile> {
  for (let after = ''; ; ) {
    const page = await store.listSigningScopes(after, PAGE);
    for (const scope of page) {
      const { requiresSignature, signers } = await store.findScopeSigning(scope);
      const current = signers.filter(({ untilIndex }) => untilIndex === undefined);
      yield {
        ...{ scope, require_signature: requiresSignature },
        signers: current.map(({ key, principal = null }) => ({ key, principal })),
      };
    }
    if (page.length < PAGE) return;
    after = page.at(-1) ?? after;
  }
}
