// What the facts next to a README are made of.
import type { Score } from '@prime-registry/lint';
import type { ManifestAbout } from '@prime-registry/protocol';
import type { SignatureRecord, VersionActors } from '@prime-registry/store';
import type { Html } from '../html.ts';
import type { Heading } from '../markdown.ts';
import type { VersionStanding } from './standing-notes.ts';
import type { ShownVersion } from './version-table.ts';

export interface AsideContents extends VersionStanding {
  readonly versions: readonly ShownVersion[];
  /** Undefined if the atoms are unknown. */
  readonly atomCount: number | undefined;
  readonly about: ManifestAbout;
  /** Undefined if the version is not here. */
  readonly actors: VersionActors | undefined;
  readonly downloads: Html;
  /** Those of the README. */
  readonly headings: readonly Heading[];
  /** Undefined if the atoms were not assessed. */
  readonly score: Score | undefined;
  /** Its entry in the transparency log; undefined if it is not logged yet, or nothing is signed. */
  readonly logged: LoggedPlace | undefined;
  /** Empty if there are none, or they are not here. */
  readonly signatures: readonly SignatureRecord[];
}

/** Where a version is in the transparency log. */
export interface LoggedPlace {
  /** From 0. */
  readonly index: number;
  readonly atMs: number;
  /** Whether the version was taken in as it had been published before: elsewhere, or without a log. */
  readonly isImported: boolean;
}
