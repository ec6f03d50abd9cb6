// Compares each version with its entry in the log, which must tell its digest. Goes first: it finds which entries are those
// of versions.
import { setImmediate } from 'node:timers/promises';
import { parseJsonObject } from '@prime-registry/protocol';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import type { EntrySet } from './entry-set.ts';

const VERSIONS_AT_A_TIME = 500;

/**
 * @param report - called with each defect
 * @param current - gets the entry of each version, if it names that version
 */
export async function checkLoggedVersions(
  db: Database,
  report: (defect: string) => void,
  current: EntrySet,
): Promise<void> {
  const listLogged = prepareQuery((reader, { afterId }: { afterId: number }) =>
    reader
      .selectFrom('logged_versions')
      .innerJoin('versions', 'versions.id', 'version_id')
      .innerJoin('primes', 'primes.id', 'versions.prime_id')
      .innerJoin('log_entries', 'log_entries.entry_index', 'logged_versions.entry_index')
      .where('version_id', '>', afterId)
      // PostgreSQL may merge both tables by id, and would read this one from its beginning.
      .where('versions.id', '>', afterId)
      .orderBy('version_id')
      .limit(VERSIONS_AT_A_TIME)
      .select([
        ...(['version_id', 'logged_versions.entry_index as index', 'entry'] as const),
        ...(['primes.name', 'versions.version', 'sha256'] as const),
      ]),
  );
  let afterId = 0;
  for (;;) {
    const rows = await listLogged(db, { afterId });
    for (const { index, entry, ...version } of rows) {
      const said = readEntry(entry);
      const isSame = said?.name === version.name && said.version === version.version;
      if (!isSame)
        report(`entry #${index} of the log is that of ${version.name} ${version.version}, but names another`);
      else current.add(index);
      if (isSame && said.sha256 !== version.sha256)
        report(
          `${version.name} ${version.version} has the digest ${version.sha256}, but entry #${index} of the log tells ${said.sha256}`,
        );
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = last.version_id;
    // On SQLite, all of this happens on this thread.
    await setImmediate();
  }
}

/** What an entry says. The check of the entries has found what is no entry. */
function readEntry(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  return parseJsonObject(Buffer.from(bytes).toString());
}
