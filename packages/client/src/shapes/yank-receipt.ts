// The receipt of a yank. The contract leaves its status and its body open (section 4.6).
import { findText, getFields, type ShapeReader } from './fields.ts';
import { getSameName, getSameVersion } from './identity.ts';

/** What was yanked; since when is known of some registries. */
export interface RegistryYankReceipt {
  readonly name: string;
  readonly version: string;
  readonly yanked: true;
  readonly yanked_at?: string;
}

/** Reads the receipt of a yank; what is in it must be about this version, and none of it needs to be there. */
export function yankReceiptReader(name: string, version: string): ShapeReader<RegistryYankReceipt> {
  return (body) => {
    const fields = getFields(body);
    const yankedAt = findText(fields, 'yanked_at');
    return {
      name: fields.name === undefined ? name : getSameName(fields, name),
      version: fields.version === undefined ? version : getSameVersion(fields, version),
      yanked: true,
      ...(yankedAt !== undefined && { yanked_at: yankedAt }),
    };
  };
}
