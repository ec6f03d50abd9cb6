// Reads the atoms of versions. A version is a list of content ids, so that a page of it, or all of it, is
// read by primary key.
import { parseAssessment } from '@prime-registry/lint';
import type { AtomHome, AtomStore, ComparedRow } from '../contracts/atom-store.ts';
import { prepareForMany } from '../sql/batches.ts';
import { primeIdOf, type VersionKey, versionIdOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database } from '../sql/schema.ts';
import { createAtomStates } from './atom-states.ts';
import { decodeTexts, decodeWritten } from './atom-texts.ts';
import { type ListedContent, unpackContents } from './content-list.ts';
import { createContentPlaces, inBatches } from './content-places.ts';
import { LINKED_COLUMNS, toAtomFacts, toLinkedAtom, toListedAtom } from './encode-atom.ts';
import { findDifferences } from './find-differences.ts';
import type { LinkReads } from './link-reads.ts';
import { matchAtoms } from './match-atoms.ts';
import { prepareRead, readFacts, readListed } from './read-contents.ts';

const MAX_HOMES = 100;

/** The reads of an AtomStore. */
export type AtomReads = Omit<AtomStore, 'listUnreadVersions' | 'replaceInventory' | keyof LinkReads>;

export function createAtomReads(reader: Database): AtomReads {
  const { findPlace, findPlaces } = createContentPlaces(reader);

  async function findContents(
    name: string,
    version: { readonly identity: string },
  ): Promise<ListedContent[] | undefined> {
    const { identity } = version;
    const [row] = await queries.findContents(reader, { name, identity });
    return row && unpackContents(row.contents);
  }

  /** Reads contents, in the given order. */
  async function readAll<Row extends { readonly id: number }, To>(
    contents: readonly ListedContent[],
    read: (db: Database, ids: readonly number[]) => Promise<Row[]>,
    convert: (row: Row) => To,
  ): Promise<To[]> {
    const ids = contents.map(({ id }) => id);
    const rows = new Map((await read(reader, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined ? [] : [convert(row)];
    });
  }

  async function* readComparedRows(contents: readonly ListedContent[]): AsyncGenerator<ComparedRow[]> {
    for await (const batch of inBatches(contents)) {
      yield await readAll(batch, queries.readCompared, ({ id: _, ...row }) => row);
    }
  }

  return {
    async findInventory(name, { identity }) {
      const [row] = await queries.findSummary(reader, { name, identity });
      return (
        row && {
          atomCount: row.atom_count,
          kinds: JSON.parse(row.kinds),
          problems: JSON.parse(row.problems),
          problemCount: row.problem_count,
          format: row.format,
          assessment: row.assessment === null ? undefined : parseAssessment(row.assessment),
        }
      );
    },

    async listAtoms(name, version, { kind, text, limit, offset }) {
      const contents = await findContents(name, version);
      if (contents === undefined) return undefined;
      const ofKind = kind === undefined ? contents : contents.filter((content) => content.kind === kind);
      const matching = text === undefined ? ofKind : await matchAtoms(reader, ofKind, text);
      const page = matching.slice(offset, offset + limit);
      const atoms = await readAll(page, readListed, toListedAtom);
      return { atoms, total: matching.length };
    },

    async findAtom(name, version, atomId) {
      const contents = await findContents(name, version);
      const id = contents && (await findPlace(contents, atomId));
      if (id === undefined) return undefined;
      const [row] = await readFacts(reader, [id]);
      const [texts] = row === undefined ? [] : await queries.readTexts(reader, { id: row.texts_id });
      return row && texts && { facts: toAtomFacts(row), ...decodeWritten(texts.texts) };
    },

    async *readListedAtoms(name, version) {
      for await (const contents of inBatches(await findContents(name, version)))
        yield await readAll(contents, readListed, toListedAtom);
    },

    async *readLinkedAtoms(name, version) {
      for await (const contents of inBatches(await findContents(name, version)))
        yield await readAll(contents, queries.readLinked, toLinkedAtom);
    },

    async readTexts(name, version, atomIds, level) {
      const contents = await findContents(name, version);
      const found = new Map<string, string>();
      for await (const places of inBatches(await findPlaces(contents ?? [], atomIds), TEXTS_OF_A_BATCH)) {
        const rows = await queries.readTextIds(reader, places);
        const ids = [...new Set(rows.map(({ texts_id }) => texts_id))];
        const read = await queries.readManyTexts(reader, ids);
        const texts = new Map(read.map((row) => [row.id, decodeTexts(row.texts)[level]]));
        for (const { atom, texts_id } of rows) found.set(atom, texts.get(texts_id) ?? '');
      }
      return found;
    },

    async *readGraphRows(name, version) {
      for await (const contents of inBatches(await findContents(name, version))) {
        yield await readAll(contents, queries.readLinked, ({ id: _, ...row }) => row);
      }
    },

    async findComparedRows(name, version) {
      const contents = await findContents(name, version);
      return contents && readComparedRows(contents);
    },

    findDifferences: (name, pairs, budget) =>
      findDifferences(
        {
          readContents: async (identities) => {
            const rows = await queries.findManyContents(
              reader,
              identities.map((identity) => ({ name, identity })),
            );
            return new Map(
              rows.map(({ identity, contents, atom_count: atomCount }) => [
                identity,
                { atomCount, unpack: () => unpackContents(contents) },
              ]),
            );
          },
          readRows: async (ids) =>
            new Map((await queries.readCompared(reader, ids)).map(({ id, ...row }) => [id, row])),
        },
        pairs,
        budget,
      ),

    ...createAtomStates(reader, findPlace),

    async listAtomHomes(atomId) {
      const rows = await queries.listHomes(reader, { atomId });
      return rows.map(
        ({ name, version, is_foreign }): AtomHome => ({ name, version, isOwnScope: is_foreign === 0 }),
      );
    },

    async findKnownAtoms(atomIds) {
      const rows = await queries.findKnown(reader, [...new Set(atomIds)]);
      return new Set(rows.flatMap((row) => Object.values(row)).filter((atom) => atom !== null));
    },
  };
}

/** Texts take up to 192 KiB an atom. */
const TEXTS_OF_A_BATCH = 20;

const ofVersion = (db: Database, version: VersionKey) =>
  db.selectFrom('inventories').where('version_id', '=', versionIdOf(db, version));

const queries = {
  findSummary: prepareQuery((db, version: VersionKey) =>
    ofVersion(db, version).select([
      'atom_count',
      'kinds',
      'problems',
      'problem_count',
      'format',
      'assessment',
    ]),
  ),
  findContents: prepareQuery((db, version: VersionKey) => ofVersion(db, version).select('contents')),
  findManyContents: prepareForMany((db, versions: readonly VersionKey[]) =>
    db
      .selectFrom('versions')
      .innerJoin('inventories', 'inventories.version_id', 'versions.id')
      .where('prime_id', '=', primeIdOf(db, versions[0]?.name ?? ''))
      .where(
        'identity',
        'in',
        versions.map(({ identity }) => identity),
      )
      .select(['identity', 'contents', 'atom_count']),
  ),
  readLinked: prepareRead(LINKED_COLUMNS),
  readTextIds: prepareRead(['atom', 'texts_id']),
  readManyTexts: prepareForMany((db, ids: readonly number[]) =>
    db.selectFrom('atom_texts').where('id', 'in', ids).select(['id', 'texts']),
  ),
  readCompared: prepareRead(['id', 'atom', 'kind', 'name', 'description', 'facts', 'edges', 'fields']),
  readTexts: prepareQuery((db, { id }: { id: number }) =>
    db.selectFrom('atom_texts').where('id', '=', id).select('texts'),
  ),
  listHomes: prepareQuery((db, { atomId }: { atomId: string }) =>
    db
      .selectFrom('latest_atoms')
      .innerJoin('primes', 'primes.id', 'latest_atoms.prime_id')
      .innerJoin('latest_contents', 'latest_contents.prime_id', 'latest_atoms.prime_id')
      .innerJoin('versions', 'versions.id', 'latest_contents.version_id')
      .where('atom', '=', atomId)
      .orderBy('is_foreign')
      .orderBy('latest_atoms.prime_id')
      .limit(MAX_HOMES)
      .select(['primes.name', 'versions.version', 'is_foreign']),
  ),
  findKnown: prepareForMany((db, atomIds: readonly string[]) =>
    // One row for each atom: some atoms are in thousands of Primes.
    db.selectNoFrom(({ selectFrom }) =>
      atomIds.map((atomId, index) =>
        selectFrom('latest_atoms').where('atom', '=', atomId).select('atom').limit(1).as(`atom_${index}`),
      ),
    ),
  ),
};
