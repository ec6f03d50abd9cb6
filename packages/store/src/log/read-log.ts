// Reads the log: entries, and the hashes of its tree.
import { RegistryError } from '@prime-registry/protocol';
import { type Hash, leafHash } from '@prime-registry/tlog';
import type { LogStore } from '../contracts/log/log-store.ts';
import { type VersionKey, versionIdOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database } from '../sql/schema.ts';
import { sha256 } from './sha256.ts';

/** Creates the reads. */
export function createLogReader(
  reader: Database,
): Pick<LogStore, 'listLogEntries' | 'readLogHashes' | 'findLoggedVersion'> {
  const listEntries = prepareQuery((db, { from, to }: Range) =>
    db
      .selectFrom('log_entries')
      .where('entry_index', '>=', from)
      .where('entry_index', '<', to)
      .orderBy('entry_index')
      .select('entry'),
  );
  const listNodes = prepareQuery((db, { level, from, to }: Range & { readonly level: number }) =>
    db
      .selectFrom('log_nodes')
      .where('level', '=', level)
      .where('position', '>=', from)
      .where('position', '<', to)
      .orderBy('position')
      .select('hash'),
  );
  const findVersion = prepareQuery((db, { name, identity }: VersionKey) =>
    db
      .selectFrom('logged_versions')
      .innerJoin('log_entries', 'log_entries.entry_index', 'logged_versions.entry_index')
      .where('version_id', '=', versionIdOf(db, { name, identity }))
      .select(['log_entries.entry_index as index', 'entry']),
  );

  const listLogEntries = async (from: number, limit: number): Promise<readonly Uint8Array[]> => {
    const rows = await listEntries(reader, { from, to: from + limit });
    return rows.map(({ entry }) => entry);
  };

  return {
    listLogEntries,

    async readLogHashes(level, from, to) {
      const hashes: readonly Hash[] =
        level === 0
          ? (await listLogEntries(from, to - from)).map((entry) => leafHash(sha256, entry))
          : (await listNodes(reader, { level, from, to })).map(({ hash }) => hash);
      if (hashes.length === to - from) return hashes;
      throw new RegistryError('storage_unavailable', {
        detail: `The log in the database is damaged: it lacks hashes of level ${level} from ${from} to ${to}; 'prime-registry verify' says more.`,
      });
    },

    async findLoggedVersion(name, { identity }) {
      const [row] = await findVersion(reader, { name, identity });
      return row && { ...row };
    },
  };
}

interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}
