// The receipts of a yank and of what can follow it. The contract leaves status and body of that of a yank open (section 4.6).
import { RemovalReceiptSchema, type UnyankReceipt, YankReceiptSchema } from '@prime-registry/protocol';
import { requireSubject } from './identity.ts';
import { readerOf, readShape, ShapeError, type ShapeReader } from './read-shape.ts';

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
    requireSubject(receipt, { name, version });
    return { ...receipt, yanked: true };
  };
}

export function unyankReceiptReader(name: string, version: string): ShapeReader<UnyankReceipt> {
  return (body) => {
    const receipt = readShape(UnyankedSchema, body);
    requireSubject(receipt, { name, version });
    if (receipt.yanked) throw new ShapeError('the version is still yanked');
    return { name, version: receipt.version, yanked: false };
  };
}

const UnyankedSchema = {
  type: 'object',
  required: ['name', 'version', 'yanked'],
  properties: { name: { type: 'string' }, version: { type: 'string' }, yanked: { type: 'boolean' } },
} as const;

export function removalReceiptReader(name: string, version: string) {
  return readerOf(RemovalReceiptSchema, (receipt) => requireSubject(receipt, { name, version }));
}
