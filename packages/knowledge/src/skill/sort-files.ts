// One order of the files of a skill: for archives and answers.
import { compareText } from '@prime-registry/atoms';

/** The files sorted by path, with the one of that path first. */
export function sortFiles<File extends { readonly path: string }>(
  files: readonly File[],
  first: string,
): File[] {
  return files.toSorted((a, b) => {
    if (a.path === b.path) return 0;
    if (a.path === first) return -1;
    return b.path === first ? 1 : compareText(a.path, b.path);
  });
}
