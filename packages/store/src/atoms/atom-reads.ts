// Reads the atoms of versions. A version is a list of content ids, so that a page of it, or all of it, is
// read by primary key.
import { hash } from 'node:crypto';
import { LruCache } from '@prime-registry/concurrency';
import { parseAssessment } from '@prime-registry/lint';
import type { Kysely } from 'kysely';
import type { AtomHome, AtomStore, ComparedRow } from '../contracts/atom-store.ts';
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import { type ListedContent, unpackContents } from './content-list.ts';
import {
  decodeTexts,
  FACT_COLUMNS,
  LINKED_COLUMNS,
  LISTED_COLUMNS,
  toAtomFacts,
  toLinkedAtom,
  toListedAtom,
} from './encode-atom.ts';
import { findDifferences } from './find-differences.ts';
import type { LinkReads } from './link-reads.ts';
import { createAtomMatcher } from './match-atoms.ts';

const MAX_HOMES = 100;

/** The reads of an AtomStore. */
export type AtomReads = Omit<AtomStore, 'listUnreadVersions' | 'replaceInventory' | keyof LinkReads>;

export function createAtomReads(reader: Kysely<Schema>): AtomReads {
  const queries = createAtomQueries();
  const searchAtoms = createAtomMatcher(reader);
  /** Where the atoms of a version are, for those who read many texts of it in turn. */
  const placesOf = new LruCache<ReadonlyMap<string, number>>({
    maxSize: MAX_KEPT_PLACES,
    ttlMs: PLACES_MS,
    sizeOf: ({ size }) => size,
  });

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
    read: (db: Kysely<Schema>, ids: readonly number[]) => Promise<Row[]>,
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
    for (const batch of inBatches(contents)) {
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
      const matching = text === undefined ? ofKind : await searchAtoms(ofKind, text);
      const page = matching.slice(offset, offset + limit);
      const atoms = await readAll(page, queries.readListed, toListedAtom);
      return { atoms, total: matching.length };
    },

    async findAtom(name, version, atomId) {
      const contents = await findContents(name, version);
      const id = contents && (await findPlace(contents, atomId));
      if (id === undefined) return undefined;
      const [row] = await queries.readFacts(reader, [id]);
      const [texts] = row === undefined ? [] : await queries.readTexts(reader, { id: row.texts_id });
      return row && texts && { facts: toAtomFacts(row), texts: decodeTexts(texts.texts) };
    },

    async *readLinkedAtoms(name, version) {
      for (const contents of inBatches(await findContents(name, version)))
        yield await readAll(contents, queries.readLinked, toLinkedAtom);
    },

    async readTexts(name, version, atomIds, level) {
      const contents = await findContents(name, version);
      const found = new Map<string, string>();
      for (const places of inBatches(await findPlaces(contents ?? [], atomIds), TEXTS_OF_A_BATCH)) {
        const rows = await queries.readTextIds(reader, places);
        const ids = [...new Set(rows.map(({ texts_id }) => texts_id))];
        const read = await queries.readManyTexts(reader, ids);
        const texts = new Map(read.map((row) => [row.id, decodeTexts(row.texts)[level]]));
        for (const { atom, texts_id } of rows) found.set(atom, texts.get(texts_id) ?? '');
      }
      return found;
    },

    async *readGraphRows(name, version) {
      for (const contents of inBatches(await findContents(name, version))) {
        yield await readAll(contents, queries.readGraph, ({ id: _, ...row }) => row);
      }
    },

    async findComparedRows(name, version) {
      const contents = await findContents(name, version);
      return contents && readComparedRows(contents);
    },

    findDifferences: (name, pairs, maxAtoms) =>
      findDifferences(
        {
          readContents: async (identities) => {
            const rows = await queries.findManyContents(
              reader,
              identities.map((identity) => ({ name, identity })),
            );
            return new Map(rows.map(({ identity, contents }) => [identity, unpackContents(contents)]));
          },
          readRows: async (ids) =>
            new Map((await queries.readCompared(reader, ids)).map(({ id, ...row }) => [id, row])),
        },
        pairs,
        maxAtoms,
      ),

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

  /** The contents of some atoms: found one by one if they are few of many, else among all. */
  async function findPlaces(
    contents: readonly ListedContent[],
    atomIds: readonly string[],
  ): Promise<readonly number[]> {
    const wanted = new Set(atomIds);
    const places: number[] = [];
    if (wanted.size * ROWS_OF_A_SEARCH < contents.length) {
      for (const atomId of wanted) {
        const place = await findPlace(contents, atomId);
        if (place !== undefined) places.push(place);
      }
      return places;
    }
    const all = await placesOf.getOrLoad(keyOf(contents), () => readPlaces(contents));
    for (const atomId of wanted) {
      const place = all.get(atomId);
      if (place !== undefined) places.push(place);
    }
    return places;
  }

  async function readPlaces(contents: readonly ListedContent[]): Promise<ReadonlyMap<string, number>> {
    const places = new Map<string, number>();
    for (const batch of inBatches(contents)) {
      const rows = await queries.readIds(
        reader,
        batch.map(({ id }) => id),
      );
      for (const { id, atom } of rows) places.set(atom, id);
    }
    return places;
  }

  /**
   * Finds the content of an atom in contents that are sorted by atom: a search with several probes per step.
   */
  async function findPlace(contents: readonly ListedContent[], atomId: string): Promise<number | undefined> {
    let [from, to] = [0, contents.length];
    while (from < to) {
      const step = Math.ceil((to - from) / PROBES);
      const probes = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
      const ids = probes.map((place) => contents[place]?.id ?? 0);
      const rows = await queries.readIds(reader, ids);
      const atoms = new Map(rows.map(({ id, atom }) => [id, atom]));
      const last = probes.findLastIndex((_, index) => (atoms.get(ids[index] ?? 0) ?? '') <= atomId);
      const id = ids[last];
      if (id === undefined || atoms.get(id) === atomId) return id;
      from += last * step + 1;
      to = Math.min(to, from + step - 1);
    }
    return undefined;
  }
}

