// What a registry says about a Prime, wherever it says something: the rows of docs/lifecycle.md.
import type { Actor } from '@prime-registry/testkit';

/** What the tests compare. A field without content is absent. */
export interface Surfaces {
  readonly latest: string;
  readonly listed: string;
  /** Version of the hit, with a mark if it is deprecated; absent if it is not found. */
  readonly found?: string;
  readonly inFeed: string;
  readonly yanked?: string;
  readonly removed?: string;
  readonly deprecated?: string;
  readonly channels?: string;
  readonly movedTo?: string;
}

interface Listing {
  readonly latest: string;
  readonly versions: readonly {
    readonly version: string;
    readonly yanked?: true;
    readonly deprecated?: true;
  }[];
  readonly removed?: readonly { readonly version: string }[];
  readonly channels?: readonly { readonly channel: string; readonly version: string }[];
  readonly moved_to?: string;
}

/** Reads everything. @param word - finds the Prime by a search */
export async function readSurfaces(reader: Actor, name: string, word: string): Promise<Surfaces> {
  const path = `/pack/${encodeURIComponent(name)}`;
  const shown = (await reader.get(path)).json as Listing;
  const all = (await reader.get(`${path}?yanked=include`)).json as Listing;
  const { results } = (await reader.get(`/search?q=${word}`)).json as {
    results: { name: string; version: string; deprecated?: true }[];
  };
  const hit = results.find((result) => result.name === name);
  const feed = (await reader.get(`/-/feed/${name}`)).text;
  const entries = [...feed.matchAll(/<title>[^<]* ([^< ]+)<\/title>/g)].map((match) => match[1] ?? '');
  const join = (versions: readonly { readonly version: string }[]): string =>
    versions.map(({ version }) => version).join(' ');
  return compact({
    latest: shown.latest,
    listed: join(shown.versions),
    found: hit && `${hit.version}${hit.deprecated ? ' deprecated' : ''}`,
    inFeed: entries
      .filter((entry) => /^\d/.test(entry))
      .sort()
      .join(' '),
    yanked: join(all.versions.filter(({ yanked }) => yanked === true)),
    removed: join(all.removed ?? []),
    deprecated: join(shown.versions.filter(({ deprecated }) => deprecated === true)),
    channels: (shown.channels ?? []).map(({ channel, version }) => `${channel}=${version}`).join(' '),
    movedTo: shown.moved_to,
  });
}

function compact(fields: Readonly<Record<string, string | undefined>>): Surfaces {
  const there = Object.entries(fields).filter(
    ([key, value]) => value !== undefined && (value !== '' || ['latest', 'listed', 'inFeed'].includes(key)),
  );
  return Object.fromEntries(there) as unknown as Surfaces;
}
