// The syntax tree of a `.prime` file.
import type { ProblemCode } from '../atom.ts';

/** A scalar keeps the text of its author: `1.10` stays `1.10`, and `true` stays a word. */
export interface SourceScalar {
  /** `text` is from quotes or a block; `word` is bare: a name, a number, a boolean, an expression. */
  readonly type: 'text' | 'word' | 'reference';
  readonly text: string;
  readonly offset: number;
}

export interface SourceList {
  readonly type: 'list';
  readonly items: SourceValue[];
  readonly offset: number;
}

export interface SourceObject {
  readonly type: 'object';
  /** In the order of the file, without duplicate keys. `__proto__` is an ordinary key. */
  readonly fields: SourceField[];
  readonly offset: number;
}

/** Lists and objects are nested at most 16 deep. */
export type SourceValue = SourceScalar | SourceList | SourceObject;

export interface SourceField {
  readonly key: string;
  readonly value: SourceValue;
  readonly offset: number;
}

export interface SourceAtom {
  readonly kind: string;
  /** Empty if there is none. */
  readonly name: string;
  readonly fields: readonly SourceField[];
  readonly offset: number;
  /** Where what stands between it and the atom before begins: its comments. */
  readonly start: number;
  /** After its closing brace. */
  readonly end: number;
}

export interface SourceProblem {
  readonly severity: 'error' | 'warning';
  readonly offset: number;
  readonly message: string;
  readonly code?: ProblemCode;
}