const ROWS_OF_A_BATCH = 100;

/** Each takes about 150 bytes. */
const MAX_KEPT_PLACES = 20_000;
/** Ids of contents that were removed may be used again. */
const PLACES_MS = 10_000;

/** Of the same contents. */
function keyOf(contents: readonly ListedContent[]): string {
  return hash(
    'sha256',
    Float64Array.from(contents, ({ id }) => id),
  );
}

/** Texts take up to 192 KiB an atom. */
const TEXTS_OF_A_BATCH = 20;

function* inBatches<T>(items: readonly T[] = [], size = ROWS_OF_A_BATCH): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Contents that one step reads at once. */
const PROBES = 10;
/** What the search for one atom reads, in a version with many. */
const ROWS_OF_A_SEARCH = 5 * PROBES;

function createAtomQueries() {
  interface VersionKey {
    readonly name: string;
    readonly identity: string;
  }
  // Not a join: a planner without statistics might begin with the versions.
  const ofVersion = (db: Kysely<Schema>, { name, identity }: VersionKey) =>
    db.selectFrom('inventories').where('version_id', '=', (query) =>
      query
        .selectFrom('versions')
        .where('prime_id', '=', (primes) => primes.selectFrom('primes').where('name', '=', name).select('id'))
        .where('identity', '=', identity)
        .select('id'),
    );

  return {
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
        .where('prime_id', '=', (primes) =>
          primes
            .selectFrom('primes')
            .where('name', '=', versions[0]?.name ?? '')
            .select('id'),
        )
        .where(
          'identity',
          'in',
          versions.map(({ identity }) => identity),
        )
        .select(['identity', 'contents']),
    ),
    readIds: prepareForMany((db, ids: readonly number[]) =>
      db.selectFrom('atom_contents').where('id', 'in', ids).select(['id', 'atom']),
    ),
    readListed: prepareForMany((db, ids: readonly number[]) =>
      db.selectFrom('atom_contents').where('id', 'in', ids).select(LISTED_COLUMNS),
    ),
    readLinked: prepareForMany((db, ids: readonly number[]) =>
      db.selectFrom('atom_contents').where('id', 'in', ids).select(LINKED_COLUMNS),
    ),
    readTextIds: prepareForMany((db, ids: readonly number[]) =>
      db.selectFrom('atom_contents').where('id', 'in', ids).select(['atom', 'texts_id']),
    ),
    readManyTexts: prepareForMany((db, ids: readonly number[]) =>
      db.selectFrom('atom_texts').where('id', 'in', ids).select(['id', 'texts']),
    ),
    readGraph: prepareForMany((db, ids: readonly number[]) =>
      db
        .selectFrom('atom_contents')
        .where('id', 'in', ids)
        .select(['id', 'atom', 'kind', 'name', 'description', 'edges']),
    ),
    readCompared: prepareForMany((db, ids: readonly number[]) =>
      db
        .selectFrom('atom_contents')
        .where('id', 'in', ids)
        .select(['id', 'atom', 'kind', 'name', 'description', 'facts', 'edges', 'fields']),
    ),
    readFacts: prepareForMany((db, ids: readonly number[]) =>
      db.selectFrom('atom_contents').where('id', 'in', ids).select(FACT_COLUMNS),
    ),
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
}
