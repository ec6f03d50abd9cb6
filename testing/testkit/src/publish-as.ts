// Versions with provenance, without the exchange of a token.
import type { Provenance } from '@prime-registry/protocol';
import type { PrimeDraft } from './primes/prime-draft.ts';
import type { TestRegistry } from './start-registry.ts';

/** What an action of GitHub publishes with. */
export const GITHUB: Provenance = {
  issuer: 'https://token.actions.githubusercontent.com',
  rule: 'web-style releases',
  preset: 'github',
  claims: {
    repository: 'acme/web-style',
    repository_id: '456789',
    workflow_ref: 'acme/web-style/.github/workflows/release.yml@refs/tags/v1.0.0',
    sha: `3f2c1e9${'0'.repeat(33)}`,
    run_id: '77',
  },
};

/** Publishes as if an identity did. */
export async function publishAs(
  { store, author }: Pick<TestRegistry, 'store' | 'author'>,
  provenance: Provenance,
  draft: PrimeDraft,
): Promise<void> {
  const { insertVersion } = store;
  store.insertVersion = (inserted, ...rest) => insertVersion({ ...inserted, provenance }, ...rest);
  try {
    await author.mustPublish(draft);
  } finally {
    store.insertVersion = insertVersion;
  }
}
