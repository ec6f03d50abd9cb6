// The output of the commands that change the life of a Prime: its new state.
import { singleLine } from '@prime-registry/client';
import { formatColumns, toPrintable } from '@prime-registry/command-line';
import type { ChannelEntry, Deprecation, Lifecycle, VersionList } from '@prime-registry/protocol';
import { describeSuccessor } from '../install/version-news.ts';

/** A channel, and what is known about the version that it names. */
export interface MarkedChannel extends ChannelEntry {
  /** Nobody can install it by the channel. */
  readonly yanked?: true;
  readonly yank_reason?: string;
  readonly deprecated?: true;
}

/** The state of a Prime after a change; fields without content are absent. */
export interface LifecycleResult extends Omit<Lifecycle, 'channels'> {
  readonly channels?: readonly MarkedChannel[];
  readonly registry: string;
  /** What was done, as a sentence. */
  readonly done: string;
}

/** The sentence, and the lines that follow it. */
export function viewLifecycle(done: string, rows: readonly (readonly string[])[]): string {
  const table = rows.length === 0 ? [] : [formatColumns(rows.map((row) => row.map(toPrintable)))];
  return [toPrintable(done), ...table].join('\n');
}

/** The deprecations of a Prime, a row for each. */
export function listDeprecations({
  deprecations = [],
}: {
  readonly deprecations?: readonly Deprecation[];
}): string[][] {
  return deprecations.map(({ range, message, successor }) => [
    range === '*' ? 'all versions' : range,
    singleLine(message),
    successor === undefined ? '' : `use ${describeSuccessor(successor)}`,
  ]);
}

/** The channels of a list that includes yanked versions; undefined if there are none. */
export function markChannels({ channels, versions }: VersionList): readonly MarkedChannel[] | undefined {
  const listed = new Map(versions.map((entry) => [entry.version, entry]));
  return channels?.map((channel) => {
    const { yanked, yank_reason: reason, deprecated } = listed.get(channel.version) ?? {};
    return {
      ...channel,
      ...(yanked === true && { yanked, ...(reason !== undefined && { yank_reason: reason }) }),
      ...(deprecated === true && { deprecated }),
    };
  });
}

/** The channels of a Prime, a row for each. */
export function listChannels({ channels = [] }: Pick<LifecycleResult, 'channels'>): string[][] {
  return channels.map((entry) => [
    entry.channel,
    entry.version,
    `since ${entry.since}`,
    describeMarks(entry),
  ]);
}

function describeMarks({ yanked, yank_reason: reason, deprecated }: MarkedChannel): string {
  const why = reason === undefined ? '' : `: ${singleLine(reason)}`;
  if (yanked === true) return `yanked${why}`;
  return deprecated === true ? 'deprecated' : '';
}
