// Search results of the upstreams, below the results of this registry.
import { countOf, formatNumber } from '../amounts.ts';
import { ofText } from '../authors-text.ts';
import { type Html, html, renderLine } from '../html.ts';
import { cutText, nameLink, originLink } from '../prime/prime-entries.ts';

interface ElsewhereHit {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Base URL of the upstream. */
  readonly origin: string;
}

export interface ElsewhereFindings {
  readonly hits: readonly ElsewhereHit[];
  /** Base URLs of upstreams that did not answer in time. */
  readonly incomplete: readonly string[];
}

/** How many are shown at first; the rest on demand. */
const FIRST_SHOWN = 10;
const MAX_SHOWN = 50;

/** Renders the section; nothing if the upstreams found nothing. */
export function renderElsewhere({ hits, incomplete }: ElsewhereFindings): Html | false {
  if (hits.length === 0 && incomplete.length === 0) return false;
  const others = hits.slice(FIRST_SHOWN, MAX_SHOWN);
  return html`<section class="elsewhere" aria-labelledby="elsewhere"><h2 id="elsewhere">In other registries</h2>
<p class="faint" role="status">${hits.length > 0 && html`${countOf(hits.length, 'Prime')} that ${hits.length === 1 ? 'is' : 'are'} not stored here yet. Opening one pulls it. `}${incomplete.length > 0 && html`Did not answer in time, so results may be missing: ${incomplete.map((origin) => html`${originLink(origin)} `)}`}</p>
<ul class="entries">${hits.slice(0, FIRST_SHOWN).map(renderHit)}</ul>
${others.length > 0 && html`<details><summary>${formatNumber(others.length)} more</summary><ul class="entries">${others.map(renderHit)}</ul></details>`}</section>`;
}

function renderHit({ name, version, description, origin }: ElsewhereHit): Html {
  return html`<li><div class="entry"><h3>${nameLink(name)}</h3> <code class="faint">${version}</code></div>
<p${ofText(description)}>${renderLine(cutText(description))}</p>
<ul class="line"><li>from ${originLink(origin)}</li></ul></li>`;
}
