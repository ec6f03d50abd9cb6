// The messages for a channel that leads to no version.
import type { VersionList } from '@prime-registry/protocol';
import { listCandidates } from './pick-version.ts';

const SHOWN_CHANNELS = 10;

/** The Prime has no such channel. */
export function explainNoChannel(name: string, channel: string, registry: string, list: VersionList): string {
  const { channels = [] } = list;
  const start = `${name} has no channel '${channel}' in ${registry}`;
  if (channels.length > 0) {
    const shown = channels.slice(0, SHOWN_CHANNELS).map((entry) => `'${entry.channel}' (${entry.version})`);
    const more = channels.length > SHOWN_CHANNELS ? ` and ${channels.length - SHOWN_CHANNELS} more` : '';
    return `${start}. It has ${shown.join(', ')}${more}.`;
  }
  const highest = listCandidates(list)[0]?.full;
  const advice =
    highest === undefined ? '' : ` Use 'latest', or a range such as '^${highest.replace(/[-+].*$/, '')}'.`;
  return `${start}, which lists no channels for it.${advice}`;
}

/** The version of the channel is not listed. */
export function explainBrokenChannel(subject: string, channel: string, registry: string): string {
  return `The channel '${channel}' names ${subject}, which ${registry} does not have. Ask the publisher to set the channel, or use another range.`;
}
