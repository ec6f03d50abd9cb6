// Search results, the matching atoms, and filters.
import { atomPagePath, browsePath, SEARCH_SORTS, type SearchFilters } from '@prime-registry/protocol';
import type { RelaxedSearch, RichFindings, RichHit } from '@prime-registry/store';
import { titleOf } from '../graph/atom-title.ts';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type ElsewhereFindings, renderElsewhere } from '../parts/atom/elsewhere.ts';
import { colourOf, renderMark } from '../parts/atom/kinds.ts';
import { renderChosen, renderFacets } from '../parts/facets.ts';
import { type Html, html } from '../parts/html.ts';
import { searchField } from '../parts/layout.ts';
import { listAddress } from '../parts/list-address.ts';
import { describePart, renderListEnd, renderPager } from '../parts/pager.ts';
import {
  type PrimeRow,
  renderFoundLine,
  renderRows,
  type renderSegments,
  renderTitle,
} from '../parts/prime/prime-rows.ts';
import { renderSorts } from '../parts/sorts.ts';
import { type FoundPart, listWords, renderCorrected, renderFindFrame, renderFindTabs } from './find-frame.ts';

export interface FindContents extends FoundPart {
  readonly findings: RichFindings;
  /** If all words together found nothing: what fewer words find. The findings are those of the first. */
  readonly relaxed: readonly RelaxedSearch[];
  /** What the upstreams found, if they were asked. */
  readonly elsewhere?: ElsewhereFindings | undefined;
}

export function renderFindPage(contents: FindContents): string {
  const { text, filters, sort, findings, relaxed, offset, limit, elsewhere } = contents;
  const { hits, total, corrected, facets, facetTotal, isCut } = findings;
  const at = (change: object): string => listAddress({ text, sort, filters, ...change });
  const part = { offset, limit, shown: hits.length, total, isMore: offset + hits.length < total };
  const list = { filters, facets, facetTotal, isPart: facetTotal < total, at };
  return renderFindFrame(
    text,
    html`<div class="bar"><h1 dir="auto"><span class="unseen">Search: </span>${text}</h1>${renderFindTabs(text, filters, 'primes')}${renderSorts(SEARCH_SORTS, sort, (other) => at({ sort: other }))}</div>
${renderCorrected(corrected)}${relaxed.length > 0 && renderRelaxed(contents)}
<div class="finding">
${renderFacets(list)}
<div><section aria-label="Results" id="results"><div class="counted"><p class="faint" role="status">${describePart(part, 'Prime')}${isCut && ', of which the first 5,000 are in order'}</p>${renderChosen(list)}</div>
${total === 0 && ((elsewhere?.hits.length ?? 0) > 0 ? NOTHING_HERE : NOTHING)}
${renderRows(hits.flatMap((hit) => toRow(hit, relaxed[0]?.text ?? text, filters)))}
${renderListEnd(part, 'Add a word, or choose a filter.')}${renderPager(part, (from) => at({ offset: from }))}</section>
${elsewhere !== undefined && renderElsewhere(elsewhere)}</div>
</div>`,
  );
}

/** Renders the page without results, and the reason. */
export function renderFindProblem(text: string, problem: string): string {
  return renderFindFrame(
    text,
    html`<div class="title"><h1>Search</h1></div>
<div class="again">${searchField(text, 'Search names, descriptions, READMEs and atoms')}</div>
<p class="empty">${problem}</p>`,
  );
}

const NOTHING = html`<div class="empty"><p>No Prime matches all of these words. Try fewer or other words, remove a filter, or <a href="${browsePath()}">browse all Primes</a>.</p></div>`;

const NOTHING_HERE = html`<div class="empty"><p>No Prime of this registry matches all of these words.</p></div>`;

/** Which words were left out, and which others could be. */
function renderRelaxed({ filters, relaxed }: FindContents): Html {
  const [first, ...others] = relaxed;
  return html`<p class="note" role="note">No Prime has all of these words. These are found without ${listWords(first?.without ?? [])}.${others.map(({ text, without, total }) => html` <a href="${listAddress({ text, filters })}">Without ${listWords(without)}: ${formatNumber(total)}</a>.`)}</p>`;
}

function toRow(hit: RichHit, text: string, filters: SearchFilters): PrimeRow[] {
  const kinds = filters.kind === undefined ? {} : { kind: filters.kind };
  const { listed, highlights } = hit;
  if (listed === undefined) return [];
  const inField = (field: string) => highlights.find((each) => each.field === field)?.segments;
  const description = inField('description');
  const readme = description === undefined ? inField('readme') : undefined;
  const found =
    hit.atoms.length > 0
      ? renderAtoms(hit, text, kinds)
      : highlights.length === 0
        ? renderScattered(hit.name, text, kinds)
        : readme && renderReadme(readme);
  return [{ prime: listed, name: inField('name'), description, found }];
}

/** No place has enough of the words to be shown: they are in different atoms. */
function renderScattered(name: string, text: string, kinds: SearchFilters): Html {
  const some = listAddress({ text, what: 'atoms', prime: name, filters: kinds });
  return html`<p class="found cut">The words are in different places: <a href="${some}">its atoms with most of them</a></p>`;
}

function renderReadme(segments: Parameters<typeof renderSegments>[0]): Html {
  return html`<p class="found cut" dir="auto">README: ${renderFoundLine(segments)}</p>`;
}

/** The best atom, and how many there are. */
function renderAtoms(
  { name, version, atoms, atomTotal }: RichHit,
  text: string,
  kinds: SearchFilters,
): Html | false {
  const [best] = atoms;
  if (best === undefined) return false;
  const all = listAddress({ text, what: 'atoms', prime: name, filters: kinds });
  return html`<div class="found"><p class="cut" dir="auto"><span class="kind k${colourOf(best.kind)}">${renderMark(best.kind)}<span class="unseen">${best.kind}: </span></span><a href="${atomPagePath(name, version, best.id)}">${renderTitle(best)}</a> ${renderFoundLine(best.snippet, titleOf(best).length)}</p>${atomTotal > 1 && html`<a class="all" href="${all}">${countOf(atomTotal, 'atom')}<span class="unseen"> of ${name} that match</span></a>`}</div>`;
}
