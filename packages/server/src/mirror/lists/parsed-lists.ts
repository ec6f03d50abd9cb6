// Stored version lists, parsed: a list of thousands of versions must not be parsed again for each read.
import { LruCache } from '@prime-registry/concurrency';
import type { MirroredList } from '@prime-registry/store';
import type { UpstreamLifecycle } from '../../tasks/lists/upstream-lifecycle.ts';
import type { ListAnswer, UpstreamVersion } from '../upstreams/upstream.ts';

interface ParsedList {
  readonly body: string;
  readonly versions: readonly UpstreamVersion[];
}

interface ParsedLifecycle {
  readonly text: string;
  readonly lifecycle: UpstreamLifecycle;
}

/** Bytes of all cached lists, approximately. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The same of what they say besides their versions. */
const MAX_LIFECYCLE_BYTES = 16 * 1024 * 1024;
/** Text and objects of a list, and what unite-lists.ts keeps for it, compared with the length of its text. */
const BYTES_PER_CHARACTER = 8;

/** The parsed lists of one process. */
export class ParsedLists {
  readonly #lists = new LruCache<ParsedList>({
    maxSize: MAX_BYTES,
    sizeOf: ({ body }) => 200 + body.length * BYTES_PER_CHARACTER,
  });

  readonly #lifecycles = new LruCache<ParsedLifecycle>({
    maxSize: MAX_LIFECYCLE_BYTES,
    sizeOf: ({ text }) => 200 + text.length * BYTES_PER_CHARACTER,
  });

  /** What a stored list says besides its versions. The same object as before if that has not changed. */
  lifecycleOf({
    name,
    lifecycle: text = '',
  }: Pick<MirroredList, 'name' | 'lifecycle'>): UpstreamLifecycle | undefined {
    if (text === '') return undefined;
    const known = this.#lifecycles.get(name);
    if (known?.text === text) return known.lifecycle;
    const lifecycle = JSON.parse(text) as UpstreamLifecycle;
    this.#lifecycles.set(name, { text, lifecycle });
    return lifecycle;
  }

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

  /** The same of what the answer says besides its versions; empty if that is nothing. */
  lifecycleTextOf(
    name: string,
    { lifecycle, lifecycleText }: Pick<ListAnswer, 'lifecycle' | 'lifecycleText'>,
    before: Pick<MirroredList, 'lifecycle'> | undefined,
  ): string {
    if (lifecycle === undefined) return '';
    const isSame = before?.lifecycle !== undefined && this.#lifecycles.get(name)?.lifecycle === lifecycle;
    if (isSame) return before.lifecycle;
    const text = lifecycleText ?? JSON.stringify(lifecycle);
    this.#lifecycles.set(name, { text, lifecycle });
    return text;
  }
}
