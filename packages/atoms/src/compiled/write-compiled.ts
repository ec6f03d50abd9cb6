// Writes the compiled form of a Prime: what this package reads of it, in the layout of known Primes.
import type { Atom } from '../atom.ts';
import { TEXT_LEVELS } from '../atom.ts';
import { compareText } from '../hash/canonical-json.ts';
import { MAX_CHUNK_BYTES } from '../limits.ts';
import { toLine } from '../text/cut-text.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { readCompiledEdge } from './compiled-edge.ts';

/** What the compiled form needs of an atom. */
export type CompilableAtom = Pick<
  Atom,
  'id' | 'kind' | 'version' | 'description' | 'domain' | 'texts' | 'hash'
> & { readonly edges: readonly Pick<Atom['edges'][number], 'verb' | 'target'>[] };

/** The length of a teaser in the index, in characters. */
const TEASER_LENGTH = 80;

/**
 * The files of the compiled form by path, relative to the folder `compiled`. They depend only on the atoms.
 * `atom.yaml` has the hash of the source as `source_hash`, so that readers notice when the source has changed.
 * @param atoms of sources, each id once
 */
export function compileAtoms(atoms: readonly CompilableAtom[]): Map<string, string> {
  const sorted = atoms.toSorted((a, b) => compareText(a.id, b.id)).map(fitTexts);
  const files = new Map([['_index.xml', writeIndex(sorted)]]);
  for (const atom of sorted) {
    files.set(`${atom.id}/atom.yaml`, writeAtom(atom));
    files.set(`${atom.id}/graph.yaml`, writeGraph(atom));
    files.set(`${atom.id}/index.xml`, writeAtomIndex(atom));
    for (const level of TEXT_LEVELS)
      files.set(`${atom.id}/chunks/${level}.md`, `${atom.texts[level].trimEnd()}\n`);
  }
  return files;
}

/** The texts, cut to the size of a chunk, and the edges that the compiled form can express. */
function fitTexts(atom: CompilableAtom): CompilableAtom {
  const { summary, core, full } = atom.texts;
  return {
    ...atom,
    texts: { summary: cutToBytes(summary), core: cutToBytes(core), full: cutToBytes(full) },
    edges: atom.edges.filter(({ verb, target }) => readCompiledEdge(verb, target) !== undefined),
  };
}

/** With the line feed at its end. */
function cutToBytes(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < MAX_CHUNK_BYTES) return text;
  // A character that is cut is dropped, and the mark takes three bytes.
  const cut = new TextDecoder().decode(bytes.subarray(0, MAX_CHUNK_BYTES - 4), { stream: true });
  return `${cut}…`;
}

function writeAtom({ id, kind, version, description, domain, texts, edges, hash }: CompilableAtom): string {
  return lines([
    `id: ${JSON.stringify(id)}`,
    `kind: ${kind}`,
    ...(version === undefined ? [] : [`version: ${JSON.stringify(version)}`]),
    ...(description === '' ? [] : [`description: ${JSON.stringify(description)}`]),
    ...(domain === undefined ? [] : [`domain: ${JSON.stringify(domain)}`]),
    `source_hash: "sha256:${hash}"`,
    'tokens:',
    ...TEXT_LEVELS.map((level) => `  ${level}: ${estimateTokens(texts[level])}`),
    'projection:',
    ...TEXT_LEVELS.map((level) => `  ${level}: "chunks/${level}.md"`),
    'relations:',
    ...edges.map(({ verb, target }) => `  - { type: ${word(verb)}, target: ${JSON.stringify(target)} }`),
  ]);
}

function writeGraph({ id, edges }: CompilableAtom): string {
  return lines([
    `atom: ${JSON.stringify(id)}`,
    'relations:',
    ...edges.flatMap(({ verb, target }) => [
      `  - type: ${word(verb)}`,
      `    target: ${JSON.stringify(target)}`,
    ]),
  ]);
}

function writeAtomIndex({ id, kind, version, description, domain, texts }: CompilableAtom): string {
  const tokens = (level: keyof typeof texts) => estimateTokens(texts[level]);
  return lines([
    '<atom',
    `  id="${escapeXml(id)}"`,
    `  kind="${escapeXml(kind)}"`,
    ...(version === undefined ? [] : [`  version="${escapeXml(version)}"`]),
    ...(domain === undefined ? [] : [`  domain="${escapeXml(domain)}"`]),
    `  tokens="${tokens('core')}">`,
    `  <description>${escapeXml(description)}</description>`,
    '  <projection>',
    ...TEXT_LEVELS.map(
      (level) => `    <level name="${level}" file="chunks/${level}.md" tokens="${tokens(level)}"/>`,
    ),
    '  </projection>',
    '</atom>',
  ]);
}

function writeIndex(atoms: readonly CompilableAtom[]): string {
  const clusters = Map.groupBy(atoms, ({ id, domain }) => domain ?? id.slice(1, id.indexOf('/')));
  const total = atoms.reduce((sum, { texts }) => sum + estimateTokens(texts.core), 0);
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<prime_index version="1.0" total="${atoms.length}" total_tokens="${total}">`,
    ...[...clusters]
      .toSorted(([a], [b]) => compareText(a, b))
      .flatMap(([name, members]) => [
        `  <cluster name="${escapeXml(name)}">`,
        ...members.flatMap(writeIndexed),
        '  </cluster>',
      ]),
    '</prime_index>',
  ]);
}

function writeIndexed({ id, kind, description, texts, edges }: CompilableAtom): string[] {
  return [
    `    <atom id="${escapeXml(id)}" kind="${escapeXml(kind)}" tokens="${estimateTokens(texts.core)}">`,
    ...(description === '' ? [] : [`      ${escapeXml(makeTeaser(description))}`]),
    ...edges.map(
      ({ verb, target }) => `      <edge type="${escapeXml(verb)}" target="${escapeXml(target)}"/>`,
    ),
    '    </atom>',
  ];
}

function makeTeaser(description: string): string {
  const characters = [...toLine(description)];
  return characters.length <= TEASER_LENGTH
    ? characters.join('')
    : `${characters.slice(0, TEASER_LENGTH - 1).join('')}…`;
}

/** A verb that YAML would read as another type is quoted. */
function word(verb: string): string {
  return /^[a-z][a-z-]*$/.test(verb) && !/^(?:null|true|false|yes|no|on|off|y|n)$/.test(verb)
    ? verb
    : JSON.stringify(verb);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
