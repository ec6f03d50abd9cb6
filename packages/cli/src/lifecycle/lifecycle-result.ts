// The output of the commands that change the life of a Prime: its new state.
import { singleLine } from '@prime-registry/client';
import { formatColumns, toPrintable } from '@prime-registry/command-line';
import type { Deprecation, Lifecycle } from '@prime-registry/protocol';
import { describeSuccessor } from '../install/version-news.ts';

/** The state of a Prime after a change; fields without content are absent. */
export interface LifecycleResult extends Lifecycle {
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

/** The channels of a Prime, a row for each. */
export function listChannels({ channels = [] }: Pick<Lifecycle, 'channels'>): string[][] {
  return channels.map(({ channel, version, since }) => [channel, version, `since ${since}`]);
}
