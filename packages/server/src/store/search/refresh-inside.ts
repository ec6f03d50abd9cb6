// Brings what is searched inside a Prime up to date with its latest version. Only passages that came or changed are read and
// indexed; in pieces, as a Prime may have thousands.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import { prepareForMany } from '../atoms/batches.ts';
import { decodeTexts, type LISTED_COLUMNS, toListedAtom } from '../atoms/encode-atom.ts';
import type { LatestAtomsChange } from '../atoms/latest-atoms.ts';
import type { LatestVersion } from '../latest-finder.ts';
import type { Schema } from '../schema.ts';
import { filterTerm } from './filter-terms.ts';
import {
  type InsideContents,
  type InsideFacts,
  type InsideWrites,
  type NewPassage,
  README_PASSAGE,
} from './inside-index.ts';
import { listPassageTerms } from './passage-terms.ts';
import { type EntryTerms, listEntryTerms } from './search-terms.ts';

// Each some milliseconds.
const ATOMS_AT_A_TIME = 20;
const READ_AT_A_TIME = 100;

/** So much of the words of a Prime, its own first, says that it matches. */
const MAX_CONTENTS_CHARACTERS = 65_536;

/** @returns the words that may be new to search. */
export type RefreshInside = (db: Kysely<Schema>, changes: readonly LatestAtomsChange[]) => Promise<string[]>;

export function createInsideRefresher(inside: InsideWrites): RefreshInside {
  const readAtoms = prepareForMany((db, ids: readonly number[]) =>
    db
      .selectFrom('atom_contents')
      .innerJoin('atom_texts', 'atom_texts.id', 'texts_id')
      .where('atom_contents.id', 'in', ids)
      .select(['atom_contents.id', 'atom', 'kind', 'name', 'description', 'facts', 'texts']),
  );

  async function removeAll(db: Kysely<Schema>, primeId: number, ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += READ_AT_A_TIME) {
      await inside.removePassages(db, primeId, ids.slice(at, at + READ_AT_A_TIME));
      await setImmediate();
    }
  }

  async function addAtoms(db: Kysely<Schema>, primeId: number, ids: readonly number[]): Promise<string[]> {
    const learnt: string[] = [];
    for (let at = 0; at < ids.length; at += ATOMS_AT_A_TIME) {
      const rows = await readAtoms(db, ids.slice(at, at + ATOMS_AT_A_TIME));
      const passages = rows.map((row): NewPassage => {
        const { words, labelWords, terms } = listPassageTerms(textsOfAtom(row));
        learnt.push(...labelWords);
        return { contentId: row.id, words, terms };
      });
      await inside.addPassages(db, primeId, passages);
      await setImmediate();
    }
    return learnt;
  }

  async function addReadme(db: Kysely<Schema>, primeId: number, readme: string | null): Promise<string[]> {
    if (readme === null) return [];
    const { words, terms } = listPassageTerms({ name: '', labels: headingsOf(readme), text: readme });
    await inside.addPassages(db, primeId, [{ contentId: README_PASSAGE, words, terms }]);
    return words.split(' ');
  }

  async function uniteWords(db: Kysely<Schema>, primeId: number, own: readonly string[]): Promise<string> {
    const terms = new Set(own);
    let length = 0;
    for (let afterId = 0; length < MAX_CONTENTS_CHARACTERS; ) {
      const rows = await inside.listPassages(db, primeId, afterId, READ_AT_A_TIME);
      for (const word of rows.flatMap(({ words }) => words.split(' '))) {
        if (terms.has(word) || length + word.length >= MAX_CONTENTS_CHARACTERS) continue;
        length += word.length + 1;
        terms.add(word);
      }
      afterId = rows.at(-1)?.id ?? afterId;
      if (rows.length < READ_AT_A_TIME) break;
      await setImmediate();
    }
    return [...terms].join(' ');
  }

  /** Refreshes the passages of a Prime. @returns what it contains then; undefined where that is as it was, or nothing */
  async function refreshPassages(
    db: Kysely<Schema>,
    { primeId, latest, came, went }: LatestAtomsChange,
    learnt: string[],
  ): Promise<InsideContents | undefined> {
    await removeAll(db, primeId, went);
    if (latest === undefined) {
      await inside.removePassages(db, primeId, [README_PASSAGE]);
      await inside.removeContents(db, primeId);
      return undefined;
    }
    const facts = factsOf(latest);
    const entry = listEntryTerms({
      ...latest,
      words: [...facts.namespaces, ...(JSON.parse(latest.tags) as string[])],
    });
    const basis = digestOf([latest.readme, facts, entry]);
    const isOther = latest.basis !== basis;
    if (!isOther && came.length + went.length === 0) return undefined;
    learnt.push(...(await addAtoms(db, primeId, came)));
    if (isOther && latest.basis !== null) await inside.removePassages(db, primeId, [README_PASSAGE]);
    if (isOther) learnt.push(...(await addReadme(db, primeId, latest.readme)));
    const own = [...listOwnTerms(entry), ...listFilterTerms(latest.name, facts)];
    const hasPassages = latest.readme !== null || facts.kinds.length > 0;
    const terms = hasPassages ? await uniteWords(db, primeId, own) : [...new Set(own)].join(' ');
    return { primeId, ...facts, basis, terms };
  }

  return async (db, changes) => {
    const learnt: string[] = [];
    const replaced: InsideContents[] = [];
    for (const change of changes) {
      const contents = await refreshPassages(db, change, learnt);
      if (contents !== undefined) replaced.push(contents);
      await setImmediate();
    }
    await inside.replaceContents(db, replaced);
    return learnt;
  };
}

function factsOf({ license, namespaces, kinds }: LatestVersion): InsideFacts {
  return {
    license,
    namespaces: JSON.parse(namespaces) as string[],
    kinds: (JSON.parse(kinds ?? '[]') as { kind: string }[]).map(({ kind }) => kind),
  };
}

function listOwnTerms({ labelTerms, descriptionTerms }: EntryTerms): string[] {
  return `${labelTerms}${descriptionTerms}`.split(' ').filter((term) => term !== '');
}

function listFilterTerms(name: string, { license, namespaces, kinds }: InsideFacts): string[] {
  return [
    filterTerm('scope', name.slice(0, name.indexOf('/'))),
    filterTerm('license', license),
    ...namespaces.map((namespace) => filterTerm('namespace', namespace)),
    ...kinds.map((kind) => filterTerm('kind', kind)),
  ];
}

function textsOfAtom(
  row: Pick<Selectable<Schema['atom_contents']>, (typeof LISTED_COLUMNS)[number]> & { texts: Uint8Array },
) {
  const { id, kind, name, label = '', description, domain = '', tags } = toListedAtom(row);
  return {
    name: `${id} ${name}`,
    labels: [kind, label, description, domain, ...tags].join(' '),
    text: decodeTexts(row.texts).full,
  };
}

function headingsOf(readme: string): string {
  return (readme.match(/^ {0,3}#{1,6} .*$/gm) ?? []).join(' ');
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
