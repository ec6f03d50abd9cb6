// Channels, next to the versions that they name.
import { identityOfVersion, primePagePath } from '@prime-registry/protocol';
import type { ChannelRecord } from '@prime-registry/store';
import { countOf } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** The maximum number of channels next to a version, and in the facts: a Prime has at most 50. */
const MAX_TAGS = 4;
const MAX_IN_FACTS = 12;

/** Finds the names of the channels that name a version, build metadata aside. */
export type FindChannels = (version: string) => readonly string[];

/** Prepares for many versions. */
export function createChannelFinder(channels: readonly ChannelRecord[] = []): FindChannels {
  if (channels.length === 0) return () => [];
  const named = Map.groupBy(channels, ({ version }) => identityOfVersion(version));
  return (version) => (named.get(identityOfVersion(version)) ?? []).map(({ channel }) => channel);
}

/** Tags with the names of channels. */
export function renderChannelTags(names: readonly string[]): Html {
  const more = names.length - MAX_TAGS;
  return html`${names.slice(0, MAX_TAGS).map((name) => html` <span class="tag channel"><span class="unseen">channel </span>${name}</span>`)}${more > 0 && html` <span class="faint small">and ${countOf(more, 'more channel')}</span>`}`;
}

/** Channels with their versions. */
export function renderChannels(
  name: string,
  channels: readonly ChannelRecord[],
  versions: readonly { readonly version: string; readonly yanked: boolean }[],
): Html {
  const more = channels.length - MAX_IN_FACTS;
  const yanked = new Set(
    versions.filter((each) => each.yanked).map(({ version }) => identityOfVersion(version)),
  );
  return html`<ul class="channels">${channels
    .slice(0, MAX_IN_FACTS)
    .map(
      ({ channel, version }) =>
        html`<li><code>${channel}</code> <a href="${primePagePath(name, version)}">${version}</a>${yanked.has(identityOfVersion(version)) && html` <span class="tag yanked">yanked</span>`}</li>`,
    )}${more > 0 && html`<li class="faint">and ${countOf(more, 'more channel')}</li>`}</ul>`;
}
