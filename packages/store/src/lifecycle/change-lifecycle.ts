// Changes of the life of a Prime that leave its versions as they are: channels, deprecations, moves. Each is one
// transaction with its entry in the audit log.
import { scopeOf } from '@prime-registry/protocol';
import type { Transaction } from 'kysely';
import { createAuditRecorder } from '../audit-log.ts';
import type { AuditDetails } from '../contracts/audit-store.ts';
import type { LifecycleChange, LifecycleStore } from '../contracts/lifecycle-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import type { Schema } from '../sql/schema.ts';
import { createLatestRefresher } from '../versions/latest-version.ts';
import { createChannelSetter } from './set-channels.ts';

/** Creates the changes. */
export function createLifecycleChanger({
  transact,
  locks,
  searchIndex,
}: Pick<SqlStoreDeps, 'transact' | 'locks' | 'searchIndex'>): Pick<
  LifecycleStore,
  'setDeprecation' | 'removeDeprecation' | 'setChannel' | 'removeChannel' | 'movePrime'
> {
  const record = createAuditRecorder();
  const setChannel = createChannelSetter();
  const refreshLatest = createLatestRefresher(searchIndex);

  /** Search ranks deprecated Primes lower. */
  async function refresh(transaction: Transaction<Schema>, name: string): Promise<void> {
    const prime = await transaction
      .selectFrom('primes')
      .where('name', '=', name)
      .select('id')
      .executeTakeFirst();
    if (prime !== undefined) await refreshLatest(transaction, [prime.id]);
  }

  /** Runs a change under the locks of the scopes, and records it unless it changes nothing. */
  function change<T>(
    { name, act }: LifecycleChange,
    work: (transaction: Transaction<Schema>) => Promise<{ readonly result: T; readonly entry?: Entry }>,
    otherNames: readonly string[] = [],
  ): Promise<T> {
    return transact(async (transaction) => {
      await locks.lockScopes(transaction, [name, ...otherNames].map(scopeOf));
      const { result, entry } = await work(transaction);
      if (entry !== undefined) await record(transaction, { ...act, name, ...entry });
      return result;
    });
  }

  return {
    setDeprecation: (given, { range, message, successor }, check) =>
      change(given, async (transaction) => {
        const others = await transaction
          .selectFrom('deprecations')
          .where('name', '=', given.name)
          .where('range', '!=', range)
          .select('range')
          .execute();
        check?.(others.length);
        const values = {
          message,
          successor_name: successor?.name ?? null,
          successor_range: successor?.range ?? null,
          successor_registry: successor?.registry ?? null,
          set_at_ms: given.atMs,
        };
        await transaction
          .insertInto('deprecations')
          .values({ name: given.name, range, ...values })
          .onConflict((conflict) => conflict.columns(['name', 'range']).doUpdateSet(values))
          .execute();
        await refresh(transaction, given.name);
        return { result: undefined, entry: { details: { range, message, successor: successor?.name } } };
      }),

    removeDeprecation: (given, range) =>
      change(given, async (transaction) => {
        const gone = await transaction
          .deleteFrom('deprecations')
          .where('name', '=', given.name)
          .where('range', '=', range)
          .returning('range')
          .execute();
        await refresh(transaction, given.name);
        return gone.length > 0 ? { result: true, entry: { details: { range } } } : { result: false };
      }),

    setChannel: (given, channel, { full, identity }) =>
      change(given, async (transaction) => {
        const known = await transaction
          .selectFrom('versions')
          .innerJoin('primes', 'primes.id', 'versions.prime_id')
          .where('primes.name', '=', given.name)
          .where('identity', '=', identity)
          .select('versions.id')
          .executeTakeFirst();
        if (known === undefined) return { result: false };
        const row = { name: given.name, channel, identity, version: full, set_at_ms: given.atMs };
        const { before, refusal } = await setChannel(transaction, row);
        if (refusal !== undefined) throw refusal;
        return { result: true, entry: { version: full, details: { channel, before } } };
      }),

    removeChannel: (given, channel) =>
      change(given, async (transaction) => {
        const [gone] = await transaction
          .deleteFrom('channels')
          .where('name', '=', given.name)
          .where('channel', '=', channel)
          .returning('version')
          .execute();
        return gone === undefined
          ? { result: false }
          : { result: true, entry: { details: { channel, before: gone.version } } };
      }),

    movePrime: (given, movedTo, check) =>
      change(
        given,
        async (transaction) => {
          if (movedTo !== undefined) check?.((await findMove(transaction, movedTo))?.moved_to);
          const [gone] = await transaction
            .deleteFrom('moved_primes')
            .where('name', '=', given.name)
            .returning('moved_to')
            .execute();
          if (movedTo !== undefined) {
            const row = { name: given.name, moved_to: movedTo, moved_at_ms: given.atMs };
            await transaction.insertInto('moved_primes').values(row).execute();
          }
          const isSame = gone?.moved_to === movedTo;
          return isSame
            ? { result: undefined }
            : { result: undefined, entry: { details: { to: movedTo, before: gone?.moved_to } } };
        },
        movedTo === undefined ? [] : [movedTo],
      ),
  };
}

function findMove(transaction: Transaction<Schema>, name: string) {
  return transaction
    .selectFrom('moved_primes')
    .where('name', '=', name)
    .select('moved_to')
    .executeTakeFirst();
}

/** What the audit entry of a change has besides the act and the name. */
interface Entry {
  readonly version?: string;
  readonly details: AuditDetails;
}
