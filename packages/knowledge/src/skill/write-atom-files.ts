// Writes the atoms of a skill into files: each into its own, or many into pages. A skill has at most 512 files.
import { type AtomGroup, nameFiles, nameOf, type SkillAtom } from './group-atoms.ts';
import type { SkillOrigin } from './skill.ts';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** What SKILL.md says about a group and its files. */
export interface WrittenGroup extends AtomGroup {
  /** Where its files are, as a phrase. */
  readonly place: string;
  /** What to add to the line of an atom to find its file, by id; nothing for the atoms that are where one expects them. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Most atoms that have files of their own; the other files of the skill are fewer than 60. */
const MAX_SINGLE_FILES = 450;

/** Smallest size at which a page ends, in characters. */
const PAGE_LENGTH = 64 * 1024;
/** Two neighbouring pages together are longer than one part of this many. */
const PAGES = 200;

export function writeAtomFiles(
  origin: SkillOrigin,
  groups: readonly AtomGroup[],
): { readonly groups: readonly WrittenGroup[]; readonly files: readonly TextFile[] } {
  const atoms = groups.flatMap((group) => group.atoms);
  const files: TextFile[] = [];
  if (atoms.length <= MAX_SINGLE_FILES) {
    return { groups: groups.map((group) => writeSingly(origin, group, files)), files };
  }
  const length = atoms.reduce((sum, { text = '' }) => sum + text.length, 0);
  const pageLength = Math.max(PAGE_LENGTH, Math.ceil(length / PAGES));
  return { groups: groups.map((group) => writePages(origin, group, pageLength, files)), files };
}

function writeSingly(origin: SkillOrigin, group: AtomGroup, files: TextFile[]): WrittenGroup {
  const names = nameFiles(group);
  const hints = new Map<string, string>();
  for (const atom of group.atoms) {
    const stem = names.get(atom.id) ?? '';
    if (atom.text === undefined) hints.set(atom.id, LEFT_OUT);
    else if (stem !== nameOf(atom.id)) hints.set(atom.id, `\`${stem}.md\``);
    if (atom.text !== undefined)
      files.push({ path: `atoms/${group.folder}/${stem}.md`, text: writeAtom(origin, atom, atom.text) });
  }
  return { ...group, place: `each in \`atoms/${group.folder}/<name>.md\``, hints };
}

const LEFT_OUT = 'not in this skill';

function writePages(
  origin: SkillOrigin,
  group: AtomGroup,
  pageLength: number,
  files: TextFile[],
): WrittenGroup {
  const hints = new Map<string, string>();
  const pages: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const atom of group.atoms) {
    if (atom.text === undefined) {
      hints.set(atom.id, LEFT_OUT);
      continue;
    }
    const text = writeAtom(origin, atom, atom.text);
    if (length + text.length > pageLength) {
      pages.push([]);
      length = 0;
    }
    length += text.length;
    pages.at(-1)?.push(text);
    hints.set(atom.id, `\`${pages.length}.md\``);
  }
  for (const [index, texts] of pages.entries())
    files.push({ path: `atoms/${group.folder}/${index + 1}.md`, text: texts.join('\n') });
  return { ...group, place: `in the pages \`atoms/${group.folder}/<number>.md\``, hints };
}

/**
 * The text of an atom below one line of facts. An author cannot write such a line into a text: it has the digest of the
 * tarball that the text is part of.
 */
function writeAtom(
  { name, version, sha256 }: SkillOrigin,
  { id, kind, tokens }: SkillAtom,
  text: string,
): string {
  const facts = [id, kind, `${name} ${version}`, `sha256:${sha256.slice(0, 12)}`, `${tokens.full} tokens`];
  return `${facts.join(' · ')}\n\n${text}\n`;
}
