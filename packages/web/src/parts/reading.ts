// The texts of a version in reading order, in parts of bounded size: most versions have one part.
import type { TextLevel } from '@prime-registry/atoms';
import { atomPagePath } from '@prime-registry/protocol';
import { renderKind } from './atom/kinds.ts';
import { ofText } from './authors-text.ts';
import { type Html, html, renderLine } from './html.ts';
import type { RenderedText } from './markdown.ts';

export interface ReadingAtom {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  /** Possibly cut. */
  readonly description: string;
  readonly tokens: Readonly<Record<TextLevel, number>>;
  /** Those of its edges that are shown; see encodeShownEdges. */
  readonly edges: string;
  /** Its anchor on the page. */
  readonly anchor: string;
}

export interface Reading {
  readonly atoms: readonly ReadingAtom[];
  /** The sum over all atoms. */
  readonly tokens: Readonly<Record<TextLevel, number>>;
  /** The size of the texts here, in characters. */
  readonly size: number;
}

/** Atoms of a part, and tokens of their texts. */
const [MAX_ATOMS, MAX_TOKENS] = [300, 50_000];

/** The parts of a reading: a part of a Prime that is longer than most books of rules is still a page. */
export function divideReading({ atoms }: Reading, level: TextLevel): readonly (readonly ReadingAtom[])[] {
  const parts: ReadingAtom[][] = [];
  let part: ReadingAtom[] = [];
  let tokens = 0;
  for (const atom of atoms) {
    if (part.length === MAX_ATOMS || (part.length > 0 && tokens + atom.tokens[level] > MAX_TOKENS)) {
      parts.push(part);
      part = [];
      tokens = 0;
    }
    part.push(atom);
    tokens += atom.tokens[level];
  }
  return [...parts, part];
}

/** Gives each atom an anchor that no other has. */
export class AnchorClaims {
  readonly #counts = new Map<string, number>();

  /** @param id - of an atom */
  claim(id: string): string {
    const name = id.slice(id.indexOf('/') + 1).replaceAll(/[^a-z0-9-]+/g, '-');
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    // Atoms of two scopes may have one name. A dot is in no other anchor.
    return count === 0 ? `atom-${name}` : `atom-${name}_${count + 1}`;
  }
}

/** Verbs and edges that an atom shows here; its page has all. */
const [MAX_VERBS, MAX_TARGETS] = [8, 12];

/** The edges of a verb that are shown, and the number of others. */
type ShownEdges = readonly [verb: string, targets: readonly string[], more: number];

/** The edges that are shown, as JSON: most parts are never asked for. Empty if there are none. */
export function encodeShownEdges(
  edges: readonly { readonly verb: string; readonly target: string }[],
): string {
  if (edges.length === 0) return '';
  const verbs = [...Map.groupBy(edges, ({ verb }) => verb)].slice(0, MAX_VERBS);
  const shown = verbs.map(([verb, ofVerb]): ShownEdges => {
    const targets = ofVerb.slice(0, MAX_TARGETS).map(({ target }) => target);
    return [verb, targets, ofVerb.length - targets.length];
  });
  return JSON.stringify(shown);
}

/** Renders the atoms of a part. @param texts - in the order of the atoms */
export function renderReading(
  { name, version }: { readonly name: string; readonly version: string },
  atoms: readonly ReadingAtom[],
  texts: readonly Pick<RenderedText, 'html' | 'isCut'>[],
): Html {
  const byId = new Map(atoms.map((atom) => [atom.id, atom]));
  const target = (id: string): Html => {
    const atom = byId.get(id);
    return atom === undefined
      ? html`<code>${id}</code>`
      : html`<a href="#${atom.anchor}">${renderLine(atom.label)}</a>`;
  };
  const renderEdges = ({ edges }: ReadingAtom): Html => {
    const verbs = JSON.parse(edges) as ShownEdges[];
    return html`<ul class="line">${verbs.map(
      ([verb, targets, more]) =>
        html`<li><span class="verb">${verb}</span> ${targets.map((id, index) => html`${index > 0 && ', '}${target(id)}`)}${more > 0 && html` and ${more} more`}</li>`,
    )}</ul>`;
  };
  return html`${atoms.map((atom, index) => {
    const text = texts[index];
    return html`<article id="${atom.anchor}" aria-labelledby="${atom.anchor}-name"><p class="kind-line">${renderKind(atom.kind)}</p>
<h2 id="${atom.anchor}-name"${ofText(atom.label)}><a href="${atomPagePath(name, version, atom.id)}">${renderLine(atom.label)}</a></h2>
${atom.description !== '' && atom.description !== atom.label && html`<p class="lead"${ofText(atom.description)}>${renderLine(atom.description)}</p>`}
${text !== undefined && html`<div class="prose">${text.html}</div>`}${text?.isCut === true && html`<p class="small faint">The text is shortened here; the page of the atom has more of it.</p>`}${atom.edges !== '' && renderEdges(atom)}</article>
`;
  })}`;
}
