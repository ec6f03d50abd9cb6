// The answer to a request for many proofs of the log (not part of the contract).
import { primeBatchKey } from '@prime-registry/protocol';
import type { VersionItem } from '../registry-reader.ts';
import { fieldOf } from './additions.ts';
import { ShapeError, type ShapeReader } from './read-shape.ts';

/** Reads the answer: proofs by name and version. What is missing, or malformed, is left out. */
export function logProofsReader(items: readonly VersionItem[]): ShapeReader<ReadonlyMap<string, string>> {
  return (body) => {
    const entries = fieldOf(body, 'proofs');
    if (!Array.isArray(entries)) throw new ShapeError("'proofs' must be a list");
    const wanted = new Set(items.map(({ name, version }) => primeBatchKey(name, version)));
    const proofs = new Map<string, string>();
    for (const entry of entries.slice(0, items.length)) {
      const [key, proof] = [fieldOf(entry, 'of'), fieldOf(entry, 'proof')];
      if (typeof key === 'string' && typeof proof === 'string' && wanted.has(key)) proofs.set(key, proof);
    }
    return proofs;
  };
}
