// The atoms of a skill by kind, each group with a folder: names that are safe on every system.
import { compareText } from '@prime-registry/atoms';
import type { KnownAtom } from '../source/known-prime.ts';

/** An atom with the text that its file has. */
export interface SkillAtom extends KnownAtom {
  /** Markdown; undefined if it is left out, because the skill would be too large. */
  readonly text: string | undefined;
}

export interface AtomGroup {
  /** The kind; for the atoms of all rare kinds `other`. */
  readonly kind: string;
  /** Name of the folder. */
  readonly folder: string;
  /** Sorted by id. */
  readonly atoms: readonly SkillAtom[];
  readonly tokens: number;
}

/** More kinds than authors use; the rest share a folder. */
const MAX_GROUPS = 30;
const OTHER = 'other';

/** Device names of Windows, also with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9])(?:\.|$)/;
/** With its extension at most 100 bytes: what every reader of tar archives takes. */
const MAX_STEM_LENGTH = 90;

/** The groups, largest first. */
export function groupAtoms(atoms: readonly SkillAtom[]): AtomGroup[] {
  const byKind = Map.groupBy(atoms, ({ kind }) => kind);
  const kinds = [...byKind].toSorted(
    ([a, some], [b, others]) => others.length - some.length || compareText(a, b),
  );
  const rest = kinds.slice(MAX_GROUPS).flatMap(([, some]) => some);
  const shown = kinds.slice(0, MAX_GROUPS);
  if (rest.length > 0) shown.push([OTHER, rest]);
  const used = new Map<string, number>();
  return shown.map(([kind, some]) => ({
    kind,
    folder: uniqueStem(toStem(kind), used),
    atoms: some.toSorted((a, b) => compareText(a.id, b.id)),
    tokens: some.reduce((sum, { tokens }) => sum + tokens.full, 0),
  }));
}

/** The names of the files of a group without extensions, by id: the name of the atom, if it can be that. */
export function nameFiles({ atoms }: AtomGroup): Map<string, string> {
  const used = new Map<string, number>();
  return new Map(atoms.map(({ id }) => [id, uniqueStem(toStem(nameOf(id)), used)]));
}

/** The part of an id after its scope. */
export function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

function toStem(name: string): string {
  const stem = name
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_STEM_LENGTH)
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return stem === '' || DEVICE.test(stem) ? `atom-${stem}` : stem;
}

/** @param used - names, each with the last number behind it: thousands of ids may differ only behind the longest stem */
function uniqueStem(stem: string, used: Map<string, number>): string {
  let [name, number] = [stem, used.get(stem) ?? 1];
  while (used.has(name)) {
    number += 1;
    name = `${stem}-${number}`;
  }
  used.set(stem, number);
  if (name !== stem) used.set(name, 1);
  return name;
}
