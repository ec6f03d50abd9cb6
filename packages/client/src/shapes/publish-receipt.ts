// The receipt of a publish (contract section 2).
import type { PublishReceipt } from '@prime-registry/protocol';
import { readReceiptAtoms } from './atom-parts.ts';
import { getFields, getText, ShapeError, type ShapeReader } from './fields.ts';
import { getName, getSha256, getVersion } from './identity.ts';

/** Reads the receipt of a publish; whether it is for what was published is for the publisher to compare. */
export const readPublishReceipt: ShapeReader<PublishReceipt> = (body) => {
  const fields = getFields(body);
  return {
    name: getName(fields),
    version: getVersion(fields),
    sha256: getSha256(fields),
    url: getText(fields, 'url'),
    ...readAtoms(fields.atoms),
  };
};

/** What a registry says of atoms is no reason to doubt that the version is published: what cannot be read of it is left out. */
function readAtoms(atoms: unknown): Pick<PublishReceipt, 'atoms'> {
  try {
    return (atoms ?? undefined) === undefined ? {} : { atoms: readReceiptAtoms(getFields(atoms)) };
  } catch (error) {
    if (error instanceof ShapeError) return {};
    throw error;
  }
}
