// The atoms of a version as one small value: the ids of its contents in order, with their kinds. A row for
// each would take fifty times the space: most contents of a version have consecutive ids.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A content of a version. */
export interface ListedContent {
  /** Id of a row in atom_contents. */
  readonly id: number;
  readonly kind: string;
}

/** The JSON. */
interface Packed {
  readonly kinds: readonly string[];
  /** For each content, the difference to the previous id, and the index of its kind. */
  readonly contents: readonly (readonly [distance: number, kind: number])[];
}

// Precomputed: most versions have no atoms, and setting up the compressor takes longer than a small publish.
const NOTHING = compress({ kinds: [], contents: [] });

/** Packs contents; keeps their order. */
export function packContents(contents: readonly ListedContent[]): Uint8Array {
  if (contents.length === 0) return NOTHING;
  const kinds = [...new Set(contents.map(({ kind }) => kind))];
  const places = new Map(kinds.map((kind, place) => [kind, place]));
  let before = 0;
  const packed: Packed = {
    kinds,
    contents: contents.map(({ id, kind }) => {
      const distance = id - before;
      before = id;
      return [distance, places.get(kind) ?? 0];
    }),
  };
  return compress(packed);
}

/** Reads the result of {@link packContents}. */
export function unpackContents(bytes: Uint8Array): ListedContent[] {
  if (NOTHING.equals(bytes)) return [];
  const { kinds, contents } = JSON.parse(zstdDecompressSync(bytes).toString()) as Packed;
  let id = 0;
  return contents.map(([distance, place]) => {
    id += distance;
    return { id, kind: kinds[place] ?? '' };
  });
}

function compress(packed: Packed): Buffer {
  return zstdCompressSync(JSON.stringify(packed));
}
