// Tiles of hashes and bundles of entries (C2SP tlog-tiles).

/** Hashes of a full tile, and entries of a full bundle. */
export const TILE_WIDTH = 256;

const HASH_BYTES = 32;

/** The path of the tile of level 0, or of the bundle, in which an entry of a log is. */
export function tilePathOf(kind: '0' | 'entries', index: number, size: number): string {
  const position = Math.floor(index / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, size - position * TILE_WIDTH);
  return `/-/log/tile/${kind}/${positionPath(position)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** 1234067 as x001/x234/067. */
function positionPath(position: number): string {
  const last = String(position % 1000).padStart(3, '0');
  const rest = Math.floor(position / 1000);
  return rest === 0 ? last : `${positionPath(rest).replace(/(\d+)$/, 'x$1')}/${last}`;
}

/** The hashes of a tile; undefined if the length is none of a tile. */
export function readTile(bytes: Buffer): readonly Buffer[] | undefined {
  if (bytes.length === 0 || bytes.length % HASH_BYTES !== 0) return undefined;
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

/** The entries of a bundle; undefined if it ends within one. */
export function readBundle(bytes: Buffer): readonly Buffer[] | undefined {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
