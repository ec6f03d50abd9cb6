// The receipt of a yank. The contract leaves its status and its body open (section 4.6).
import { YankReceiptSchema } from '@prime-registry/protocol';
import { requireSameName, requireSameVersion } from './identity.ts';
import { readShape, type ShapeReader } from './read-shape.ts';

/** What was yanked. Some registries also say when. */
export interface RegistryYankReceipt {
  readonly name: string;
  readonly version: string;
  readonly yanked: true;
  readonly yanked_at?: string;
}

const { yanked: _, ...properties } = YankReceiptSchema.properties;
const ReceiptSchema = { type: 'object', required: [], properties } as const;

/**
 * Reads the receipt of a yank. Every field may be missing; those that are there must be about this version.
 */
export function yankReceiptReader(name: string, version: string): ShapeReader<RegistryYankReceipt> {
  return (body) => {
    const receipt = { name, version, ...readShape(ReceiptSchema, body) };
    requireSameName(receipt.name, name);
    requireSameVersion(receipt.version, version);
    return { ...receipt, yanked: true };
  };
}
