// The atoms of a version as one small value: which contents, in which order, of which kinds. A row for each would take fifty
// times the room, as most contents of a version were stored one after another.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A content of a version. */
export interface ListedContent {
  /** Of a row in atom_contents. */
  readonly id: number;
  readonly kind: string;
}

/** As JSON has it. */
interface Packed {
  readonly kinds: readonly string[];
  /** Of each content the distance from the id before it, and the place of its kind. */
  readonly contents: readonly (readonly [distance: number, kind: number])[];
}

// Most versions have no atoms, and the compressor takes longer to set up than a small publish has time.
const NOTHING = compress({ kinds: [], contents: [] });

/** Packs contents, whatever their order. */
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

/** Reads what {@link packContents} has made. */
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
