// Interface to the atoms of versions. A version may lack an inventory, because it was published before atoms
// were read or because its atoms could not be read. `prime-registry index` adds it.
import type { Atom, AtomTexts, Inventory, TextLevel } from '@prime-registry/atoms';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { InventorySummary } from './inventory-summary.ts';
import type { NewInventory } from './new-inventory.ts';

/**
 * Format of a stored inventory. It is raised whenever `packages/atoms` reads something differently than
 * before; `prime-registry index` reads inventories of another format again.
 */
export const INVENTORY_FORMAT = 2;

/** An atom without its texts. */
export type AtomFacts = Omit<Atom, 'texts' | 'source'>;

/** An atom in a list. */
export type ListedAtom = Omit<AtomFacts, 'edges' | 'fields'>;

/** An atom in a list, with its edges. */
export type LinkedAtom = Omit<AtomFacts, 'fields'>;

/** Which atoms to list. */
export interface AtomQuery {
  /** Only those of this kind. */
  readonly kind?: string | undefined;
  /** Only atoms with all words of this text, each in id, kind, name, label, description, domain or tags. */
  readonly text?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list. */
export interface AtomPage {
  /** Sorted by id. */
  readonly atoms: readonly ListedAtom[];
  /** Length of the whole list. */
  readonly total: number;
}

/** An atom in a graph. */
export type GraphAtom = Pick<Atom, 'id' | 'kind' | 'name' | 'label' | 'description' | 'edges'>;

/** An atom as a graph needs it, encoded: decodeGraphAtom reads it, which may take long for all of a Prime. */
export interface GraphRow {
  readonly atom: string;
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  readonly facts: string;
  readonly edges: string;
}

/** An atom as a comparison of versions needs it, encoded: decodeComparedAtom reads it. */
export interface ComparedRow extends GraphRow {
  readonly fields: string;
}

/** Two versions of a Prime. */
export type VersionPair = readonly [before: Version, after: Version];

/** What comparing versions may still read. Authors choose all of it. */
export interface DifferenceBudget {
  /** Atoms in lists of versions. */
  listed: number;
  /** Atoms that differ. */
  atoms: number;
  /** All that is compared of them, in characters: an atom may have hundreds of edges. */
  characters: number;
  /** Whether something was read. */
  isUsed: boolean;
}

/** The atoms in which two versions differ, as each of them has it. */
export interface AtomDifferences {
  readonly before: readonly ComparedRow[];
  readonly after: readonly ComparedRow[];
}

/** What people compare of an atom, besides its text and edges. */
export type ComparedFacts = Pick<
  Atom,
  'kind' | 'name' | 'description' | 'version' | 'label' | 'domain' | 'tags'
>;

/** An atom with its texts. */
export interface FoundAtom {
  readonly facts: AtomFacts;
  readonly texts: AtomTexts;
  /** As its author wrote it; undefined if there is only the compiled form, or if it was read before sources were kept. */
  readonly source: string | undefined;
}

/** An atom as some version has it. */
export interface AtomState {
  /** The identity of the version. */
  readonly identity: string;
  /** Undefined if the version does not have the atom. */
  readonly found: Pick<AtomFacts, 'hash' | 'fields'> | undefined;
}

/** Another Prime, such as one at the end of edges. */
export interface LinkedPrime {
  readonly name: string;
  /** Its latest version. */
  readonly version: string;
}

/** A Prime whose latest version has the atom. */
export interface AtomHome extends LinkedPrime {
  /** Whether the atom belongs to the Prime's own scope, in which nobody else may publish. */
  readonly isOwnScope: boolean;
}

/** What a link to an atom says about it. */
export type AtomGlimpse = Pick<AtomFacts, 'kind' | 'label' | 'description'>;

/** A Prime whose latest version has an atom, with the atom's hash there. */
export interface AtomHolder extends AtomHome {
  readonly hash: string;
  readonly atom: AtomGlimpse;
}

/** An atom that says the same as another one, and the Prime that has it; see {@link AtomStore.findCopies}. */
export interface AtomCopy extends LinkedPrime {
  readonly id: string;
}

/** An edge from an atom of the latest version of another Prime, with what that atom says and its Prime. */
export interface EdgeIn extends LinkedPrime, AtomGlimpse {
  readonly verbs: readonly string[];
  /** The atom that it leads from. */
  readonly from: string;
}

/** Where a page of edges ends. */
export interface EdgeCursor {
  readonly primeId: number;
  readonly contentId: number;
}

/** A page of the edges that lead to an atom from other Primes. */
export interface EdgesIn {
  /** In the order in which the Primes were created, so that later ones do not hide earlier ones. */
  readonly edges: readonly EdgeIn[];
  /** Where the next page begins; undefined for the last page. */
  readonly next: EdgeCursor | undefined;
}

/** The Primes that edges of the latest version of a Prime lead to, and come from. */
export interface PrimeLinks {
  readonly leadsTo: readonly LinkedPrime[];
  readonly ledFrom: readonly LinkedPrime[];
}

/** A version whose inventory must be read. */
export interface UnreadVersion {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The result of checking some versions. */
export interface UnreadVersions {
  readonly unread: readonly UnreadVersion[];
  /** Number of checked versions. */
  readonly count: number;
  /** Id of the last checked version; undefined if there was none. */
  readonly lastId: number | undefined;
}

/**
 * The atoms of versions. Versions are looked up by name and identity. The result is undefined if the version
 * or its inventory does not exist.
 */
export interface AtomStore {
  findInventory(name: string, version: Version): Promise<InventorySummary | undefined>;
  listAtoms(name: string, version: Version, query: AtomQuery): Promise<AtomPage | undefined>;
  /** Also undefined if the version has no such atom. */
  findAtom(name: string, version: Version, atomId: string): Promise<FoundAtom | undefined>;
  /** Every atom, sorted by id, in batches of at most 100; none if there is no inventory. */
  readListedAtoms(name: string, version: Version): AsyncIterable<readonly ListedAtom[]>;
  /** The same with their edges: there may be hundreds of thousands. */
  readLinkedAtoms(name: string, version: Version): AsyncIterable<readonly LinkedAtom[]>;
  /**
   * The texts of some atoms of a version, by id; those that it lacks are left out.
   * @param atomIds - at most 200
   */
  readTexts(
    name: string,
    version: Version,
    atomIds: readonly string[],
    level: TextLevel,
  ): Promise<ReadonlyMap<string, string>>;
  /** Every atom with its edges, sorted by id, in batches; none if there is no inventory. */
  readGraphRows(name: string, version: Version): AsyncIterable<GraphRow[]>;
  /** Every atom as a comparison of two versions needs it, sorted by id, in batches. */
  findComparedRows(name: string, version: Version): Promise<AsyncIterable<ComparedRow[]> | undefined>;
  /**
   * The atoms in which two versions differ, for the first pairs: as many as the budget is enough for. Atoms that differ in
   * nothing but their place may be among them.
   * @returns pairs in order; undefined for those with a version without an inventory, and for a pair for which a whole
   *   budget is not enough
   */
  findDifferences(
    name: string,
    pairs: readonly VersionPair[],
    budget: DifferenceBudget,
  ): Promise<readonly (AtomDifferences | undefined)[]>;
  /**
   * The atom in some versions of a Prime, in the order of the given identities; those whose atoms were never read are left
   * out. It ends early after versions with 50,000 atoms together, so that the time is bounded.
   * @param identities - at most 100
   */
  listAtomStates(name: string, atomId: string, identities: readonly string[]): Promise<AtomState[]>;
  /** The Primes whose latest version has the atom, at most 100: its own scope first, then by creation. */
  listAtomHomes(atomId: string): Promise<AtomHome[]>;
  /** The subset of the ids that are in the latest version of any Prime. */
  findKnownAtoms(atomIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** At most 5 holders of each of at most 100 atoms: its own scope first, then by creation. Atoms without are left out. */
  findAtomHolders(atomIds: readonly string[]): Promise<ReadonlyMap<string, readonly AtomHolder[]>>;
  /**
   * At most 5 atoms of latest versions with each of at most 100 content keys, those of the oldest Primes first. Keys
   * without are left out.
   */
  findCopies(contentKeys: readonly string[]): Promise<ReadonlyMap<string, readonly AtomCopy[]>>;
  /** The edges that lead to an atom out of other Primes, of their latest versions. @param limit - 1 to 100 */
  listEdgesIn(
    atomId: string,
    page: { readonly after?: EdgeCursor | undefined; readonly limit: number },
  ): Promise<EdgesIn>;
  /**
   * Other Primes that edges of the latest version lead to and come from, at most 20 each. The first 500 atoms
   * and edges are examined, and of each atom the first 5 edges to it, so that the time is bounded.
   */
  findPrimeLinks(name: string): Promise<PrimeLinks>;
  /** Checks up to `limit` versions after `afterId`. Returns those without an inventory of this format. */
  listUnreadVersions(afterId: number, limit: number): Promise<UnreadVersions>;
  /** Replaces the inventory of a version. @returns false if the version does not exist */
  replaceInventory(name: PrimeName, version: Version, inventory: Inventory | NewInventory): Promise<boolean>;
}
