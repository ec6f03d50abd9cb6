// Parses a manifest, and compares it with the one in the tarball.
import {
  type FieldProblem,
  findDisagreements,
  findOtherDisagreements,
  parseManifest,
} from '@prime-registry/protocol';

export class CheckManifestTask {
  /** See parseManifest. */
  parse(source: Uint8Array): ReturnType<typeof parseManifest> {
    return parseManifest(source);
  }

  /** Where the manifest disagrees with the one in the tarball. */
  compare(
    published: Parameters<typeof findDisagreements>[0],
    source: Uint8Array,
    packed: Uint8Array,
  ): FieldProblem[] {
    return [...findDisagreements(published, packed), ...findOtherDisagreements(source, packed)];
  }
}
