// Stored version lists, parsed: a list of thousands of versions must not be parsed again for each read.
import { LruCache } from '@prime-registry/concurrency';
import type { ListedVersion, MirroredList } from '@prime-registry/store';
import type { UpstreamLifecycle } from '../../tasks/lists/upstream-lifecycle.ts';
import type { ListAnswer } from '../upstreams/upstream.ts';

/** Bytes of all cached lists, approximately. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The same of what they say besides their versions. */
const MAX_LIFECYCLE_BYTES = 16 * 1024 * 1024;
/** Text and objects of a list, and what unite-lists.ts keeps for it, compared with the length of its text. */
const BYTES_PER_CHARACTER = 8;

export class ParsedLists {
  readonly #lists = new ParsedTexts<readonly ListedVersion[]>(MAX_BYTES);
  readonly #lifecycles = new ParsedTexts<UpstreamLifecycle>(MAX_LIFECYCLE_BYTES);

  /** What a stored list says besides its versions. The same object as before if that has not changed. */
  lifecycleOf({
    name,
    lifecycle = '',
  }: Pick<MirroredList, 'name' | 'lifecycle'>): UpstreamLifecycle | undefined {
    return lifecycle === '' ? undefined : this.#lifecycles.parse(name, lifecycle);
  }

  /** The versions of a stored list. The same array as before if the list has not changed. */
  versionsOf({ name, body }: Pick<MirroredList, 'name' | 'body'>): readonly ListedVersion[] {
    return this.#lists.parse(name, body);
  }

  /** The text to store for an answer. @param before - the stored list, which stays if it has these versions */
  bodyOf(
    name: string,
    { versions, text }: Pick<ListAnswer, 'versions' | 'text'>,
    before: Pick<MirroredList, 'body'> | undefined,
  ): string {
    return this.#lists.format(name, versions, text, before?.body);
  }

  /** The same of what the answer says besides its versions; empty if that is nothing. */
  lifecycleTextOf(
    name: string,
    { lifecycle, lifecycleText }: Pick<ListAnswer, 'lifecycle' | 'lifecycleText'>,
    before: Pick<MirroredList, 'lifecycle'> | undefined,
  ): string {
    if (lifecycle === undefined) return '';
    return this.#lifecycles.format(name, lifecycle, lifecycleText, before?.lifecycle);
  }
}

class ParsedTexts<Value> {
  readonly #entries: LruCache<{ readonly text: string; readonly value: Value }>;

  constructor(maxBytes: number) {
    this.#entries = new LruCache({
      maxSize: maxBytes,
      sizeOf: ({ text }) => 200 + text.length * BYTES_PER_CHARACTER,
    });
  }

  parse(name: string, text: string): Value {
    const known = this.#entries.get(name);
    if (known?.text === text) return known.value;
    const value = JSON.parse(text) as Value;
    this.#entries.set(name, { text, value });
    return value;
  }

  /** @param given - the text of the value, if it is known @param before - stays if it is of this value */
  format(name: string, value: Value, given: string | undefined, before: string | undefined): string {
    if (before !== undefined && this.#entries.get(name)?.value === value) return before;
    const text = given ?? JSON.stringify(value);
    this.#entries.set(name, { text, value });
    return text;
  }
}
