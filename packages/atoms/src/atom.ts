// What is known of an atom, in plain data that JSON can carry.
import { ATOM_TEXT_LEVELS as TEXT_LEVELS, type AtomTextLevel as TextLevel } from '@prime-registry/protocol';

export { TEXT_LEVELS, type TextLevel };

/** A link from an atom to another one. */
export interface Edge {
  /** The field that names the target, such as `requires`; whatever the author wrote. */
  readonly verb: string;
  /** The id of the other atom. */
  readonly target: string;
  /**
   * - `inside`: the target is an atom of this Prime.
   * - `outside`: it is of another scope, and so for another Prime to have.
   * - `dangling`: its scope is one of this Prime's, but no atom that could be read has this id.
   */
  readonly standing: 'inside' | 'outside' | 'dangling';
}

/** An edge before it is known what else the Prime holds. */
export type BareEdge = Omit<Edge, 'standing'>;

/** One text at three lengths, Markdown, each at most 65,536 characters. */
export interface AtomTexts {
  readonly summary: string;
  readonly core: string;
  readonly full: string;
}

/** A field of an atom, by what its contents come to. */
export interface FieldFingerprint {
  readonly field: string;
  /** 16 hexadecimal digits: tells whether the field was changed, and is no proof of anything. */
  readonly fingerprint: string;
}

/** An atom: one typed piece of knowledge. */
export interface Atom {
  /** `@scope/name`, unique within the Prime. */
  readonly id: string;
  /** As in `rule` or `anti-pattern`: lower case, words joined by `-`. */
  readonly kind: string;
  /** As the author wrote it behind the kind; the name of the id when there is none. */
  readonly name: string;
  /** A semantic version; undefined when there is none. */
  readonly version: string | undefined;
  /** A title for people; undefined when there is none. */
  readonly label: string | undefined;
  /** Empty when there is none. */
  readonly description: string;
  readonly domain: string | undefined;
  readonly tags: readonly string[];
  readonly edges: readonly Edge[];
  /** What the facts are from; the texts may be compiled ones in both cases. */
  readonly origin: 'source' | 'compiled';
  /** The file that states the facts, relative to the root of the Prime. */
  readonly path: string;
  /** 1-based line where the atom begins; undefined for one that is only there compiled. */
  readonly line: number | undefined;
  readonly texts: AtomTexts;
  /** An estimate for each text; see estimateTokens. */
  readonly tokens: Readonly<Record<TextLevel, number>>;
  /** SHA-256 of the canonical form, 64 hexadecimal digits. */
  readonly hash: string;
  /** Every field, sorted by its name. */
  readonly fields: readonly FieldFingerprint[];
}

/** An atom while the rest of the Prime is still to come. */
export interface AtomDraft extends Omit<Atom, 'edges' | 'tokens'> {
  readonly edges: readonly BareEdge[];
}

/** What a Prime holds. */
export interface Inventory {
  /** Sorted by id. */
  readonly atoms: readonly Atom[];
  /** Sorted by file and line, at most 200. */
  readonly problems: readonly AtomProblem[];
  /** How many problems there are, those that are not listed included. */
  readonly problemCount: number;
}

/** Something an author should know. */
export interface AtomProblem {
  /** An `error` kept something from being read; with a `warning` it was read, and may not be what was meant. */
  readonly severity: 'error' | 'warning';
  /** The file, relative to the root of the Prime. */
  readonly path: string;
  /** 1-based line, where there is one. */
  readonly line?: number;
  /** 1-based column in that line. */
  readonly column?: number;
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** A problem of a file that does not know its own name. */
export type FileProblem = Omit<AtomProblem, 'path'>;
