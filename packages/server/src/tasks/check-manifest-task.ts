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

  /** The first problem of a manifest. */
  findProblem(source: Uint8Array): FieldProblem | undefined {
    const parsed = parseManifest(source);
    return 'manifest' in parsed ? undefined : parsed.problems[0];
  }

  /** Where a manifest disagrees with what is published; see findDisagreements. */
  compareFields(published: Parameters<typeof findDisagreements>[0], manifest: Uint8Array): FieldProblem[] {
    return findDisagreements(published, manifest);
  }

  /** Where other keys of two manifests disagree; see findOtherDisagreements. */
  compareOthers(source: Uint8Array, packed: Uint8Array): FieldProblem[] {
    return findOtherDisagreements(source, packed);
  }
}
