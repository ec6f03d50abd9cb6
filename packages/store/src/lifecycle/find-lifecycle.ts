// Reads the life of a Prime. Most Primes have none, which one statement shows.
import type { Selectable } from 'kysely';
import type { DeprecationRecord, LifecycleRecord, LifecycleStore } from '../contracts/lifecycle-store.ts';
import { tombstoneOf, type VersionKey } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database, Schema } from '../sql/schema.ts';
import { toTombstone } from '../sql/tombstone-row.ts';

/** Finds the tombstone of a version. */
export const findTombstone = prepareQuery((db, version: VersionKey) => tombstoneOf(db, version).selectAll());

/** Creates the reads of the life of Primes. */
export function createLifecycleReader(
  reader: Database,
): Pick<LifecycleStore, 'findLifecycle' | 'findTombstone'> {
  const summarize = prepareQuery((db, { name }: { name: string }) =>
    db.selectNoFrom((eb) => [
      eb.selectFrom('moved_primes').where('name', '=', name).select('moved_to').as('movedTo'),
      eb.selectFrom('channels').where('name', '=', name).select('name').limit(1).as('channels'),
      eb.selectFrom('deprecations').where('name', '=', name).select('name').limit(1).as('deprecations'),
      eb.selectFrom('removed_versions').where('name', '=', name).select('name').limit(1).as('removed'),
    ]),
  );
  const listChannels = prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('channels').where('name', '=', name).selectAll().orderBy('channel'),
  );
  const listDeprecations = prepareQuery((db, { name }: { name: string }) =>
    db
      .selectFrom('deprecations')
      .where('name', '=', name)
      .selectAll()
      .orderBy('set_at_ms', 'desc')
      .orderBy('range'),
  );
  const listRemoved = prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('removed_versions').where('name', '=', name).selectAll().orderBy('precedence'),
  );
  return {
    async findLifecycle(name, { withRemoved = true } = {}): Promise<LifecycleRecord | undefined> {
      const [summary] = await summarize(reader, { name });
      if (summary === undefined || Object.values(summary).every((value) => value === null)) return undefined;
      const { movedTo, channels, deprecations, removed } = summary;
      return {
        channels: channels === null ? [] : (await listChannels(reader, { name })).map(toChannel),
        deprecations:
          deprecations === null ? [] : (await listDeprecations(reader, { name })).map(toDeprecation),
        movedTo: movedTo ?? undefined,
        removed:
          removed === null || !withRemoved ? [] : (await listRemoved(reader, { name })).map(toTombstone),
      };
    },

    async findTombstone(name, { identity }) {
      const [row] = await findTombstone(reader, { name, identity });
      return row && toTombstone(row);
    },
  };
}

function toChannel({ channel, version, set_at_ms }: Selectable<Schema['channels']>) {
  return { channel, version, setAtMs: set_at_ms };
}

function toDeprecation(row: Selectable<Schema['deprecations']>): DeprecationRecord {
  const { range, message, successor_name, successor_range, successor_registry, set_at_ms } = row;
  const successor =
    successor_name === null
      ? undefined
      : {
          name: successor_name,
          range: successor_range ?? undefined,
          registry: successor_registry ?? undefined,
        };
  return { range, message, successor, setAtMs: set_at_ms };
}
