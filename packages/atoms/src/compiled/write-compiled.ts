// Writes the compiled form of a Prime: what this package reads of it, in the layout of known Primes.
import { TEXT_LEVELS } from '../atom.ts';
import { compareText } from '../hash/canonical-json.ts';
import { MAX_CHUNK_BYTES } from '../limits.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { readCompiledEdge } from './compiled-edge.ts';
import { type CompilableAtom, lines, writeAtomIndex, writeIndex } from './write-index.ts';

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

/** A verb that YAML would read as another type is quoted. */
function word(verb: string): string {
  return /^[a-z][a-z-]*$/.test(verb) && !/^(?:null|true|false|yes|no|on|off|y|n)$/.test(verb)
    ? verb
    : JSON.stringify(verb);
}
