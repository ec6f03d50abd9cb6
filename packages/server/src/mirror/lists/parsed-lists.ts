// Stored version lists, parsed: a list of thousands of versions must not be parsed again for each read.
import { LruCache } from '@prime-registry/concurrency';
import type { MirroredList } from '@prime-registry/store';
import type { ListAnswer, UpstreamVersion } from '../upstreams/upstream.ts';

interface ParsedList {
  readonly body: string;
  readonly versions: readonly UpstreamVersion[];
}

/** Bytes of all cached lists, approximately. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Text and objects of a list, and what unite-lists.ts keeps for it, compared with the length of its text. */
const BYTES_PER_CHARACTER = 8;

/** The parsed lists of one process. */
export class ParsedLists {
  readonly #lists = new LruCache<ParsedList>({
    maxSize: MAX_BYTES,
    sizeOf: ({ body }) => 200 + body.length * BYTES_PER_CHARACTER,
  });

  /** The versions of a stored list. The same array as before if the list has not changed. */
  versionsOf({ name, body }: Pick<MirroredList, 'name' | 'body'>): readonly UpstreamVersion[] {
    const known = this.#lists.get(name);
    if (known?.body === body) return known.versions;
    const versions = JSON.parse(body) as UpstreamVersion[];
    this.#lists.set(name, { body, versions });
    return versions;
  }

  /** The text to store for an answer. @param before - the stored list, which stays if it has these versions */
  bodyOf(
    name: string,
    { versions, text }: Pick<ListAnswer, 'versions' | 'text'>,
    before: Pick<MirroredList, 'body'> | undefined,
  ): string {
    if (before !== undefined && this.#lists.get(name)?.versions === versions) return before.body;
    const body = text ?? JSON.stringify(versions);
    this.#lists.set(name, { body, versions });
    return body;
  }
}
