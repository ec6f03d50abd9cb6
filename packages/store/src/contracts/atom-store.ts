// What the registry asks of its store about the atoms of versions. A version may be there without an inventory: one that was
// published before atoms were read, or whose tarball could not be read for them. `prime-registry index` makes up for it.
import type { Atom, AtomProblem, AtomTexts, ComparedAtom, Inventory } from '@prime-registry/atoms';
import type { PrimeName, Version } from '@prime-registry/protocol';

/**
 * Number of what is stored of an atom and how it is read. It is raised whenever `packages/atoms` reads something otherwise than
 * before; inventories of another number are read anew by `prime-registry index`.
 */
export const INVENTORY_FORMAT = 1;

/** How many atoms are of a kind. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

/** What a version holds, in numbers. */
export interface InventorySummary {
  /** How many atoms could be read. */
  readonly atomCount: number;
  /** How many of each kind, by kind. */
  readonly kinds: readonly KindCount[];
  /** By file and line, at most 200. */
  readonly problems: readonly AtomProblem[];
  /** Of all problems. */
  readonly problemCount: number;
  /** {@link INVENTORY_FORMAT} of the program that read it. */
  readonly format: number;
}

/** Everything that is known of an atom but its texts. */
export type AtomFacts = Omit<Atom, 'texts'>;

/** An atom as it stands in a list. */
export type ListedAtom = Omit<AtomFacts, 'edges' | 'fields'>;

/** Which atoms to list. */
export interface AtomQuery {
  /** Only those of this kind. */
  readonly kind?: string | undefined;
  /** Only those with all words of this text, each somewhere in their id, kind, name, label, description, domain or tags. */
  readonly text?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A part of a list. */
export interface AtomPage {
  /** By id. */
  readonly atoms: readonly ListedAtom[];
  /** How many the whole list has. */
  readonly total: number;
}

/** An atom as a picture of all shows it. */
export type GraphAtom = Pick<Atom, 'id' | 'kind' | 'name' | 'description' | 'edges'>;

/** An atom with its texts. */
export interface FoundAtom {
  readonly facts: AtomFacts;
  readonly texts: AtomTexts;
}

/** A Prime whose latest version has some atom. */
export interface AtomHome {
  readonly name: string;
  /** Its latest version. */
  readonly version: string;
  /** Whether the atom is of the Prime's own scope, in which nobody else may publish. */
  readonly isOwnScope: boolean;
}

/** A version whose inventory is to be read. */
export interface UnreadVersion {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** What was found of some versions that were looked at. */
export interface UnreadVersions {
  readonly unread: readonly UnreadVersion[];
  /** How many were looked at. */
  readonly count: number;
  /** Of the last one that was looked at; undefined when there was none. */
  readonly lastId: number | undefined;
}

/** The atoms of versions. A version is looked up by name and identity; undefined where it, or its inventory, is not there. */
export interface AtomStore {
  findInventory(name: string, version: Version): Promise<InventorySummary | undefined>;
  listAtoms(name: string, version: Version, query: AtomQuery): Promise<AtomPage | undefined>;
  /** Undefined also when the version has no such atom. */
  findAtom(name: string, version: Version, atomId: string): Promise<FoundAtom | undefined>;
  /** Every atom with its edges, by id. */
  readAtomGraph(name: string, version: Version): Promise<GraphAtom[] | undefined>;
  /** What a comparison of two versions needs, by id. */
  readComparedAtoms(name: string, version: Version): Promise<ComparedAtom[] | undefined>;
  /** The Primes whose latest version has the atom: at most 100, those of its own scope first, the others as they came to be. */
  listAtomHomes(atomId: string): Promise<AtomHome[]>;
  /** Those of the ids that are in the latest version of some Prime. */
  findKnownAtoms(atomIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Looks at the versions behind `afterId`, at most `limit`, for those that have no inventory of this format. */
  listUnreadVersions(afterId: number, limit: number): Promise<UnreadVersions>;
  /** Puts an inventory in the place of what there is for a version. @returns false when there is no such version. */
  replaceInventory(name: PrimeName, version: Version, inventory: Inventory): Promise<boolean>;
}
