// Updates the index of what is inside a Prime to its latest version. Only new and changed passages are read
// and indexed, in batches, because a Prime may have thousands.

import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import { scopeOf } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import { decodeTexts } from '../../atoms/atom-texts.ts';
import { type LISTED_COLUMNS, toListedAtom } from '../../atoms/encode-atom.ts';
import type { LatestAtomsChange } from '../../atoms/latest-atoms.ts';
import { prepareForMany } from '../../sql/batches.ts';
import type { Database, Schema } from '../../sql/schema.ts';
import { pauseOf } from '../../sql/transaction-pauses.ts';
import type { LatestVersion } from '../../versions/latest-finder.ts';
import { filterTerm } from '../words/filter-terms.ts';
import type { NewWords } from '../words/new-words.ts';
import { type EntryTerms, listEntryTerms } from '../words/search-terms.ts';
import {
  type InsideContents,
  type InsideFacts,
  type InsideWrites,
  type NewPassage,
  README_PASSAGE,
} from './inside-index.ts';
import { listPassageTerms } from './passage-terms.ts';

// A batch of short atoms takes some milliseconds; one of long atoms yields in between.
const ATOMS_AT_A_TIME = 20;
const READMES_AT_A_TIME = 4;
const READ_AT_A_TIME = 100;

/** The indexed length of all words of a Prime, its own words first. */
const MAX_CONTENTS_CHARACTERS = 65_536;

const readAtoms = prepareForMany((db, ids: readonly number[]) =>
  db
    .selectFrom('atom_contents')
    .innerJoin('atom_texts', 'atom_texts.id', 'texts_id')
    .where('atom_contents.id', 'in', ids)
    .select(['atom_contents.id', 'atom', 'kind', 'name', 'description', 'facts', 'texts']),
);

/** Updates the index. @param learnt - gets the words that may be new to the vocabulary */
export async function refreshInside(
  inside: InsideWrites,
  db: Database,
  changes: readonly LatestAtomsChange[],
  learnt: NewWords,
): Promise<void> {
  const pauseTransaction = pauseOf(db);
  const refreshes: Refresh[] = [];
  for (const change of changes) {
    if (change.latest === undefined) await removeAll(change);
    else refreshes.push(toRefresh(change.latest, change));
    await pauseTransaction();
  }
  const needed = refreshes.filter(({ isOther, came, went }) => isOther || came.length + went.length > 0);
  for (const { primeId, latest, went, isOther } of needed) {
    const hadReadme = isOther && latest.basis !== null;
    await removePassages(primeId, hadReadme ? [...went, README_PASSAGE] : went);
  }
  await addAtoms(needed);
  await addReadmes(needed);
  const contents: InsideContents[] = [];
  for (const refresh of needed) contents.push(await toContents(refresh));
  await inside.replaceContents(db, contents);
  await inside.settle(db, contents.length + countPassages(changes));

  async function removePassages(primeId: number, ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += READ_AT_A_TIME) {
      await inside.removePassages(db, primeId, ids.slice(at, at + READ_AT_A_TIME));
      await setImmediate();
    }
  }

  async function addAtoms(refreshes: readonly Refresh[]): Promise<void> {
    const pause = createPause();
    const atoms = refreshes.flatMap(({ primeId, came }) => came.map((id) => ({ primeId, id })));
    for (let at = 0; at < atoms.length; at += ATOMS_AT_A_TIME) {
      const some = new Map(atoms.slice(at, at + ATOMS_AT_A_TIME).map(({ primeId, id }) => [id, primeId]));
      const rows = await readAtoms(db, [...some.keys()]);
      const passages = await mapWithPauses(rows, pause, (row): NewPassage => {
        const { words, labelWords, terms } = listPassageTerms(textsOfAtom(row), [
          filterTerm('kind', row.kind),
        ]);
        const primeId = some.get(row.id) ?? 0;
        learnt.add(primeId, labelWords);
        return { primeId, contentId: row.id, words, terms };
      });
      await pause();
      await inside.addPassages(db, passages);
      await pause();
    }
  }

  async function addReadmes(refreshes: readonly Refresh[]): Promise<void> {
    const withReadme = refreshes.filter(({ isOther, latest }) => isOther && latest.readme !== null);
    for (let at = 0; at < withReadme.length; at += READMES_AT_A_TIME) {
      const passages = withReadme.slice(at, at + READMES_AT_A_TIME).map(({ primeId, latest }) => {
        const text = latest.readme ?? '';
        const { words, terms } = listPassageTerms({ name: '', labels: headingsOf(text), text });
        learnt.add(primeId, words.split(' '));
        return { primeId, contentId: README_PASSAGE, words, terms };
      });
      await inside.addPassages(db, passages);
      await setImmediate();
    }
  }

  async function uniteWords(primeId: number, own: readonly string[]): Promise<string> {
    const terms = new Set(own);
    const pause = createPause();
    let length = 0;
    for (let afterId = 0; length < MAX_CONTENTS_CHARACTERS; ) {
      const rows = await inside.listPassages(db, primeId, afterId, READ_AT_A_TIME);
      for (const { words } of rows) {
        for (const word of words.split(' ')) {
          if (terms.has(word) || length + word.length >= MAX_CONTENTS_CHARACTERS) continue;
          length += word.length + 1;
          terms.add(word);
        }
        await pause();
      }
      afterId = rows.at(-1)?.id ?? afterId;
      if (rows.length < READ_AT_A_TIME) break;
      await setImmediate();
    }
    return [...terms].join(' ');
  }

  async function toContents({ primeId, latest, facts, entry, basis }: Refresh): Promise<InsideContents> {
    const own = [...listOwnTerms(entry), ...listFilterTerms(latest.name, facts)];
    const hasPassages = latest.readme !== null || facts.kinds.length > 0;
    const terms = hasPassages ? await uniteWords(primeId, own) : [...new Set(own)].join(' ');
    return { primeId, isNew: latest.basis === null, ...facts, basis, terms };
  }

  async function removeAll({ primeId, went }: LatestAtomsChange): Promise<void> {
    await removePassages(primeId, [...went, README_PASSAGE]);
    await inside.removeContents(db, primeId);
  }
}

