// Versions with provenance, without the exchange of a token.
import type { LogEntry, Provenance } from '@prime-registry/protocol';
import { parseLogEntry, parseVersion } from '@prime-registry/protocol';
import { publishAs as publishDraftAs, type TestRegistry } from '@prime-registry/testkit';

export const NAME = '@acme/web-style';

export { GITHUB } from '@prime-registry/testkit';

/** Publishes as if an identity did. */
export function publishAs(
  registry: TestRegistry,
  provenance: Provenance,
  version = '1.0.0',
  name = NAME,
): Promise<void> {
  return publishDraftAs(registry, provenance, { name, version });
}

/** The entry of a version in the log. */
export async function readEntry({ store }: TestRegistry, version = '1.0.0'): Promise<LogEntry> {
  const parsed = parseVersion(version);
  const found = parsed.ok ? await store.findLoggedVersion(NAME, parsed.value) : undefined;
  if (found === undefined) throw new Error(`${version} is not in the log`);
  return parseLogEntry(found.entry) as LogEntry;
}
