// What a `.prime` file says, before anybody asks what it means.

/** A scalar keeps the text its author wrote: `1.10` stays `1.10`, and `true` stays a word. */
export interface SourceScalar {
  /** `text` was in quotes or a block; `word` was bare: a name, a number, a boolean, an expression. */
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
  /** In the order of the file; no key is there twice. `__proto__` is a key like any other. */
  readonly fields: SourceField[];
  readonly offset: number;
}

/** Lists and objects are at most 16 deep. */
export type SourceValue = SourceScalar | SourceList | SourceObject;

export interface SourceField {
  readonly key: string;
  readonly value: SourceValue;
  readonly offset: number;
}

/** An atom as it is written. */
export interface SourceAtom {
  readonly kind: string;
  /** Empty when there is none. */
  readonly name: string;
  readonly fields: readonly SourceField[];
  readonly offset: number;
}

/** A place, and what is wrong there. */
export interface SourceProblem {
  readonly severity: 'error' | 'warning';
  readonly offset: number;
  readonly message: string;
}
