// The receipt of a publish (contract section 2).
import { type PublishReceipt, PublishReceiptSchema } from '@prime-registry/protocol';
import { requireName, requireVersion, toSha256 } from './identity.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

const {
  atoms: AtomsSchema,
  secrets: SecretsSchema,
  hidden_characters: HiddenSchema,
  log: LogSchema,
  ...contractProperties
} = PublishReceiptSchema.properties;
const ReceiptSchema = { ...PublishReceiptSchema, properties: contractProperties };

/** Reads the receipt of a publish. The publisher compares it with what was published. */
export const readPublishReceipt: ShapeReader<PublishReceipt> = (body) => {
  const receipt = readShape(ReceiptSchema, body);
  requireName(receipt.name);
  requireVersion(receipt.version);
  return {
    ...receipt,
    sha256: toSha256(receipt.sha256),
    ...readAddition(() => readShape(WithAtoms, body)),
    ...readAddition(() => readShape(WithSecrets, body)),
    ...readAddition(() => readShape(WithHidden, body)),
    ...readAddition(() => readShape(WithLog, body)),
  };
};

const WithAtoms = { type: 'object', required: [], properties: { atoms: AtomsSchema } } as const;
const WithSecrets = { type: 'object', required: [], properties: { secrets: SecretsSchema } } as const;
const WithHidden = {
  type: 'object',
  required: [],
  properties: { hidden_characters: HiddenSchema },
} as const;
const WithLog = { type: 'object', required: [], properties: { log: LogSchema } } as const;

/** A malformed addition is left out, because the version is published in any case. */
function readAddition<T>(read: () => T): T | object {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeError) return {};
    throw error;
  }
}
