// Finds an atom in what is installed and locked.
import type { Flags } from '@prime-registry/command-line';
import type { AtomDetails, AtomTextLevel } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { parseSpecArgument } from '../find/parse-arguments.ts';
import { isWanted } from './is-wanted.ts';
import { openInstalledFor } from './offline-option.ts';

/** An atom and where it was read. */
export interface AtomResult extends AtomDetails {
  /** The registry that has it; of an installed Prime, the one that it was installed from. */
  readonly registry: string;
  /** Whether it was read from what is installed and locked; absent if not. */
  readonly installed?: true;
}

/** The atom in what is installed and locked. */
export async function findInstalledAtom(
  context: CommandContext,
  flags: Flags,
  {
    id,
    text,
    place,
  }: { readonly id: string; readonly text: AtomTextLevel; readonly place: AtomPlace | undefined },
): Promise<AtomResult | undefined> {
  const primes = await openInstalledFor(context, flags);
  if (primes === undefined) return undefined;
  const { signal } = context;
  const locked = place === undefined ? undefined : (await primes.lockfile()).get(place.name);
  if (place !== undefined && (locked === undefined || !isWanted(locked, place.wanted))) return undefined;
  const { readInstalledAtom } = await import('./read-installed-atom.ts');
  const found = await readInstalledAtom(primes, id, {
    ...{ text, signal },
    ...(place !== undefined && { prime: place.name }),
  });
  if (found !== undefined)
    return { ...found.details, registry: found.holder.locked.registry, installed: true };
  if (locked !== undefined)
    context.terminal.note(`${locked.name} ${locked.version}, which is installed, has no atom ${id}.`);
  return undefined;
}

/** The Prime that an atom is to be read from. */
export interface AtomPlace {
  readonly name: string;
  /** Undefined without a range. */
  readonly wanted: string | undefined;
  readonly spec: ReturnType<typeof parseSpecArgument>;
}

/** `@scope/name`, with or without a range. @throws UsageError */
export function parseAtomPlace(argument: string): AtomPlace {
  const spec = parseSpecArgument(argument);
  return { name: spec.name.full, wanted: argument.includes('@', 1) ? spec.range : undefined, spec };
}
