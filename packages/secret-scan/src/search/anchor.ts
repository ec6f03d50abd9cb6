// Three bytes of a text, by which it is found.

/** Three bytes of a text, and which text it is. */
export interface Anchor {
  readonly key: number;
  readonly text: Uint8Array;
  /** The index of the text among those given. */
  readonly index: number;
  /** Where the three bytes are in the text. */
  readonly offset: number;
}

/** The bytes of an anchor. */
export const ANCHOR_BYTES = 3;

/** The bytes of texts, from the commonest to the rarest. Others are rarer. */
const COMMON = ' etaoinsrhldcumfpgwybv-.,_=*#/kxjqz0123456789';

/** The rarest three bytes of a text. */
export function toAnchor(text: Uint8Array, index: number): Anchor {
  const all = Array.from({ length: text.length - ANCHOR_BYTES + 1 }, (_, offset): Anchor => {
    return { key: keyAt(text, offset), text, index, offset };
  });
  const [best] = all.sort((a, b) => rarityOf(b) - rarityOf(a));
  if (best === undefined) throw new Error('a text to search for is too short');
  return best;
}

/** How rare its bytes are: higher for rarer ones. */
export function rarityOf({ key }: Anchor): number {
  const rarities = bytesOf(key).map((byte) => COMMON.indexOf(String.fromCodePoint(byte)));
  return rarities.reduce((sum, rarity) => sum + (rarity === -1 ? 2 * COMMON.length : rarity), 0);
}

export function bytesOf(key: number): number[] {
  return [key >> 16, (key >> 8) & 0xff, key & 0xff];
}

/** The three bytes at a place, as one number. */
export function keyAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}
