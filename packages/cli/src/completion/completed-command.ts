// The facts about commands that completion scripts need, derived from their usages.
import type { CommandEntry, Usage } from '../command.ts';
import { optionsOf } from '../command-line.ts';

/** The kind of value at a position. */
export type Completed = 'anything' | 'files' | 'folders' | 'installed-names';

export interface CompletedOption {
  readonly name: string;
  readonly short?: string;
  readonly summary: string;
  /** The kind of its value; undefined if it takes none. */
  readonly value: Completed | undefined;
  readonly isRepeatable: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The kind of its arguments, or the allowed words of the first one. */
  readonly argument: Completed | readonly string[];
}

/** Commands whose arguments are names of installed Primes. */
const WORK_ON_INSTALLED: readonly string[] = ['remove', 'verify', 'outdated', 'update', 'why'];

/** A command, as a script completes it. */
export function describeCompletion(
  { name, summary }: Pick<CommandEntry, 'name' | 'summary'>,
  usage: Usage,
): CompletedCommand {
  const options = Object.entries(optionsOf(usage)).map(
    ([option, { type, short, value = '', summary: about, multiple = false }]): CompletedOption => ({
      name: option,
      ...(short !== undefined && { short }),
      summary: about,
      value: type === 'string' ? placeOf(value) : undefined,
      isRepeatable: multiple,
    }),
  );
  return { name, summary, options, argument: argumentOf(name, usage) };
}

function argumentOf(name: string, { parameters = [] }: Usage): CompletedCommand['argument'] {
  const [first = ''] = parameters;
  if (first.includes('<name>') && WORK_ON_INSTALLED.includes(name)) return 'installed-names';
  // The last alternative may be a placeholder: [patch|minor|major|<x.y.z>].
  const words = /^\W*([a-z-]+(?:\|[a-z-]+)+)(?:\|<[^>]*>)?\W*$/.exec(first)?.[1];
  return words === undefined ? placeOf(first) : words.split('|');
}

/** Reads the placeholder of a value, such as `<folder>`. */
function placeOf(placeholder: string): Completed {
  if (/<(?:file|tarball)>/.test(placeholder)) return 'files';
  return placeholder.includes('<folder>') ? 'folders' : 'anything';
}
