// What became of a version or a token of an export.

/**
 * The outcome for a version or a token. `imported`: it is new. `skipped`: the same one was here. `withdrawn`:
 * it was here, and is now yanked or revoked as in the export. `conflict`: a different one is here. `damaged`:
 * its tarball in the export is damaged. `refused`: its tarball contains a valid token of this registry, or it was
 * removed here, or its text may not be shown.
 */
export type ImportOutcome =
  | { readonly kind: 'imported' | 'skipped' | 'withdrawn' }
  | { readonly kind: 'conflict' | 'damaged' | 'refused'; readonly message: string };
