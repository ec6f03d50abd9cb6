// The content of a page that compares two versions: what changed in atoms, README and manifest.
import { atomPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { type ChangedEdges, GAINED, LOST, nameAtom, nameTarget, renderChangedAtom } from './changed-atom.ts';
import type { DiffOutline, DiffTexts, LoneAtom, NamedEdge } from './diff-contents.ts';
import { type LengthBudget, renderTextDiff } from './render-text-diff.ts';

/** The maximum number of lines in a list, and of lists of edges: a hostile Prime may have a verb for each. */
const MAX_LISTED = 200;
const MAX_VERBS = 40;
/** In characters of compared texts. */
const MAX_LENGTH = 160_000;

/** Renders the changes of two versions. */
export function renderChanges(outline: DiffOutline, texts: DiffTexts): Html {
  const { name, before, after, rule, counts, added, removed, renamed, changed, removedVerbs } = outline;
  const budget: LengthBudget = { left: MAX_LENGTH };
  const [oldReadme, readme] = texts.readmes;
  const isReadmeNew = oldReadme !== readme;
  const [oldManifest, manifest] = texts.manifests;
  const isManifestNew = withoutVersion(oldManifest) !== withoutVersion(manifest);
  const isNew = new Set(renamed.map(([, { id }]) => id));
  const isOld = new Set(renamed.map(([{ id }]) => id));
  const edges = sortEdges(outline);
  const atoms = html`${renderList(
    'Renamed atoms',
    renamed,
    renamed.length,
    ([from, to]) =>
      html`<li class="other"><span class="sign" aria-hidden="true">→</span>${nameAtom(name, after, to)} <span class="faint">was</span> <a href="${atomPagePath(name, before, from.id)}"><code>${from.id}</code></a></li>`,
  )}${renderList('Removed atoms', without(removed, isOld), counts.removed - renamed.length, (atom) => renderLone(LOST, 'minus', name, before, atom))}${renderList(
    'New atoms',
    without(added, isNew),
    counts.added - renamed.length,
    (atom) => renderLone(GAINED, 'plus', name, after, atom),
  )}${changed.length > 0 && html`<h2 id="changed">Changed atoms</h2>`}${changed.slice(0, MAX_LISTED).map((each) => renderChangedAtom(outline, each, edges.of(each.atom.id), texts, budget))}${counts.changed > MAX_LISTED && html`<p class="faint">and ${formatNumber(counts.changed - MAX_LISTED)} more changed atoms</p>`}${renderList(
    'Verbs that no edge uses any more',
    removedVerbs,
    counts.removed_verbs,
    (verb) => html`<li class="minus">${LOST}<code>${verb}</code></li>`,
  )}${edges.others.length > 0 && html`<h2>Other edges</h2>${renderVerbs(outline, edges.others)}`}${renderImplied(outline, edges.implied)}`;
  return html`<div class="note ${rule.respected ? 'good' : 'bad'}"><p><strong>${BUMPS[rule.required]}</strong> ${toSentence(rule.message)}</p></div>
<ul class="line"><li>${countOf(counts.added, 'atom')} added</li><li>${formatNumber(counts.removed)} removed</li><li>${formatNumber(counts.changed)} changed</li>${isReadmeNew && html`<li><a href="#readme">README changed</a></li>`}${isManifestNew && html`<li><a href="#manifest">Manifest changed</a></li>`}</ul>
${atoms}${isReadmeNew && renderFile('README', 'readme', oldReadme, readme, budget)}${isManifestNew && renderFile('Manifest', 'manifest', oldManifest, manifest, budget)}`;
}

const BUMPS = {
  major: 'These changes require a new major version.',
  minor: 'These changes require a new minor version.',
  patch: 'These changes require a new patch version.',
  none: 'The atoms did not change.',
} as const;

function toSentence(message: string): string {
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
}

/** Readers know that the version differs. */
function withoutVersion(manifest: string): string {
  return manifest.replace(/^version:.*$/m, '').replaceAll('\r', '');
}

function without(atoms: readonly LoneAtom[], ids: ReadonlySet<string>): readonly LoneAtom[] {
  return atoms.filter(({ id }) => !ids.has(id));
}

function renderLone(sign: Html, look: string, name: string, version: string, atom: LoneAtom): Html {
  return html`<li class="${look}">${sign}${nameAtom(name, version, atom)}${atom.about !== '' && html`<p dir="auto">${renderLine(atom.about)}</p>`}</li>`;
}

function renderList<Item>(
  heading: string,
  items: readonly Item[],
  count: number,
  render: (item: Item) => Html,
): Html {
  if (items.length === 0) return html``;
  const more = count - Math.min(items.length, MAX_LISTED);
  return html`<h2>${heading}</h2><ul class="diff">${items.slice(0, MAX_LISTED).map(render)}${more > 0 && html`<li class="faint">and ${formatNumber(more)} more</li>`}</ul>`;
}

interface SortedEdges {
  readonly of: (id: string) => ChangedEdges;
  /** Edges of atoms that only one version has. */
  readonly implied: readonly SidedEdge[];
  /** Edges of atoms that do not count as changed: two forms of an atom may differ in nothing else. */
  readonly others: readonly SidedEdge[];
}

type SidedEdge = NamedEdge & { readonly isLost: boolean };

function sortEdges({ added, removed, changed, gained, lost }: DiffOutline): SortedEdges {
  const lone = new Set([...added, ...removed].map(({ id }) => id));
  const byAtom = new Map(
    changed.map(({ atom }) => [atom.id, { gained: [] as NamedEdge[], lost: [] as NamedEdge[] }]),
  );
  const [implied, others]: [SidedEdge[], SidedEdge[]] = [[], []];
  const sort = (edges: readonly NamedEdge[], side: 'gained' | 'lost') => {
    for (const edge of edges) {
      const own = byAtom.get(edge.from);
      if (own !== undefined) own[side].push(edge);
      else (lone.has(edge.from) ? implied : others).push({ ...edge, isLost: side === 'lost' });
    }
  };
  sort(lost, 'lost');
  sort(gained, 'gained');
  return { of: (id) => byAtom.get(id) ?? { gained: [], lost: [] }, implied, others };
}

/** Readers of a new atom do not ask first which edges came with it. */
function renderImplied(outline: DiffOutline, edges: readonly SidedEdge[]): Html {
  if (edges.length === 0) return html``;
  return html`<details class="implied"><summary>${countOf(edges.length, 'edge')} of new and removed atoms</summary>${renderVerbs(outline, edges)}</details>`;
}

function renderVerbs({ name, before, after }: DiffOutline, edges: readonly SidedEdge[]): Html {
  const byVerb = [...Map.groupBy(edges, ({ verb }) => verb)];
  const edge = (each: SidedEdge): Html =>
    html`<li class="${each.isLost ? 'minus' : 'plus'}">${each.isLost ? LOST : GAINED}<code>${each.from}</code> → ${nameTarget(name, each.isLost ? before : after, each)}</li>`;
  const lists = byVerb
    .slice(0, MAX_VERBS)
    .map(
      ([verb, some]) =>
        html`<h3><code>${verb}</code></h3><ul class="diff">${some.slice(0, MAX_LISTED).map(edge)}${some.length > MAX_LISTED && html`<li class="faint">and ${formatNumber(some.length - MAX_LISTED)} more</li>`}</ul>`,
    );
  return html`${lists}${byVerb.length > MAX_VERBS && html`<p class="faint">Edges of ${countOf(byVerb.length - MAX_VERBS, 'more verb')} changed.</p>`}`;
}

function renderFile(heading: string, id: string, before: string, after: string, budget: LengthBudget): Html {
  return html`<section class="change" id="${id}"><h2>${heading}</h2>${renderTextDiff(before, after, budget)}</section>`;
}
