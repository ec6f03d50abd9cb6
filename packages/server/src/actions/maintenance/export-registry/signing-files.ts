// Exports the keys and the policy of each scope.
import type { RegistryStore } from '@prime-registry/store';
import { listAll } from '../list-all.ts';

const PAGE = 200;

/** `scopes/<scope>.json`: the keys that may sign for a scope. Those that were removed are only in the log. */
export async function* listScopes(store: RegistryStore) {
  for await (const scope of listAll('', (after) => store.listSigningScopes(after, PAGE))) {
    const { requiresSignature, signers } = await store.findScopeSigning(scope);
    const current = signers.filter(({ untilIndex }) => untilIndex === undefined);
    yield {
      ...{ scope, require_signature: requiresSignature },
      signers: current.map(({ key, principal = null }) => ({ key, principal })),
    };
  }
}
