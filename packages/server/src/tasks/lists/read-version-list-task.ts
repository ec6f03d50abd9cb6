// Reads the list of versions of an upstream: checks it, and orders it by precedence.
import { readVersionList } from '@prime-registry/client';
import { identityOfVersion } from '@prime-registry/protocol';
import { isShowable, readListLifecycle, readTime } from './read-list-lifecycle.ts';
import { identitiesOf } from './upstream-lifecycle.ts';

/** What was read. */
export type ReadList =
  /**
   * Versions as JSON, ascending: one text is cheaper to copy between threads than thousands of objects. And what
   * happened to the Prime after its publishes, as JSON too; empty if nothing did.
   */
  | { readonly versions: string; readonly lifecycle: string }
  | { readonly count: number }
  | { readonly problem: string };

export class ReadVersionListTask {
  /** @returns the count alone if there are more versions than `maxVersions` */
  read(name: string, text: string, maxVersions: number): ReadList {
    const read = readVersionList(name, text);
    if ('problem' in read) return read;
    const { versions } = read.list;
    if (versions.length > maxVersions) return { count: versions.length };
    const lifecycle = readListLifecycle(read.list, maxVersions);
    const removed = identitiesOf(lifecycle?.removed ?? []);
    const present =
      removed.size === 0
        ? versions
        : versions.filter(({ version }) => !removed.has(identityOfVersion(version)));
    return {
      versions: JSON.stringify(
        present.map(({ version, published_at, yanked = false, yank_reason: reason, ...added }) => ({
          version,
          publishedAtMs: readTime(published_at) ?? 0,
          yanked,
          ...(reason !== undefined && isShowable(reason) && { yankReason: reason }),
          ...(added.requires !== undefined && { requires: added.requires }),
          ...(added.requires_omitted && { requiresOmitted: true }),
        })),
      ),
      lifecycle: lifecycle === undefined ? '' : JSON.stringify(lifecycle),
    };
  }
}
