// Who signed a version, as its manifest says. It is an announcement: only signatures prove anything.
import type { RegistryManifest } from '../registry-reader.ts';
import { findAddedList } from './additions.ts';
import { ShapeError } from './read-shape.ts';

/** Fingerprints that are read: a registry takes few signatures of a version. */
const MOST_SIGNERS = 64;

/** Reads the fingerprints of a manifest; what is malformed is left out. */
export function readSignedBy(body: unknown): Pick<RegistryManifest, 'signed_by'> {
  const signedBy = findAddedList(body, 'signed_by', readText, MOST_SIGNERS);
  return signedBy === undefined ? {} : { signed_by: signedBy };
}

function readText(item: unknown): string {
  if (typeof item === 'string') return item;
  throw new ShapeError('it is no text');
}
