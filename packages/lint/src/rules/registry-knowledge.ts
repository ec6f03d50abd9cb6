// What registries know about atoms, as far as rules ask for it.

/** A Prime whose latest version has an atom. */
export interface Holder {
  readonly name: string;
  readonly version: string;
  /** The hash of the atom there. */
  readonly hash: string;
}

/** An atom that says the same as one of the Prime. */
export interface Copy {
  readonly id: string;
  /** The Prime that has it, and its latest version. */
  readonly name: string;
  readonly version: string;
}

/** What the registries know about some atoms. */
export interface RegistryKnowledge {
  /** The Primes that have an atom, except the one to lint, best first. */
  holdersOf(atomId: string): readonly Holder[];
  /** The atoms with a content key, those of the oldest Primes first, also of the Prime to lint. */
  copiesOf(contentKey: string): readonly Copy[];
}
