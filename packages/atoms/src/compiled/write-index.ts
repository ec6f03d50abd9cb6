// Writes the indexes of the compiled form, in XML.
import { type Atom, type BareEdge, TEXT_LEVELS } from '../atom.ts';
import { compareText } from '../hash/canonical-json.ts';
import { toLine } from '../text/cut-text.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { ENTITIES } from './xml-reader.ts';

/** What the compiled form needs of an atom. */
export type CompilableAtom = Pick<
  Atom,
  'id' | 'kind' | 'version' | 'description' | 'domain' | 'texts' | 'hash'
> & { readonly edges: readonly BareEdge[] };

/** The length of a teaser in the index, in characters. */
const TEASER_LENGTH = 80;

export function writeAtomIndex({ id, kind, version, description, domain, texts }: CompilableAtom): string {
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

export function writeIndex(atoms: readonly CompilableAtom[]): string {
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

/** A text of lines, the last one with a line feed as well. */
export function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

const NAMES = new Map([...ENTITIES].map(([name, character]) => [character, name]));

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&${NAMES.get(character)};`);
}
