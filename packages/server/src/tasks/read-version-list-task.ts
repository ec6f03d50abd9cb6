// Reads the list of versions of an upstream: checks it, and orders it by precedence.
import { readVersionList } from '@prime-registry/client';

/** What was read. */
export type ReadList =
  /** Versions as JSON, ascending: one text is cheaper to copy between threads than thousands of objects. */
  { readonly versions: string } | { readonly count: number } | { readonly problem: string };

export class ReadVersionListTask {
  /** @returns the count alone if there are more versions than `maxVersions` */
  read(name: string, text: string, maxVersions: number): ReadList {
    const read = readVersionList(name, text);
    if ('problem' in read) return read;
    const { versions } = read.list;
    if (versions.length > maxVersions) return { count: versions.length };
    return {
      versions: JSON.stringify(
        versions.map(({ version, published_at, yanked = false }) => ({
          version,
          publishedAtMs: readTimestamp(published_at),
          yanked,
        })),
      ),
    };
  }
}

/** A time outside years of four digits becomes 0. */
function readTimestamp(text: string): number {
  const timeMs = Date.parse(text);
  return timeMs >= 0 && timeMs < Date.UTC(10_000) ? timeMs : 0;
}
