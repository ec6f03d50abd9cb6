// Finds atoms among the contents of a version, which are sorted by atom.
import { hash } from 'node:crypto';
import { LruCache, ownTurn } from '@prime-registry/concurrency';
import type { Database } from '../sql/schema.ts';
import type { ListedContent } from './content-list.ts';
import { prepareRead } from './read-contents.ts';

const readIds = prepareRead(['id', 'atom']);

/** Finds the contents of atoms. */
export function createContentPlaces(reader: Database) {
  /** Where the atoms of a version are, for those who read many texts of it in turn. */
  const placesOf = new LruCache<ReadonlyMap<string, number>>({
    maxSize: MAX_KEPT_PLACES,
    ttlMs: PLACES_MS,
    sizeOf: ({ size }) => size,
  });

  return { findPlace, findPlaces };

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
    for await (const batch of inBatches(contents)) {
      const rows = await readIds(
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
      const rows = await readIds(reader, ids);
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

/** Contents that one step reads at once. */
const PROBES = 10;
/** What the search for one atom reads, in a version with many. */
const ROWS_OF_A_SEARCH = 5 * PROBES;

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

/** In batches that one query reads. Each further one has a turn of the event loop of its own: many may read at once. */
export async function* inBatches<T>(
  items: readonly T[] = [],
  size = ROWS_OF_A_BATCH,
): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await ownTurn();
    yield items.slice(at, at + size);
  }
}
