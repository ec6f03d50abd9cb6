// The paths of tiles and entry bundles below the address of a log: C2SP tlog-tiles.
import { TlogError } from '../tlog-error.ts';
import { isSize } from '../tree/subtrees.ts';

/** How many hashes, or entries, a full tile has. */
export const TILE_WIDTH = 256;

/** The highest level that a path can name. */
const MAX_LEVEL = 63;

/** A tile, or a bundle of entries. */
export interface TilePath {
  /** 0 has the hashes of the leaves, level L the roots of subtrees of 256^L leaves; `entries` the entries themselves. */
  readonly level: number | 'entries';
  /** Counted in tiles of the level, from 0. */
  readonly position: number;
  /** From 1 to 256. Less than 256 is a partial tile. */
  readonly width: number;
}

const PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** `tile/0/x001/x234/067.p/12` as its parts; undefined if it is not exactly as the specification writes it. */
export function parseTilePath(path: string): TilePath | undefined {
  const [, levelText = '', positionText = '', widthText] = PATH.exec(path) ?? [];
  if (positionText.length === 0) return undefined;
  const level: TilePath['level'] = levelText === 'entries' ? 'entries' : Number(levelText);
  const position = Number(positionText.replaceAll(/[x/]/g, ''));
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  const parsed = { level, position, width };
  return isTile(parsed) && formatTilePath(parsed) === path ? parsed : undefined;
}

/**
 * The path of a tile.
 * @throws {TlogError} The level is above 63, the position above 2^53 - 1, or the width not from 1 to 256.
 */
export function formatTilePath(tile: TilePath): string {
  const { level, position, width } = tile;
  if (!isTile(tile))
    throw new TlogError(`there is no tile of level ${level}, position ${position}, width ${width}`);
  const suffix = width === TILE_WIDTH ? '' : `.p/${width}`;
  return `tile/${level}/${formatPosition(position)}${suffix}`;
}

/** 1234067 as `x001/x234/067`: all in one folder would be too many files. */
function formatPosition(position: number): string {
  const digits = String(position);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  return groups.map((group, index) => (index < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** How wide a tile is in a tree of this size: 256 if it is full, 0 if the tree does not reach it. */
export function tileWidth(level: number | 'entries', position: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - position * TILE_WIDTH));
}

function isTile({ level, position, width }: TilePath): boolean {
  const isLevel = level === 'entries' || (isSize(level) && level <= MAX_LEVEL);
  return isLevel && isSize(position) && isSize(width) && width > 0 && width <= TILE_WIDTH;
}
