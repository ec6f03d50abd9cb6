// What a registry says about its log (not part of the contract): its description, and many proofs in one answer.
import { LogDescriptionSchema, primeBatchKey } from '@prime-registry/protocol';
import type { VersionItem } from '../registry-reader.ts';
import { fieldOf } from './additions.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

// What a client needs: the rest is for people.
const { origin, vkeys, size, halted, backfill, names, witnesses } = LogDescriptionSchema.properties;
const Schema = {
  type: 'object',
  required: ['origin', 'vkeys', 'size'],
  properties: { origin, vkeys, size, halted, backfill, names, witnesses },
} as const;

/** What a registry says about its log, without proof. */
export type RegistryLogDescription = ReturnType<typeof readLogDescription>;

export const readLogDescription = ((body: unknown) => readShape(Schema, body)) satisfies ShapeReader<unknown>;

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
