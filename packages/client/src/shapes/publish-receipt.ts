// The receipt of a publish (contract section 2).
import { type PublishReceipt, PublishReceiptSchema } from '@prime-registry/protocol';
import { findAddition, withoutAdditions } from './additions.ts';
import { requireName, requireVersion, toSha256 } from './identity.ts';
import { readShape, type ShapeReader } from './read-shape.ts';

/** A malformed one is left out, because the version is published in any case. */
const ADDITIONS = ['atoms', 'secrets', 'hidden_characters', 'log'] as const;
const ReceiptSchema = withoutAdditions(PublishReceiptSchema, ...ADDITIONS);

/** Reads the receipt of a publish. The publisher compares it with what was published. */
export const readPublishReceipt: ShapeReader<PublishReceipt> = (body) => {
  const receipt = readShape(ReceiptSchema, body);
  requireName(receipt.name);
  requireVersion(receipt.version);
  const additions = ADDITIONS.map((field) => [
    field,
    findAddition(body, field, PublishReceiptSchema.properties[field]),
  ]).filter(([, value]) => value !== undefined);
  return { ...receipt, sha256: toSha256(receipt.sha256), ...Object.fromEntries(additions) };
};
