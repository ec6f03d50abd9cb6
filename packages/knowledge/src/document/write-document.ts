// A whole Prime as one Markdown document, in pieces: a large Prime does not fill the memory.
import type { TextLevel } from '@prime-registry/atoms';
import { createPause } from '@prime-registry/concurrency';
import { createHiddenBudget } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import type { KnownAtom, KnownPrime, PrimeVersion } from '../source/known-prime.ts';
import {
  type ShownEdge,
  writeEdges,
  writeFacts,
  writeLine,
  writeStanding,
  writeText,
  writeTokens,
} from './document-parts.ts';
import { orderWithPauses } from './reading-order.ts';

/** Raised whenever the same Prime gives another document than before: part of entity tags. */
export const DOCUMENT_FORM = 1;

export interface DocumentOptions {
  /** The length of the texts. */
  readonly level: TextLevel;
  readonly signal?: AbortSignal | undefined;
}

/** What a document is about; the same for a version wherever it is read, as long as it is neither yanked nor deprecated. */
type DocumentSubject = Omit<KnownPrime, 'from' | 'logIndex' | 'kinds' | 'tokens'>;

/** An atom of a document, without what the document does not show. */
type ListedAtom = Pick<KnownAtom, 'id' | 'kind' | 'tokens'> & { readonly edges: readonly ShownEdge[] };

const NO_ATOMS = 'This version has no atoms.';
const UNREAD_ATOMS = 'The atoms of this version were never read here.';

/** Atoms whose texts are read at once, and their tokens: about 256 KiB. */
const MAX_BATCH = 200;
const MAX_BATCH_TOKENS = 64_000;
/** Lines of the contents in one piece. */
const CONTENTS_BATCH = 200;

/**
 * The document of a version: what it is and requires, its contents, then its atoms in reading order. The pieces hold
 * the texts of at most 200 atoms. The same version gives the same document everywhere.
 * @throws what the source throws
 */
export async function* writeDocument(
  source: KnowledgeSource,
  prime: DocumentSubject,
  options: DocumentOptions,
): AsyncGenerator<string, void, undefined> {
  const atoms = await readInOrder(source, prime, options);
  const anchors = createAnchors(atoms.map(({ id }) => id));
  const linkOf = (id: string): string | undefined => {
    const anchor = anchors.get(id);
    return anchor === undefined ? undefined : `#${anchor}`;
  };
  yield writeHead(prime, atoms, options.level);
  for (let at = 0; at < atoms.length; at += CONTENTS_BATCH) {
    const lines = atoms
      .slice(at, at + CONTENTS_BATCH)
      .map(({ id, kind, tokens }) => `- [${id}](${linkOf(id)}) · ${kind} · ${tokens[options.level]}\n`);
    yield lines.join('');
  }
  for (const batch of batchesOf(atoms, options.level)) {
    const texts = await source.readTexts(
      prime,
      batch.map(({ id }) => id),
      options.level,
      options,
    );
    for (const atom of batch) yield writeAtom(atom, prime, texts.get(atom.id) ?? '', linkOf);
  }
}

export function writeAtomDocument(
  atom: Pick<KnownAtom, 'id' | 'kind' | 'tokens'>,
  prime: Pick<KnownPrime, 'name' | 'version' | 'sha256' | 'yanked' | 'deprecated'>,
  shown: { readonly text: string; readonly edges: readonly ShownEdge[]; readonly level: TextLevel },
): string {
  return [
    `# ${atom.id}`,
    writeFacts(atom, prime),
    writeTokens(atom.tokens, shown.level),
    ...writeStanding(prime),
    writeText(shown.text, createHiddenBudget()),
    writeEdges(shown.edges, () => undefined),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n');
}

function writeAtom(
  atom: ListedAtom,
  prime: DocumentSubject,
  text: string,
  linkOf: (id: string) => string | undefined,
): string {
  const edges = writeEdges(atom.edges, linkOf);
  const parts = [`## ${atom.id}`, writeFacts(atom, prime), writeText(text, createHiddenBudget())];
  return `\n${[...parts, ...(edges === undefined ? [] : [edges])].join('\n\n')}\n`;
}

function writeHead(prime: DocumentSubject, atoms: readonly ListedAtom[], level: TextLevel): string {
  const { name, version, sha256, license, description, requires } = prime;
  const sum = (length: TextLevel) => atoms.reduce((all, { tokens }) => all + tokens[length], 0);
  const tokens = { summary: sum('summary'), core: sum('core'), full: sum('full') };
  const count = `${atoms.length} ${atoms.length === 1 ? 'atom' : 'atoms'}`;
  const facts = [
    ...[`\`${name}\``, version, `sha256:${sha256}`],
    ...(license === undefined ? [] : [writeLine(license)]),
    ...[count, writeTokens(tokens, level)],
  ];
  const required = Object.entries(requires)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([other, range]) => `- \`${other}\` ${writeLine(range)}`);
  const parts = [
    `# ${name} ${version}`,
    facts.join(' · '),
    ...writeStanding(prime),
    ...(description.trim() === '' ? [] : [writeLine(description)]),
    ...(required.length === 0 ? [] : ['## Requires', required.join('\n')]),
    '## Contents',
    ...(atoms.length > 0 ? [] : [prime.atomCount === 0 ? NO_ATOMS : UNREAD_ATOMS]),
  ];
  return `${parts.join('\n\n')}\n${atoms.length === 0 ? '' : '\n'}`;
}

async function readInOrder(
  source: KnowledgeSource,
  prime: PrimeVersion,
  options: DocumentOptions,
): Promise<ListedAtom[]> {
  const pause = createPause();
  const atoms = new Map<string, ListedAtom>();
  for await (const batch of source.readAtoms(prime, options)) {
    for (const { id, kind, tokens, edges } of batch) {
      // Only what is needed: the rest of a batch can be freed.
      atoms.set(id, { id, kind, tokens, edges: edges.map(({ verb, target }) => ({ verb, target })) });
      await pause();
    }
  }
  const ordered = await orderWithPauses(atoms.values(), pause);
  return ordered.flatMap((id) => atoms.get(id) ?? []);
}

/** Atoms in batches of bounded text. */
function* batchesOf(atoms: readonly ListedAtom[], level: TextLevel): Generator<ListedAtom[]> {
  let batch: ListedAtom[] = [];
  let tokens = 0;
  for (const atom of atoms) {
    if (batch.length === MAX_BATCH || (batch.length > 0 && tokens + atom.tokens[level] > MAX_BATCH_TOKENS)) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(atom);
    tokens += atom.tokens[level];
  }
  if (batch.length > 0) yield batch;
}

/**
 * The anchors of headings that are ids, in the order of the document, as renderers of Markdown make them: in lower case,
 * without punctuation. Equal ones get a number.
 */
function createAnchors(ids: Iterable<string>): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const used = new Map<string, number>();
  for (const id of ids) {
    const anchor = id.replaceAll(/[^a-z0-9_-]/g, '');
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    anchors.set(id, count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}
