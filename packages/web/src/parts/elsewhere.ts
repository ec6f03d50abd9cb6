// What other registries found, below what is here: a name, what it is about, and where it would come from.
import { countOf, formatNumber } from './amounts.ts';
import { type Html, html, renderLine } from './html.ts';
import { cutText, nameLink, originLink } from './prime-entries.ts';

/** A Prime that another registry has found. */
interface ElsewhereHit {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Base URL of that registry. */
  readonly origin: string;
}

/** What other registries found. */
export interface ElsewhereFindings {
  readonly hits: readonly ElsewhereHit[];
  /** Base URLs of registries that did not answer in time. */
  readonly incomplete: readonly string[];
}

/** So many are shown at once, and so many on demand. */
const FIRST_SHOWN = 10;
const MAX_SHOWN = 50;

/** Renders the section; nothing where the others found nothing. */
export function renderElsewhere({ hits, incomplete }: ElsewhereFindings): Html | false {
  if (hits.length === 0 && incomplete.length === 0) return false;
  const others = hits.slice(FIRST_SHOWN, MAX_SHOWN);
  return html`<section class="elsewhere" aria-labelledby="elsewhere"><h2 id="elsewhere">In other registries</h2>
<p class="faint" role="status">${hits.length > 0 && html`${countOf(hits.length, 'Prime')} that ${hits.length === 1 ? 'is' : 'are'} not here yet. To look at one brings it here. `}${incomplete.length > 0 && html`Not in time, so that something may be missing: ${incomplete.map((origin) => html`${originLink(origin)} `)}`}</p>
<ul class="entries">${hits.slice(0, FIRST_SHOWN).map(renderHit)}</ul>
${others.length > 0 && html`<details><summary>${formatNumber(others.length)} more</summary><ul class="entries">${others.map(renderHit)}</ul></details>`}</section>`;
}

function renderHit({ name, version, description, origin }: ElsewhereHit): Html {
  return html`<li><div class="entry"><h3>${nameLink(name)}</h3> <code class="faint">${version}</code></div>
<p>${renderLine(cutText(description))}</p>
<ul class="line"><li>from ${originLink(origin)}</li></ul></li>`;
}
