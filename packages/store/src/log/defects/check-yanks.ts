// Compares which versions are yanked with what the entries of the log say. A yank that somebody takes back in the database
// only would otherwise be seen by nobody who reads the log alone.
import { identityOfVersion, type LogEntry } from '@prime-registry/protocol';
import { type VersionKey, versionOf } from '../../sql/named-versions.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';

const VERSIONS_AT_A_TIME = 500;

/** @param report - called with each defect */
export function createYankCheck(db: Database, report: (defect: string) => void) {
  const findYanked = prepareQuery((reader: Database, version: VersionKey) =>
    versionOf(reader, version).select('yanked_at_ms'),
  );
  /** Versions that are yanked according to the log. */
  const yanked = new Map<string, VersionKey>();
  /** What was changed while the check was running. */
  const changed = new Set<string>();

  return {
    /** Takes in an entry from before the check. */
    add(entry: LogEntry): void {
      const key = keyOf(entry);
      if (key === undefined) return;
      if (isYank(entry)) yanked.set(labelOf(key), key);
      else yanked.delete(labelOf(key));
    },

    /** Takes in an entry that was appended since the check began: nothing is said about its version. */
    ignore(entry: LogEntry): void {
      const key = keyOf(entry);
      if (key !== undefined) changed.add(labelOf(key));
    },

    /** Compares what the entries said with the versions. @returns what reports the differences, after the last entry */
    async compare(): Promise<() => void> {
      const found = new Map<string, string>();
      for (const key of await listYanked(db)) {
        const label = labelOf(key);
        if (!yanked.delete(label)) found.set(label, `${label} is yanked, and the log does not say so`);
      }
      // Others are yanked in the log only, unless a mirror has evicted them.
      for (const [label, key] of yanked) {
        const [row] = await findYanked(db, key);
        if (row?.yanked_at_ms === null) found.set(label, `${label} is yanked according to the log only`);
      }
      return () => {
        for (const [label, defect] of found) if (!changed.has(label)) report(defect);
      };
    },
  };
}

/** The version of an entry that says whether it is yanked, or that it is gone. */
function keyOf(entry: LogEntry): VersionKey | undefined {
  switch (entry.type) {
    case 'publish':
    case 'import':
    case 'mirror':
    case 'yank':
    case 'unyank':
    case 'remove':
      return { name: entry.name, identity: identityOfVersion(entry.version) };
    default:
      return undefined;
  }
}

function isYank(entry: LogEntry): boolean {
  return entry.type === 'yank' || ('yanked' in entry && entry.yanked === true);
}

function labelOf({ name, identity }: VersionKey): string {
  return `${name} ${identity}`;
}

/** The yanked versions that the log has. */
async function listYanked(db: Database): Promise<VersionKey[]> {
  const list = prepareQuery((reader: Database, { afterId }: { readonly afterId: number }) =>
    reader
      .selectFrom('versions')
      .innerJoin('primes', 'primes.id', 'prime_id')
      .innerJoin('logged_versions', 'version_id', 'versions.id')
      .where('yanked_at_ms', 'is not', null)
      .where('versions.id', '>', afterId)
      // PostgreSQL may merge both tables by id, and would read this one from its beginning.
      .where('version_id', '>', afterId)
      .orderBy('versions.id')
      .limit(VERSIONS_AT_A_TIME)
      .select(['versions.id', 'primes.name', 'identity']),
  );
  const yanked: VersionKey[] = [];
  for (let afterId = 0; ; ) {
    const rows = await list(db, { afterId });
    yanked.push(...rows.map(({ name, identity }) => ({ name, identity })));
    const last = rows.at(-1);
    if (last === undefined) return yanked;
    afterId = last.id;
  }
}