function countPassages(changes: readonly LatestAtomsChange[]): number {
  return changes.reduce((sum, { came, went }) => sum + came.length + went.length, 0);
}

/** The refresh of a Prime that has a latest version. */
interface Refresh extends LatestAtomsChange {
  readonly latest: LatestVersion;
  readonly facts: InsideFacts;
  readonly entry: EntryTerms;
  readonly basis: string;
  /** Whether its words, without those of atoms, may have changed. */
  readonly isOther: boolean;
}

function toRefresh(latest: LatestVersion, change: LatestAtomsChange): Refresh {
  const facts = factsOf(latest);
  const words = [...facts.namespaces, ...facts.tags];
  const entry = listEntryTerms({ ...latest, words });
  const basis = digestOf([latest.readme, facts, entry]);
  return { ...change, latest, facts, entry, basis, isOther: latest.basis !== basis };
}

function factsOf({ license, namespaces, tags, kinds }: LatestVersion): InsideFacts {
  return {
    license,
    namespaces: JSON.parse(namespaces) as string[],
    tags: JSON.parse(tags) as string[],
    kinds: (JSON.parse(kinds ?? '[]') as { kind: string }[]).map(({ kind }) => kind),
  };
}

function listOwnTerms({ labelTerms, descriptionTerms }: EntryTerms): string[] {
  return `${labelTerms}${descriptionTerms}`.split(' ').filter((term) => term !== '');
}

function listFilterTerms(name: string, { license, namespaces, tags, kinds }: InsideFacts): string[] {
  return [
    filterTerm('scope', scopeOf(name)),
    filterTerm('license', license),
    ...namespaces.map((namespace) => filterTerm('namespace', namespace)),
    ...kinds.map((kind) => filterTerm('kind', kind)),
    ...tags.map((tag) => filterTerm('tag', tag)),
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
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}
