// Search results that are atoms.
import { atomPagePath, primePagePath, SEARCH_SORTS } from '@prime-registry/protocol';
import type { AtomFindings, FoundAtomHit } from '@prime-registry/store';
import { renderKind } from '../parts/atom/kinds.ts';
import { renderChosen, renderFacets } from '../parts/facets.ts';
import { type Html, html } from '../parts/html.ts';
import { listAddress } from '../parts/list-address.ts';
import { describePart, renderPager } from '../parts/pager.ts';
import { nameLink } from '../parts/prime/prime-entries.ts';
import { renderSegments, renderTitle } from '../parts/prime/prime-rows.ts';
import { renderSorts } from '../parts/sorts.ts';
import { type FoundPart, listWords, renderCorrected, renderFindFrame, renderFindTabs } from './find-frame.ts';

export interface FindAtomsContents extends FoundPart {
  /** The Prime whose atoms were searched; undefined for those of all. */
  readonly prime: string | undefined;
  readonly findings: AtomFindings;
  /** If no atom has all words: those that the findings are without. */
  readonly without: readonly string[];
}

export function renderFindAtomsPage(contents: FindAtomsContents): string {
  const { text, filters, prime, sort, offset, limit, findings, without } = contents;
  const { hits, total, isCut, corrected, facets } = findings;
  const at = (change: object): string =>
    listAddress({ text, what: 'atoms', prime, sort, filters, ...change });
  const part = { offset, limit, shown: hits.length, total, isMore: offset + hits.length < total };
  const list = { filters, facets, facetTotal: total, isPart: false, at };
  return renderFindFrame(
    text,
    html`<div class="bar"><h1 dir="auto"><span class="unseen">Search for atoms: </span>${text}</h1>${renderFindTabs(text, filters, 'atoms')}${renderSorts(SEARCH_SORTS, sort, (other) => at({ sort: other }))}</div>
${renderCorrected(corrected)}${without.length > 0 && renderWithout(contents)}
<div class="finding">
${renderFacets(list, 'Kind')}
<section aria-label="Results" id="results"><div class="counted"><p class="faint" role="status">${describePart(part, 'atom')}${isCut && ', the best ones'}${prime !== undefined && html` of ${nameLink(prime)}`}</p>${renderChosen(list)}${prime !== undefined && html`<a href="${at({ prime: undefined })}">Search all Primes</a>`}</div>
${total === 0 && html`<div class="empty"><p>No atom has all of these words. <a href="${listAddress({ text, filters })}">Search Primes</a>, whose words may be in different atoms.</p></div>`}
<ul class="rows">${hits.map(renderHit)}</ul>
${renderPager(part, (from) => at({ offset: from }))}</section>
</div>`,
  );
}

function renderWithout({ text, filters, without }: FindAtomsContents): Html {
  return html`<p class="note" role="note">No atom has all of these words. These are found without ${listWords(without)}. <a href="${listAddress({ text, filters })}">Search Primes</a>, whose words may be in different atoms.</p>`;
}

function renderHit(atom: FoundAtomHit): Html {
  const { id, kind, prime, version, snippet } = atom;
  return html`
<li><div class="entry"><h2><a dir="auto" href="${atomPagePath(prime, version, id)}">${renderTitle(atom)}</a></h2> ${renderKind(kind)}
<ul class="line"><li>in <a href="${primePagePath(prime)}">${prime}</a> ${version}</li></ul></div>
<p class="cut" dir="auto">${renderSegments(snippet)}</p></li>`;
}
