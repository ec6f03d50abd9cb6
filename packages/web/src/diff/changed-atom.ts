// An atom that differs between two versions, field by field.
import { atomPagePath } from '@prime-registry/protocol';
import { formatNumber } from '../parts/amounts.ts';
import { renderKind } from '../parts/atom/kinds.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { joinSome } from '../parts/prime/prime-entries.ts';
import { type FieldPair, pairFields } from './atom-fields.ts';
import type { ChangedSides, DiffOutline, DiffTexts, NamedAtom, NamedEdge } from './diff-contents.ts';
import { type LengthBudget, renderItemsDiff, renderTextDiff } from './render-text-diff.ts';

/** The maximum number of fields and verbs of an atom: a hostile one has thousands. */
const MAX_FIELDS = 40;
/** The same of edges. */
const MAX_EDGES = 60;

/** The edges of an atom that only one version has. */
export type ChangedEdges = Pick<DiffOutline, 'gained' | 'lost'>;

export function renderChangedAtom(
  outline: DiffOutline,
  { atom, fields, sides }: ChangedSides,
  edges: ChangedEdges,
  texts: DiffTexts,
  budget: LengthBudget,
): Html {
  const heading = html`<h3>${nameAtom(outline.name, outline.after, atom)}</h3>`;
  if (sides === undefined || budget.left <= 0)
    return html`<article class="change">${heading}<p class="faint">Changed: ${joinSome(fields)}.</p></article>`;
  const [before, after] = sides;
  const text = (version: 'before' | 'after') => texts[version].get(atom.id) ?? '';
  const pairs = pairFields({ ...before, text: text('before') }, { ...after, text: text('after') }, fields);
  const verbs = [...new Set([...edges.lost, ...edges.gained].map(({ verb }) => verb))];
  const shown = new Set([...pairs.map(({ name }) => name), ...verbs.map(toWords)]);
  const others = fields.filter((field) => !shown.has(toWords(field)));
  const more = Math.max(0, pairs.length - MAX_FIELDS) + Math.max(0, verbs.length - MAX_FIELDS);
  return html`<article class="change">${heading}<dl>${pairs.slice(0, MAX_FIELDS).map((pair) => renderField(pair, budget))}${verbs
    .slice(0, MAX_FIELDS)
    .map((verb) =>
      renderVerb(outline, verb, edges),
    )}</dl>${more > 0 && html`<p class="faint">and ${formatNumber(more)} more fields</p>`}${others.length > 0 && html`<p class="faint">${pairs.length + verbs.length > 0 && 'Also '}changed, and not part of the text: ${joinSome(others)}.</p>`}</article>`;
}

/** A link to an atom, with its kind and its id. */
export function nameAtom(name: string, version: string, { id, kind, title }: NamedAtom): Html {
  return html`${renderKind(kind)} <a href="${atomPagePath(name, version, id)}" dir="auto">${renderLine(title)}</a> <code class="faint">${id}</code>`;
}

function renderField({ name, before, after }: FieldPair, budget: LengthBudget): Html {
  const diff =
    name === 'tags' ? renderItemsDiff(before, after, budget) : renderTextDiff(before, after, budget);
  return html`<dt dir="auto">${toTitle(name)}</dt><dd>${diff}</dd>`;
}

function renderVerb(
  { name, before, after }: DiffOutline,
  verb: string,
  { gained, lost }: ChangedEdges,
): Html {
  const of = (edges: readonly NamedEdge[]) => edges.filter((edge) => edge.verb === verb);
  const [old, young] = [of(lost), of(gained)];
  const more = Math.max(0, old.length - MAX_EDGES) + Math.max(0, young.length - MAX_EDGES);
  return html`<dt dir="auto">${toTitle(verb)}</dt><dd><ul class="diff">${old.slice(0, MAX_EDGES).map((edge) => html`<li class="minus">${LOST}${nameTarget(name, before, edge)}</li>`)}${young.slice(0, MAX_EDGES).map((edge) => html`<li class="plus">${GAINED}${nameTarget(name, after, edge)}</li>`)}${more > 0 && html`<li class="faint">and ${formatNumber(more)} more</li>`}</ul></dd>`;
}

/** The marks of what is gone and what is new. */
export const LOST = html`<span class="sign" aria-hidden="true">−</span><span class="unseen">removed: </span>`;
export const GAINED = html`<span class="sign" aria-hidden="true">+</span><span class="unseen">added: </span>`;

/** The target of an edge, as a link if the version has it. */
export function nameTarget(name: string, version: string, { target, to }: NamedEdge): Html {
  return to === undefined ? html`<code>${target}</code>` : nameAtom(name, version, { id: target, ...to });
}

function toWords(field: string): string {
  return field.replaceAll(/[-_]+/g, ' ').trim().toLowerCase();
}

function toTitle(field: string): string {
  const words = toWords(field);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
