// Parses a manifest, and compares it with the one in the tarball.
import {
  type FieldProblem,
  findDisagreements,
  findOtherDisagreements,
  type ManifestReadingOptions,
  parseManifest,
  readManifestAbout,
} from '@prime-registry/protocol';

export class CheckManifestTask {
  /** See parseManifest. */
  parse(source: Uint8Array, options?: ManifestReadingOptions): ReturnType<typeof parseManifest> {
    return parseManifest(source, options);
  }

  /** The first problem of a manifest. */
  findProblem(source: Uint8Array): FieldProblem | undefined {
    const parsed = parseManifest(source);
    return 'manifest' in parsed ? undefined : parsed.problems[0];
  }

  /** What a manifest says for people. */
  readAbout(source: Uint8Array): ReturnType<typeof readManifestAbout> {
    return readManifestAbout(source);
  }

  /** Where a manifest disagrees with what is published; see findDisagreements. */
  compareFields(...given: Parameters<typeof findDisagreements>): FieldProblem[] {
    return findDisagreements(...given);
  }

  /** Where other keys of two manifests disagree; see findOtherDisagreements. */
  compareOthers(source: Uint8Array, packed: Uint8Array): FieldProblem[] {
    return findOtherDisagreements(source, packed);
  }
}
