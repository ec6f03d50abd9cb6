// The score of a version, with the reasons for missing points.
import { RULES, type Score, type ScorePart } from '@prime-registry/lint';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** Renders a score as a panel. */
export function renderScore({ points, max, parts }: Score): Html {
  return html`<section class="panel" aria-labelledby="score"><h2 id="score">Score: ${points} of ${max}</h2>
<ul class="edges">${parts.map(renderPart)}</ul>
<p class="small faint">Computed from the version alone, when it was published. <code>prime lint</code> shows where.</p></section>`;
}

function renderPart({ title, points, max, reasons }: ScorePart): Html {
  return html`<li>${title}: ${points} of ${max}${reasons.map(
    ({ rule, count }) =>
      html`<br><span class="small faint">${RULES[rule].summary}${count > 1 && html` (${formatNumber(count)} times)`}</span>`,
  )}</li>`;
}
