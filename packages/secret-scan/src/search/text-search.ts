// Finds many texts at once, and runs of bytes, in one pass over the bytes.
import { ANCHOR_BYTES, type Anchor, bytesOf, keyAt, rarityOf, toAnchor } from './anchor.ts';
import { MAX_SCAN_BYTES, type Scan, scan } from './scan.ts';

/** @param at - where a text is; @param index - which one of those given */
export type OnText = (at: number, index: number) => void;

/** Bytes that follow each other and are of one kind: where they begin and end. */
export type Run = readonly [begin: number, end: number];

const BLOCK_BYTES = 16;
/** More than the shortest run, and than an anchor. */
const OVERLAP_BYTES = 32;
const GROUPS = 8;
/** Each of the commonest anchors has a group of its own: together, they would fit to other bytes as well. */
const OWN_GROUPS = 4;

export class TextSearch {
  readonly #tables = new Uint8Array(GROUPS * BLOCK_BYTES);
  readonly #anchors: Map<number, Anchor[]>;
  /** 1 for each {@link hashOf} an anchor. */
  readonly #hashes = new Uint8Array(2 ** 16);
  readonly #scan: Scan;

  /**
   * @param texts - of at least three bytes each
   * @param isInRun - which bytes are in runs; of at most eight groups of 16 bytes
   */
  constructor(texts: readonly Uint8Array[], isInRun: (byte: number) => boolean, how: Scan = scan) {
    this.#scan = how;
    const anchors = texts.map(toAnchor).sort((a, b) => rarityOf(a) - rarityOf(b));
    this.#anchors = Map.groupBy(anchors, ({ key }) => key);
    for (const [place, key] of [...this.#anchors.keys()].entries()) {
      const group = place < OWN_GROUPS ? place : OWN_GROUPS + (place % (GROUPS - OWN_GROUPS));
      for (const [index, byte] of bytesOf(key).entries()) this.#allow(index, byte, group);
      this.#hashes[hashOf(key)] = 1;
    }
    for (let byte = 0; byte < 256; byte += 1) {
      if (isInRun(byte)) this.#allow(ANCHOR_BYTES, byte, (byte >> 4) % GROUPS);
    }
  }

  /**
   * Calls back for each place of each text.
   * @returns the runs of at least 16 bytes, in ascending order
   */
  find(bytes: Uint8Array, onText: OnText): readonly Run[] {
    const found: Run[] = [];
    for (let start = 0; ; start += MAX_SCAN_BYTES - OVERLAP_BYTES) {
      const { blocks, runs } = this.#scan(this.#tables, bytes.subarray(start, start + MAX_SCAN_BYTES));
      for (let index = 0; index < runs.length; index += 2)
        addRun(found, start + (runs[index] ?? 0), start + (runs[index + 1] ?? 0));
      // Anchors before were found in the part before.
      const first = start === 0 ? 0 : start + OVERLAP_BYTES - ANCHOR_BYTES + 1;
      // Copied: a callback may search other bytes.
      if (blocks.length > 0)
        this.#findIn(
          bytes,
          Array.from(blocks, (block) => start + block),
          first,
          onText,
        );
      if (start + MAX_SCAN_BYTES >= bytes.length) return found;
    }
  }

  #findIn(bytes: Uint8Array, blocks: readonly number[], first: number, onText: OnText): void {
    for (const block of blocks) {
      const end = Math.min(block + BLOCK_BYTES, bytes.length) - ANCHOR_BYTES + 1;
      for (let at = Math.max(first, block - ANCHOR_BYTES + 1); at < end; at += 1) {
        const key = keyAt(bytes, at);
        if (this.#hashes[hashOf(key)] === 0) continue;
        for (const { offset, text, index } of this.#anchors.get(key) ?? []) {
          if (isAt(bytes, at - offset, text)) onText(at - offset, index);
        }
      }
    }
  }

  #allow(table: number, byte: number, group: number): void {
    const [low, high] = [2 * table * BLOCK_BYTES, (2 * table + 1) * BLOCK_BYTES];
    for (const place of [low + (byte & 0x0f), high + (byte >> 4)])
      this.#tables[place] = (this.#tables[place] ?? 0) | (1 << group);
  }
}

/** Joins it with the last one, if they are parts of one run. */
function addRun(runs: Run[], begin: number, end: number): void {
  const last = runs.at(-1);
  if (last === undefined || last[1] < begin) runs.push([begin, end]);
  else runs[runs.length - 1] = [last[0], end];
}

function hashOf(key: number): number {
  return (key ^ (key >> 8)) & 0xffff;
}

function isAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  return text.every((byte, offset) => bytes[at + offset] === byte);
}
