// Which Primes have some atoms, as far as registries have said it.
import type { Copy, Holder } from '@prime-registry/lint';
import type { Manifest } from '@prime-registry/protocol';

/** What the registries answered. */
export interface Holders {
  holdersOf(atomId: string): readonly Holder[];
  /** The atoms with a content key, those of the oldest Primes first, also of the Prime itself. */
  copiesOf(contentKey: string): readonly Copy[];
  /** Whether every registry that may have a target was asked and has an index of atoms. */
  readonly isComplete: boolean;
  /** Base URLs of those that answered. */
  readonly asked: readonly string[];
  /** Why some registries were left out. */
  readonly notes: readonly string[];
}

/** Nothing was asked. */
export const NO_HOLDERS: Holders = {
  holdersOf: () => [],
  copiesOf: () => [],
  isComplete: false,
  asked: [],
  notes: [],
};

/**
 * Creates a function that says whether another Prime has the target of an edge within a scope of the Prime. If not
 * every registry answered, and the Prime requires others, it gets the benefit of the doubt.
 */
export function createIsHeld(
  { requires }: Pick<Manifest, 'requires'>,
  { holdersOf, isComplete }: Holders,
): (target: string) => boolean {
  const isDoubtful = !isComplete && Object.keys(requires).length > 0;
  return (target) => isDoubtful || holdersOf(target).length > 0;
}
