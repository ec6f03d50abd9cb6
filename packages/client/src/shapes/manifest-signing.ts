// Who signed and who published a version, as its manifest says. Both are only announcements: the signatures and the log prove.
import { type Provenance, parseProvenance } from '@prime-registry/protocol';
import { fieldOf, findAddedList } from './additions.ts';
import { ShapeError } from './read-shape.ts';

/** Fingerprints that are read: a registry takes few signatures of a version. */
const MOST_SIGNERS = 64;

/** Additions of a manifest. */
interface ManifestSigning {
  /** Fingerprints of keys (`SHA256:…`) of which the registry has signatures. */
  readonly signed_by?: string[];
  readonly provenance?: Provenance;
}

/** Reads them; a malformed one is left out. */
export function readManifestSigning(body: unknown): ManifestSigning {
  const signedBy = findAddedList(body, 'signed_by', readText, MOST_SIGNERS);
  const provenance = parseProvenance(fieldOf(body, 'provenance'));
  return {
    ...(signedBy && { signed_by: signedBy }),
    ...(provenance.ok && { provenance: provenance.value }),
  };
}

function readText(item: unknown): string {
  if (typeof item === 'string') return item;
  throw new ShapeError('it is no text');
}
