// What the comparison of two versions shows, as plain data: it is put together where the store is, and rendered in a
// thread.
import type { AtomDiff } from '@prime-registry/protocol';

export type ComparedRange = readonly [before: string, after: string];

/** An atom as a line names it. */
export interface NamedAtom {
  readonly id: string;
  readonly kind: string;
  /** Its label, or else the name in its id, as on all pages. */
  readonly title: string;
}

/** An atom that only one version has. */
export interface LoneAtom extends NamedAtom {
  /** The beginning of its description. */
  readonly about: string;
}

/** An atom as one of the versions has it. */
export interface AtomSide {
  readonly kind: string;
  readonly name: string;
  readonly version?: string | undefined;
  readonly label?: string | undefined;
  readonly description: string;
  readonly domain?: string | undefined;
  readonly tags: readonly string[];
}

export interface ChangedSides {
  readonly atom: NamedAtom;
  /** The names of the fields that differ. */
  readonly fields: readonly string[];
  /** Undefined for atoms beyond what a page shows. */
  readonly sides?: readonly [before: AtomSide, after: AtomSide] | undefined;
}

/** The differences of two versions; each list is bounded. */
export interface DiffOutline {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly rule: Pick<AtomDiff['rule'], 'required' | 'respected' | 'message'>;
  readonly counts: AtomDiff['counts'];
  readonly added: readonly LoneAtom[];
  readonly removed: readonly LoneAtom[];
  /** Atoms with another id that say the same. They are in `added` and `removed`, too. */
  readonly renamed: readonly (readonly [from: NamedAtom, to: NamedAtom])[];
  readonly changed: readonly ChangedSides[];
  readonly gained: readonly NamedEdge[];
  readonly lost: readonly NamedEdge[];
  readonly removedVerbs: readonly string[];
}

/** An edge that only one version has. */
export interface NamedEdge {
  readonly verb: string;
  readonly from: string;
  readonly target: string;
  /** Undefined if this version does not have the target. */
  readonly to?: Pick<NamedAtom, 'kind' | 'title'> | undefined;
}

/** The texts of both versions. */
export interface DiffTexts {
  /** The full texts of changed atoms, by id. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** READMEs and manifests; an empty text if there is none. */
  readonly readmes: readonly [before: string, after: string];
  readonly manifests: readonly [before: string, after: string];
}
