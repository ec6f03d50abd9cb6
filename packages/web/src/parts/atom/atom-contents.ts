// The data of the page of an atom.
import type { AtomReading, TextLevel } from '@prime-registry/atoms';
import type { AtomFacts, AtomGlimpse, AtomHome, EdgesIn } from '@prime-registry/store';
import type { Html } from '../html.ts';
import type { Neighbour } from './atom-edges.ts';
import type { AtomHistory } from './atom-history.ts';

/** The fields of an atom as a page shows them; kept between requests. */
export interface AtomBody {
  /** The sections. */
  readonly html: Html;
  /** Whether the sections were cut. */
  readonly isCut: boolean;
  readonly reading: Pick<AtomReading, 'properties' | 'comment'>;
  /** All of it as Markdown; undefined if it is too long for a button that copies it. */
  readonly markdown: string | undefined;
}

/** An atom of the same version. */
export interface NamedAtom {
  readonly id: string;
  readonly atom: AtomGlimpse | undefined;
}

/** Where the atom stands in the reading order. */
export interface AtomPlace {
  /** From 1. */
  readonly position: number;
  readonly count: number;
  readonly previous: NamedAtom | undefined;
  readonly next: NamedAtom | undefined;
}

export interface AtomContents {
  readonly name: string;
  readonly version: string;
  /** Undefined if every version is yanked. */
  readonly latest: string | undefined;
  readonly facts: AtomFacts;
  /** Whether the source was kept. */
  readonly hasSource: boolean;
  readonly body: AtomBody;
  /** What is shown instead of the fields. */
  readonly raw: RawText | undefined;
  readonly place: AtomPlace | undefined;
  readonly leadsTo: readonly Neighbour[];
  readonly ledFrom: readonly Neighbour[];
  /** A page of the edges from other Primes. */
  readonly edgesIn: EdgesIn;
  readonly homes: readonly AtomHome[];
  readonly history: AtomHistory;
}

/** A text of the atom, or its source. */
export type AtomView = TextLevel | 'source';

/** A text that is shown as it is. */
export interface RawText {
  readonly level: AtomView;
  readonly text: string;
}
