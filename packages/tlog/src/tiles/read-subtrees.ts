// The roots of subtrees, computed from as few reads of tiles as possible.
import { TlogError } from '../tlog-error.ts';
import { TILE_HEIGHT } from '../tree/append-leaves.ts';
import type { Hash, Sha256 } from '../tree/hash.ts';
import { joinEqual } from '../tree/join-subtrees.ts';
import type { Subtree } from '../tree/subtrees.ts';
import { TILE_WIDTH } from './tile-path.ts';

/**
 * Reads the hashes `from` to `to` - 1 of a level of tiles: level 0 has the hashes of the leaves, level L the roots of
 * full subtrees of 256^L leaves. All of them are in one tile.
 */
export type ReadHashes = (level: number, from: number, to: number) => Promise<readonly Hash[]>;

/** Reads what the roots of some subtrees are computed from. @returns The root of each of them. */
export type ReadSubtrees = (subtrees: readonly Subtree[]) => Promise<(subtree: Subtree) => Hash>;

/** The hashes of a level from which a subtree's root is computed. */
export interface Span {
  readonly level: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Reads subtrees by the hashes of tiles: of each tile one span, all tiles at once.
 * @throws {TlogError} A read answers too few or too many hashes.
 */
export function subtreesFrom(sha256: Sha256, read: ReadHashes): ReadSubtrees {
  return async (subtrees) => {
    const spans = mergeByTile(subtrees.map(spanOf));
    const hashes = new Map<string, readonly Hash[]>();
    await Promise.all(
      [...spans].map(async ([tile, span]) => {
        hashes.set(tile, await readSpan(read, span));
      }),
    );
    return (subtree) => {
      const { level, from, to } = spanOf(subtree);
      const tile = tileOf({ level, from });
      const offset = spans.get(tile)?.from ?? 0;
      return joinEqual(sha256, hashes.get(tile)?.slice(from - offset, to - offset) ?? []);
    };
  };
}

/** The hashes that a subtree consists of. */
export function spanOf({ height, position }: Subtree): Span {
  const level = Math.floor(height / TILE_HEIGHT);
  const width = 2 ** (height % TILE_HEIGHT);
  return { level, from: position * width, to: (position + 1) * width };
}

function tileOf({ level, from }: Pick<Span, 'level' | 'from'>): string {
  return `${level}/${Math.floor(from / TILE_WIDTH)}`;
}

/** For each tile, the span that has all others. */
function mergeByTile(spans: readonly Span[]): Map<string, Span> {
  const merged = new Map<string, Span>();
  for (const span of spans) {
    const tile = tileOf(span);
    const { from, to } = merged.get(tile) ?? span;
    merged.set(tile, { level: span.level, from: Math.min(from, span.from), to: Math.max(to, span.to) });
  }
  return merged;
}

async function readSpan(read: ReadHashes, { level, from, to }: Span): Promise<readonly Hash[]> {
  const hashes = await read(level, from, to);
  if (hashes.length === to - from) return hashes;
  throw new TlogError(`level ${level} has ${hashes.length} hashes from ${from} on, not ${to - from}`);
}
