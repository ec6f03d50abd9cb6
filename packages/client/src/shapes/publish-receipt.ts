// The receipt of a publish (contract section 2).
import type { PublishReceipt } from '@prime-registry/protocol';
import { getFields, getText, type ShapeReader } from './fields.ts';
import { getName, getSha256, getVersion } from './identity.ts';

/** Reads the receipt of a publish; whether it is for what was published is for the publisher to compare. */
export const readPublishReceipt: ShapeReader<PublishReceipt> = (body) => {
  const fields = getFields(body);
  return {
    name: getName(fields),
    version: getVersion(fields),
    sha256: getSha256(fields),
    url: getText(fields, 'url'),
  };
};
