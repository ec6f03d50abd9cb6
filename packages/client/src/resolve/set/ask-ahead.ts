// Asks registries ahead for what the next requests of a search will ask for, by the same rules: only the registry that
// these ask first, and only for its own names.
import { parseRange, type VersionList, type VersionRange } from '@prime-registry/protocol';
import { Deadline } from '../../http/patience.ts';
import type { RegistryReader, SharedRequestOptions } from '../../registry-reader.ts';
import { pickVersion } from '../pick-version.ts';
import type { AheadItem, ReadAhead } from '../read-ahead.ts';

export interface AskAheadDeps {
  readonly reading: ReadAhead;
  /** The registry that is asked first for a name; may throw for a name that no registry may be asked for. */
  readonly findFirst: (name: string) => RegistryReader | undefined;
  /** How long one question may take, in milliseconds. */
  readonly totalMs: number | undefined;
}

/** A range of a Prime that is about to be looked up. */
export type RangeAhead = readonly [name: string, range: string];

export class AskAhead {
  readonly #deps: AskAheadDeps;
  /** The wait that began with a request which failed; a person does not wait for the same registry again. */
  #failedWait: Deadline | undefined;

  constructor(deps: AskAheadDeps) {
    this.#deps = deps;
  }

  /** What requests after this one wait for. */
  get wait(): { readonly deadline?: Deadline } {
    return this.#failedWait === undefined ? {} : { deadline: this.#failedWait };
  }

  /** Passes on the result of a single request. If the registry has not answered it either, the search ends. */
  noteAnswer<T>(work: Promise<T>): Promise<T> {
    return work.finally(() => {
      this.#failedWait = undefined;
    });
  }

  /** Reads the lists of ranges, and the manifests of exact versions, channels and `latest`. */
  async askForRanges(ranges: readonly RangeAhead[], signal: AbortSignal): Promise<void> {
    const wanted = ranges.flatMap(([name, text]) => {
      const range = parseRange(text);
      const registry = range.ok ? this.#findFirst(name) : undefined;
      return range.ok && registry !== undefined ? [{ name, registry, range: range.value }] : [];
    });
    const lists = await this.#ask(
      wanted.map(({ name, registry, range }) => ({
        ...{ name, registry },
        ...(range.kind === 'exact' && { version: range.text }),
      })),
      signal,
    );
    const picked = wanted.flatMap(({ name, registry, range }) => {
      const list = lists.get(name);
      const version = list && pickAhead(list, range);
      return version === undefined ? [] : [{ name, registry, version }];
    });
    await this.#ask(picked, signal);
  }

  async askForManifests(items: readonly AheadItem[], signal: AbortSignal): Promise<void> {
    await this.#ask(items, signal);
  }

  #findFirst(name: string): RegistryReader | undefined {
    try {
      return this.#deps.findFirst(name);
    } catch {
      // The request for it alone says why.
      return undefined;
    }
  }

  async #ask(wanted: readonly AheadItem[], signal: AbortSignal): Promise<ReadonlyMap<string, VersionList>> {
    const { reading, totalMs } = this.#deps;
    const items = wanted.filter(({ registry }) => reading.canAsk(registry));
    if (items.length === 0) return new Map();
    // Half of the wait is left for the single requests, if the registry does not answer.
    const halfMs = totalMs === undefined ? undefined : Math.ceil(totalMs / 2);
    const wait = totalMs === undefined ? undefined : new Deadline(totalMs);
    const options: SharedRequestOptions = {
      signal,
      ...(halfMs !== undefined && { deadline: new Deadline(halfMs) }),
    };
    const lists = await reading.read(items, options);
    if (items.some(({ registry }) => !reading.canAsk(registry))) this.#failedWait = wait;
    return lists;
  }
}

/** The version that `latest` or a channel leads to; a range is decided by the search. */
function pickAhead(list: VersionList, range: VersionRange): string | undefined {
  const isDecided = range.kind === 'latest' || range.kind === 'channel';
  return isDecided && list.moved_to === undefined ? pickVersion(list, range) : undefined;
}
