// The index of the atoms of latest versions. A new latest version writes only the difference to the old one.
import { scopeOf } from '@prime-registry/protocol';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { PrimeWithLatest } from '../versions/latest-finder.ts';
import { packContents, unpackContents } from './content-list.ts';
import { prepareRead } from './read-contents.ts';

/** A change of the latest atoms of a Prime. A changed atom has an id in both lists. */
export interface LatestAtomsChange extends PrimeWithLatest {
  /** Ids of atom_contents. */
  readonly came: readonly number[];
  readonly went: readonly number[];
}

/** How the latest atoms of some Primes change. */
interface LatestAtomsRefresh {
  readonly changes: readonly LatestAtomsChange[];
  /** Writes it. */
  write(): Promise<void>;
}

const upsertLatest = prepareQuery((db, row: Schema['latest_contents']) =>
  db
    .insertInto('latest_contents')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('prime_id').doUpdateSet(({ ref }) => ({
        version_id: ref('excluded.version_id'),
        contents: ref('excluded.contents'),
      })),
    ),
);
const deleteLatest = prepareQuery((db, { primeId }: { primeId: number }) =>
  db.deleteFrom('latest_contents').where('prime_id', '=', primeId).returning('contents'),
);
const findPrimeName = prepareQuery((db, { primeId }: { primeId: number }) =>
  db.selectFrom('primes').where('id', '=', primeId).select('name'),
);
const findAtoms = prepareRead(['id', 'atom', 'content_key']);
const insertAtoms = prepareForMany((db, rows: readonly Schema['latest_atoms'][]) =>
  db.insertInto('latest_atoms').values(rows),
);
const deleteAtoms = prepareForMany((db, rows: readonly Schema['latest_atoms'][]) =>
  db
    .deleteFrom('latest_atoms')
    .where(({ eb, or, and }) =>
      or(
        rows.map((row) =>
          and([
            eb('atom', '=', row.atom),
            eb('is_foreign', '=', row.is_foreign),
            eb('prime_id', '=', row.prime_id),
          ]),
        ),
      ),
    ),
);

async function findChange(
  transaction: Transaction,
  { primeId, latest }: PrimeWithLatest,
): Promise<LatestAtomsChange> {
  const [removed] = latest === undefined ? await deleteLatest(transaction, { primeId }) : [];
  const known = latest === undefined ? removed?.contents : latest.knownContents;
  const before = toIds(known);
  const after = toIds(latest?.contents);
  const came = [...after].filter((id) => !before.has(id));
  const went = [...before].filter((id) => !after.has(id));
  return { primeId, latest, came, went };
}

async function findScope(transaction: Transaction, { primeId, latest }: PrimeWithLatest): Promise<string> {
  const name = latest?.name ?? (await findPrimeName(transaction, { primeId }))[0]?.name ?? '';
  return scopeOf(name);
}

async function changeAtoms(transaction: Transaction, changes: readonly LatestAtomsChange[]): Promise<void> {
  const ids = changes.flatMap(({ came, went }) => [...went, ...came]);
  const atoms = new Map((await findAtoms(transaction, ids)).map((row) => [row.id, row]));
  const scopes = new Map<number, string>();
  for (const change of changes) scopes.set(change.primeId, await findScope(transaction, change));
  const toRows = (primeId: number, contentIds: readonly number[]) =>
    contentIds.flatMap((id): Schema['latest_atoms'][] => {
      const content = atoms.get(id);
      if (content === undefined) return [];
      const { atom, content_key } = content;
      const isForeign = atom.startsWith(`${scopes.get(primeId)}/`) ? 0 : 1;
      return [{ atom, is_foreign: isForeign, prime_id: primeId, content_id: id, content_key }];
    });
  await deleteAtoms(
    transaction,
    changes.flatMap(({ primeId, went }) => toRows(primeId, went)),
  );
  await insertAtoms(
    transaction,
    changes.flatMap(({ primeId, came }) => toRows(primeId, came)),
  );
}

/** Finds out how the latest atoms of Primes change. What else follows from it may be written in the same round trips. */
export async function refreshLatestAtoms(
  transaction: Transaction,
  primes: readonly PrimeWithLatest[],
): Promise<LatestAtomsRefresh> {
  const changes: LatestAtomsChange[] = [];
  for (const prime of primes) changes.push(await findChange(transaction, prime));
  const changed = changes.filter(({ came, went }) => came.length + went.length > 0);
  return {
    changes,
    async write() {
      await upsertLatest.each(transaction, changes.flatMap(toChangedRow));
      await changeAtoms(transaction, changed);
    },
  };
}

/** The new row of a Prime, if it differs from the stored one. */
function toChangedRow({ primeId, latest, came, went }: LatestAtomsChange): Schema['latest_contents'][] {
  const isKnown = latest?.id === latest?.knownId && came.length + went.length === 0;
  if (latest === undefined || isKnown) return [];
  return [{ prime_id: primeId, version_id: latest.id, contents: latest.contents ?? packContents([]) }];
}

function toIds(contents: Uint8Array | null | undefined): Set<number> {
  return new Set(contents ? unpackContents(contents).map(({ id }) => id) : []);
}
