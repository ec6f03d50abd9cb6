// The texts of an atom, and its source, as one compressed column.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Atom, AtomTexts } from '@prime-registry/atoms';
import { keyOf } from './encode-atom.ts';

/** The texts of an atom, and its source. */
export type WrittenAtom = Pick<Atom, 'texts' | 'source'>;

/** The key of the texts of an atom. */
export function textsKeyOf(prime: string, atom: WrittenAtom): string {
  return keyOf([prime, ...listTexts(atom)]);
}

/** Compresses texts together, so that text which the longer ones and the source repeat costs next to nothing. */
export function encodeTexts(atom: WrittenAtom): Uint8Array {
  // A copy: the result is a slice of a buffer of 16 KiB or more, which it would keep in memory.
  return Uint8Array.from(zstdCompressSync(JSON.stringify(listTexts(atom))));
}

function listTexts({ texts: { summary, core, full }, source }: WrittenAtom): string[] {
  return [summary, core, full, ...(source === undefined ? [] : [source])];
}

/** Reads the texts in the result of {@link encodeTexts}. */
export function decodeTexts(bytes: Uint8Array): AtomTexts {
  return decodeWritten(bytes).texts;
}

/** Reads the result of {@link encodeTexts}. Earlier programs stored no source. */
export function decodeWritten(bytes: Uint8Array): WrittenAtom {
  const [summary, core, full, source] = JSON.parse(zstdDecompressSync(bytes).toString()) as [
    string,
    string,
    string,
    string?,
  ];
  return { texts: { summary, core, full }, source };
}
