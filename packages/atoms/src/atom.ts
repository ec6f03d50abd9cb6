// The model of atoms and inventories, as plain data for JSON.
import { ATOM_TEXT_LEVELS as TEXT_LEVELS, type AtomTextLevel as TextLevel } from '@prime-registry/protocol';

export { TEXT_LEVELS, type TextLevel };

export interface Edge {
  /** The field with the target, such as `requires`, as the author wrote it. */
  readonly verb: string;
  /** The id of the other atom. */
  readonly target: string;
  /**
   * - `inside`: the target is an atom of this Prime.
   * - `outside`: the target is in another scope, and belongs to another Prime.
   * - `dangling`: its scope is one of this Prime, but no readable atom has this id.
   */
  readonly standing: 'inside' | 'outside' | 'dangling';
}

/** An edge before the other atoms of the Prime are known. */
export type BareEdge = Omit<Edge, 'standing'>;

/** One text at three lengths, Markdown, each at most 65,536 characters. */
export type AtomTexts = Readonly<Record<TextLevel, string>>;

/** A field of an atom, with a fingerprint of its value. */
export interface FieldFingerprint {
  readonly field: string;
  /** 16 hexadecimal digits, to detect changes of the field. Not cryptographic. */
  readonly fingerprint: string;
}

/** An atom: one typed piece of knowledge. */
export interface Atom {
  /** `@scope/name`, unique within the Prime. */
  readonly id: string;
  /** As in `rule` or `anti-pattern`: lower case, words joined by `-`. */
  readonly kind: string;
  /** As the author wrote it after the kind; the name of the id if there is none. */
  readonly name: string;
  /** A semantic version; undefined if there is none. */
  readonly version: string | undefined;
  /** A title for people; undefined if there is none. */
  readonly label: string | undefined;
  /** Empty if there is none. */
  readonly description: string;
  readonly domain: string | undefined;
  readonly tags: readonly string[];
  readonly edges: readonly Edge[];
  /** The source of the facts. The texts may be compiled ones in both cases. */
  readonly origin: 'source' | 'compiled';
  /** The file with the facts, relative to the root of the Prime. */
  readonly path: string;
  /** 1-based line where the atom begins; undefined if there is only the compiled form. */
  readonly line: number | undefined;
  readonly texts: AtomTexts;
  /**
   * The atom as its author wrote it, after the comments above it, at most 65,536 characters. Undefined if there is only the
   * compiled form, or if it is longer.
   */
  readonly source: string | undefined;
  /** An estimate for each text; see estimateTokens. */
  readonly tokens: Readonly<Record<TextLevel, number>>;
  /** SHA-256 of the canonical form, 64 hexadecimal digits. */
  readonly hash: string;
  /** All fields, sorted by name. */
  readonly fields: readonly FieldFingerprint[];
}

/** An atom before the rest of the Prime has been read. */
export interface AtomDraft extends Omit<Atom, 'edges' | 'tokens'> {
  readonly edges: readonly BareEdge[];
}

export interface Inventory {
  /** Sorted by id. */
  readonly atoms: readonly Atom[];
  /** Sorted by file and line, at most 200. */
  readonly problems: readonly AtomProblem[];
  /** The number of all problems, including those that are not listed. */
  readonly problemCount: number;
  /** Where the compiled form does not match the sources; absent if it does, or if there is only one form. */
  readonly stale?: StaleForm;
}

/** A compiled form that was made from other sources. Everything in it is among the problems too. */
export interface StaleForm {
  /** Sorted by path, at most 200. */
  readonly places: readonly Pick<AtomProblem, 'path' | 'message'>[];
  readonly count: number;
}

/** A problem of an atom, for its author. */
export interface AtomProblem {
  /**
   * An `error`: something could not be read. A `warning`: it was read, but may not be what the author meant.
   */
  readonly severity: 'error' | 'warning';
  /** The file, relative to the root of the Prime. */
  readonly path: string;
  /** 1-based line, if there is one. */
  readonly line?: number;
  /** 1-based column in that line. */
  readonly column?: number;
  /** What is wrong, and how to correct it. */
  readonly message: string;
  /** What kind of problem it is; only for those that programs tell apart. */
  readonly code?: ProblemCode;
}

/** The kinds of problems that programs tell apart. */
export type ProblemCode =
  | 'duplicate-id'
  | 'missing-description'
  | 'missing-version'
  /** The compiled form and the source differ. */
  | 'stale-compiled';

/** A problem before the path of the file is added. */
export type FileProblem = Omit<AtomProblem, 'path'>;
