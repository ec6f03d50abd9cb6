// Versions with provenance, without the exchange of a token.
import type { LogEntry, Provenance } from '@prime-registry/protocol';
import { parseLogEntry, parseVersion } from '@prime-registry/protocol';
import type { TestRegistry } from '@prime-registry/testkit';

export const NAME = '@acme/web-style';

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
  { store, author }: TestRegistry,
  provenance: Provenance,
  version = '1.0.0',
  name = NAME,
): Promise<void> {
  const { insertVersion } = store;
  store.insertVersion = (inserted, ...rest) => insertVersion({ ...inserted, provenance }, ...rest);
  try {
    await author.mustPublish({ name, version });
  } finally {
    store.insertVersion = insertVersion;
  }
}

/** The entry of a version in the log. */
export async function readEntry({ store }: TestRegistry, version = '1.0.0'): Promise<LogEntry> {
  const parsed = parseVersion(version);
  const found = parsed.ok ? await store.findLoggedVersion(NAME, parsed.value) : undefined;
  if (found === undefined) throw new Error(`${version} is not in the log`);
  return parseLogEntry(found.entry) as LogEntry;
}
