// Downloads over time: a bar chart by week, with a text alternative.
import type { DownloadsOfDay } from '@prime-registry/store';
import { countOf, formatDate, formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** Weeks in the chart, including the current one. */
export const WEEKS = 13;
const DAY_MS = 86_400_000;
const WIDTH = 260;
const HEIGHT = 76;
/** The names of the weeks are below it, with room for descenders. */
const BASE = HEIGHT - 16;
const NAMES = HEIGHT - 4;

/** The first day in the chart. */
export function firstDayShown(today: number): number {
  return today - WEEKS * 7 + 1;
}

/** Renders the downloads of the last weeks. */
export function renderDownloads(days: readonly DownloadsOfDay[], total: number, today: number): Html {
  const weeks = new Array<number>(WEEKS).fill(0);
  for (const { day, downloads } of days) {
    const week = Math.floor((day - firstDayShown(today)) / 7);
    if (week >= 0 && week < WEEKS) weeks[week] = (weeks[week] ?? 0) + downloads;
  }
  const lately = weeks.reduce((sum, week) => sum + week, 0);
  if (lately === 0)
    return renderPanel(
      html`<p class="small faint">${total === 0 ? 'None yet.' : html`None in ${WEEKS} weeks, ${formatNumber(total)} in total.`}</p>`,
    );
  const most = Math.max(...weeks);
  const step = WIDTH / WEEKS;
  const bars = weeks.map((downloads, week) => {
    const height = downloads === 0 ? 0 : Math.max(2, (downloads / most) * (BASE - 4));
    const begin = formatDate((firstDayShown(today) + week * 7) * DAY_MS);
    return html`<rect x="${(week * step + 1).toFixed(1)}" y="${(BASE - height).toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${height.toFixed(1)}"><title>${countOf(downloads, 'download')} in the week of ${begin}</title></rect>`;
  });
  return renderPanel(html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${countOf(lately, 'download')} in the last ${WEEKS} weeks; ${formatNumber(most)} in the best week">
${bars}<line x1="0" x2="${WIDTH}" y1="${BASE}.500" y2="${BASE}.500"/>
<text x="0" y="${NAMES}">${WEEKS} weeks ago</text><text x="${WIDTH}" y="${NAMES}" text-anchor="end">this week</text></svg>
<p class="small faint">${countOf(lately, 'download')} in ${WEEKS} weeks${total > lately && html`, ${formatNumber(total)} in total`}.</p>`);
}

function renderPanel(content: Html): Html {
  return html`<section class="panel" aria-labelledby="downloads"><h2 id="downloads">Downloads</h2>
${content}</section>`;
}
