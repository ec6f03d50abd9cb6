// Changes of the life of a Prime that leave its versions as they are: channels, deprecations, moves. Each is one
// transaction with its entry in the audit log. What changes nothing waits for no read lease.
import { scopeOf } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import { record } from '../audit-log.ts';
import type { AuditDetails } from '../contracts/audit-store.ts';
import type { DeprecationRecord, LifecycleChange, LifecycleStore } from '../contracts/lifecycle-store.ts';
import type { SqlStoreDeps, Transact } from '../engine.ts';
import { describeAct, type LoggedAct } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import { primeIdOf, versionIdOf } from '../sql/named-versions.ts';
import type { Database, Schema, Transaction } from '../sql/schema.ts';
import { refreshLatest } from '../versions/latest-version.ts';
import { setChannel } from './set-channels.ts';

/** Creates the changes. */
export function createLifecycleChanger(
  deps: SqlStoreDeps,
): Pick<
  LifecycleStore,
  'setDeprecation' | 'removeDeprecation' | 'setChannel' | 'removeChannel' | 'movePrime'
> {
  const { transact, transactAfterLeases, locks, reader, searchIndex, log } = deps;
  const appendToLog = createLogAppender(log);

  /** Search ranks deprecated Primes lower. */
  async function refresh(transaction: Transaction, name: string): Promise<void> {
    const prime = await primeIdOf(transaction, name).executeTakeFirst();
    if (prime !== undefined) await refreshLatest(searchIndex, transaction, [prime.id]);
  }

  /** Runs a change under the locks of the scopes, and records and logs it unless it changes nothing. */
  function change<T>(
    run: Transact,
    { name, act }: LifecycleChange,
    work: (transaction: Transaction) => Promise<{ readonly result: T; readonly entry?: Entry }>,
    otherNames: readonly string[] = [],
  ): Promise<T> {
    return run(async (transaction) => {
      await locks.lockScopes(transaction, [name, ...otherNames].map(scopeOf));
      const { result, entry } = await work(transaction);
      if (entry === undefined) return result;
      const { logged, ...audited } = entry;
      await record(transaction, { ...act, name, ...audited });
      await appendToLog(transaction, [{ entry: describeAct(act, logged) }]);
      return result;
    });
  }

  return {
    async setDeprecation(given, deprecation, check) {
      const { range, message, successor } = deprecation;
      const values = {
        message,
        successor_name: successor?.name ?? null,
        successor_range: successor?.range ?? null,
        successor_registry: successor?.registry ?? null,
      };
      const find = async (db: Database) => {
        const known = await db
          .selectFrom('deprecations')
          .where('name', '=', given.name)
          .selectAll()
          .execute();
        check?.(known.filter((other) => other.range !== range).length);
        return known;
      };
      // A repeated request must not make the log longer.
      if (isKnown(await find(reader), { range, ...values })) return;
      await change(transactAfterLeases, given, async (transaction) => {
        if (isKnown(await find(transaction), { range, ...values })) return { result: undefined };
        const row = { ...values, set_at_ms: given.atMs };
        await transaction
          .insertInto('deprecations')
          .values({ name: given.name, range, ...row })
          .onConflict((conflict) => conflict.columns(['name', 'range']).doUpdateSet(row))
          .execute();
        await refresh(transaction, given.name);
        const details = { range, message, successor: successor?.name };
        return {
          result: undefined,
          entry: { details, logged: describeDeprecation(given.name, deprecation) },
        };
      });
    },

    async removeDeprecation(given, range) {
      const known = await reader
        .selectFrom('deprecations')
        .where('name', '=', given.name)
        .where('range', '=', range)
        .select('range')
        .executeTakeFirst();
      if (known === undefined) return false;
      return change(transactAfterLeases, given, async (transaction) => {
        const gone = await transaction
          .deleteFrom('deprecations')
          .where('name', '=', given.name)
          .where('range', '=', range)
          .returning('range')
          .execute();
        if (gone.length === 0) return { result: false };
        await refresh(transaction, given.name);
        const logged = { type: 'undeprecate', name: given.name, range } as const;
        return { result: true, entry: { details: { range }, logged } };
      });
    },

    // No manifest shows channels.
    setChannel: (given, channel, { full, identity }) =>
      change(transact, given, async (transaction) => {
        const known = await versionIdOf(transaction, { name: given.name, identity }).executeTakeFirst();
        if (known === undefined) return { result: false };
        const row = { name: given.name, channel, identity, version: full, set_at_ms: given.atMs };
        const { before, refusal } = await setChannel(transaction, row);
        if (refusal !== undefined) throw refusal;
        if (before === full) return { result: true };
        const logged = { type: 'channel', name: given.name, channel, version: full } as const;
        return { result: true, entry: { version: full, details: { channel, before }, logged } };
      }),

    removeChannel: (given, channel) =>
      change(transact, given, async (transaction) => {
        const [gone] = await transaction
          .deleteFrom('channels')
          .where('name', '=', given.name)
          .where('channel', '=', channel)
          .returning('version')
          .execute();
        if (gone === undefined) return { result: false };
        const logged = { type: 'unchannel', name: given.name, channel } as const;
        return { result: true, entry: { details: { channel, before: gone.version }, logged } };
      }),

    async movePrime(given, movedTo, check) {
      const find = async (db: Database) => {
        if (movedTo !== undefined) check?.((await findMove(db, movedTo))?.moved_to);
        return (await findMove(db, given.name))?.moved_to;
      };
      if ((await find(reader)) === movedTo) return;
      await change(
        transactAfterLeases,
        given,
        async (transaction) => {
          const before = await find(transaction);
          if (before === movedTo) return { result: undefined };
          await transaction.deleteFrom('moved_primes').where('name', '=', given.name).execute();
          if (movedTo !== undefined) {
            const row = { name: given.name, moved_to: movedTo, moved_at_ms: given.atMs };
            await transaction.insertInto('moved_primes').values(row).execute();
          }
          const details = { to: movedTo, before };
          return { result: undefined, entry: { details, logged: describeMove(given.name, movedTo) } };
        },
        movedTo === undefined ? [] : [movedTo],
      );
    },
  };
}

type DeprecationRow = Omit<Selectable<Schema['deprecations']>, 'name' | 'set_at_ms'>;

/** Whether there is such a deprecation already. */
function isKnown(rows: readonly DeprecationRow[], row: DeprecationRow): boolean {
  return rows.some(
    (other) =>
      other.range === row.range &&
      other.message === row.message &&
      other.successor_name === row.successor_name &&
      other.successor_range === row.successor_range &&
      other.successor_registry === row.successor_registry,
  );
}

function findMove(db: Database, name: string) {
  return db.selectFrom('moved_primes').where('name', '=', name).select('moved_to').executeTakeFirst();
}

/** What the audit entry of a change has besides the act and the name, and what its log entry says. */
interface Entry {
  readonly version?: string;
  readonly details: AuditDetails;
  readonly logged: LoggedAct;
}

function describeMove(name: string, to: string | undefined): LoggedAct {
  return to === undefined ? { type: 'unmove', name } : { type: 'move', name, to };
}

function describeDeprecation(
  name: string,
  { range, message, successor }: Omit<DeprecationRecord, 'setAtMs'>,
): LoggedAct {
  // The text of a person may have half of a surrogate pair.
  const said = { name, range, message: message.toWellFormed() };
  return { type: 'deprecate', ...said, successor };
}
