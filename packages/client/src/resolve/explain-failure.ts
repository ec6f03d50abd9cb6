// The messages for a Prime that cannot be resolved: what happened, in which registry, and what to do.
import { LATEST, parseRange, quote, type VersionList, type VersionRange } from '@prime-registry/protocol';
import type { RegistryReader } from '../registry-reader.ts';
import { singleLine } from '../single-line.ts';
import { listCandidates, type PickableList, pickVersion } from './pick-version.ts';
import { listAsked, type Route } from './route.ts';

const SHOWN_VERSIONS = 5;
const SHOWN_DIGITS = 12;
const SHOWN_CHANNELS = 10;

/** `subject` is the Prime, or the Prime and its version. */
export function explainNotFound(subject: string, route: Route): string {
  const asked = listAsked(route).join(', ');
  if (route.pinnedScope !== undefined) {
    return `${asked} does not have ${subject}. No other registry was asked, because the scope ${route.pinnedScope} is pinned to this one. Check the name, the version and the pin.`;
  }
  return `No registry has ${subject}. Asked, in this order: ${asked}. Check the name and the version, or configure the registry that has them.`;
}

/**
 * The registry has the Prime, but no version in `list` matches; `route` says whether there are further
 * registries.
 */
export function explainNoMatch(
  name: string,
  range: VersionRange,
  registry: RegistryReader,
  route: Route,
  list: PickableList,
): string {
  const { baseUrl } = registry;
  const asked = listAsked(route, registry).length;
  const others =
    asked < route.registries.length
      ? ' Other registries were not asked, because this one has the Prime.'
      : '';
  const highest = pickVersion(list, LATEST);
  if (highest === undefined) {
    return `${baseUrl} has ${name}, but no version of it that can be chosen: each one is yanked, removed or not a semantic version.${others}`;
  }
  const versions = listCandidates(list).map(({ full }) => full);
  const hidden = versions.length - SHOWN_VERSIONS;
  const more = hidden > 0 ? ` and ${hidden} more` : '';
  const shown = `${versions.slice(0, SHOWN_VERSIONS).join(', ')}${more}`;
  return `No version of ${name} in ${baseUrl} matches '${range.text}'. It has ${shown}; '${suggestRange(highest)}' would match.${others}`;
}

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

/** The exact version was yanked, with this reason; `instead` is a sentence, or empty. */
export function explainYanked(
  subject: string,
  registry: string,
  reason: string | undefined,
  instead: string,
): string {
  return `${describeYank(subject, registry, reason)}.${instead === '' ? ' Choose another version.' : instead}`;
}

/** The version that the channel names was yanked: nothing else takes its place silently. */
export function explainYankedChannel(
  subject: string,
  channel: string,
  registry: string,
  reason: string | undefined,
): string {
  return `${describeYank(subject, registry, reason)}, and the channel '${channel}' still names it. Ask the publisher to set the channel, or use another range.`;
}

/** The version was removed for good; `said` is what the registry says. */
export function explainRemoved(subject: string, said: string, instead: string): string {
  return `${subject} was removed for good. ${said} No other registry was asked.${instead}`;
}

/** The locked version was yanked, but may still be installed. */
export function warnOfYank(
  subject: string,
  registry: string,
  reason: string | undefined,
  instead: string,
): string {
  return `${describeYank(subject, registry, reason)}. It can be installed because it is locked; move to another version when you can.${instead}`;
}

/** The registry lists a version and answers 404 for its manifest. */
export function explainMissingManifest(subject: string, registry: string): string {
  return `${registry} lists ${subject}, but answers 404 for its manifest. Report this to the operator of the registry; until then, request another version by number.`;
}

/** The registry still lists versions that are yanked according to their manifests. */
export function explainYankedList(name: string, registry: string, yanked: readonly string[]): string {
  return `${registry} lists versions of ${name} that are yanked: ${yanked.join(', ')}. Try again shortly; if it persists, report it to the operator of the registry.`;
}

export function explainDigest(subject: string, registry: string, actual: string, locked: string): string {
  return `${subject} has the sha256 ${start(actual)} in ${registry}, but ${start(locked)} in the lock file. It is not the locked content, so it is not used. If the change is intended, remove the Prime from the lock file and resolve it again.`;
}

/** No allowed registry has the locked version, and the registry of the lock file is not one of them. */
export function explainForeignLock(subject: string, route: Route, lockedRegistry: string): string {
  const origin = quote(lockedRegistry);
  const remedy =
    route.pinnedScope === undefined
      ? `which is not in the configuration: add it there`
      : `which is not the one that the scope is pinned to: change the pin, or resolve the Prime again`;
  return `${explainNotFound(subject, route)} The lock file names ${origin}, ${remedy}.`;
}

function describeYank(subject: string, registry: string, reason: string | undefined): string {
  const because = reason === undefined ? '' : `, with the reason '${singleLine(reason)}'`;
  return `${subject} was yanked from ${registry}${because}`;
}

// The caret range; if its numbers are too large for a range, the version itself.
function suggestRange(version: string): string {
  const caret = parseRange(`^${version}`);
  return caret.ok && caret.value.matches(version) ? caret.value.text : version;
}

function start(digest: string): string {
  return `${digest.slice(0, SHOWN_DIGITS)}…`;
}
