// What is known of Primes and atoms, wherever it is read from.
import type { Edge, TextLevel } from '@prime-registry/atoms';

export interface PrimeVersion {
  readonly name: string;
  readonly version: string;
}

/** An atom without its texts. */
export interface KnownAtom {
  readonly id: string;
  readonly kind: string;
  readonly label: string | undefined;
  /** One line; empty if there is none. */
  readonly description: string;
  readonly domain: string | undefined;
  readonly tags: readonly string[];
  /** Estimates; see estimateTokens of packages/atoms. */
  readonly tokens: Readonly<Record<TextLevel, number>>;
}

/** The atom without whatever else its source knows of it. */
export function toKnownAtom(
  atom: Omit<KnownAtom, 'label' | 'domain'> & Partial<Pick<KnownAtom, 'label' | 'domain'>>,
): KnownAtom {
  const { id, kind, label, description, domain, tags, tokens } = atom;
  return { id, kind, label, description, domain, tags, tokens };
}

/** A version of a Prime, without its atoms. */
export interface KnownPrime extends PrimeVersion {
  /** SHA-256 of the tarball, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly description: string;
  readonly license: string | undefined;
  /** Names and ranges. */
  readonly requires: Readonly<Record<string, string>>;
  readonly yanked: boolean;
  /** The message of a deprecation, possibly empty; undefined if the version is not deprecated. */
  readonly deprecated: string | undefined;
  /** Base URL of the registry that it was read from; `installed` if it was read from the installed tree. */
  readonly from: string;
  /** Index of its entry in the transparency log, if known. */
  readonly logIndex: number | undefined;
  /** The number of atoms of each kind, sorted by kind. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  readonly atomCount: number;
  /** The sum over all atoms. */
  readonly tokens: Readonly<Record<TextLevel, number>>;
}

/** An edge of an atom, with the Prime that has its target, if that is another one. */
export interface KnownEdge extends Edge {
  readonly prime: PrimeVersion | undefined;
}

/** An atom with its place and its texts. */
export interface LocatedAtom {
  readonly atom: KnownAtom;
  readonly prime: Pick<
    KnownPrime,
    'name' | 'version' | 'sha256' | 'yanked' | 'deprecated' | 'from' | 'logIndex'
  >;
  /** Markdown. */
  readonly texts: Readonly<Record<TextLevel, string>>;
  readonly edges: readonly KnownEdge[];
  /** Edges from other Primes, at most 20. */
  readonly edgesIn: readonly {
    readonly verbs: readonly string[];
    readonly from: string;
    readonly prime: PrimeVersion;
  }[];
}
