// The content of a page that compares two versions: what changed in atoms, README and manifest.
import { atomPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { GAINED, LOST, nameAtom, renderChangedAtom } from './changed-atom.ts';
import { MAX_LISTED, renderImplied, renderVerbs, sortEdges } from './changed-edges.ts';
import type { DiffOutline, DiffTexts, LoneAtom } from './diff-contents.ts';
import { type LengthBudget, renderTextDiff } from './render-text-diff.ts';

/** In characters of compared texts. */
const MAX_LENGTH = 160_000;

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

function renderFile(heading: string, id: string, before: string, after: string, budget: LengthBudget): Html {
  return html`<section class="change" id="${id}"><h2>${heading}</h2>${renderTextDiff(before, after, budget)}</section>`;
}
