// A whole version to read from top to bottom, and to print: the texts of its atoms in reading order.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { atomPagePath, primeDocumentPath, readingPagePath } from '@prime-registry/protocol';
import { countOf, dateOf, formatNumber } from '../parts/amounts.ts';
import { ofText } from '../parts/authors-text.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { cutText, feedsOf } from '../parts/prime/prime-entries.ts';
import { indexingOf, type PrimeHead, renderPrimeHead } from '../parts/prime/prime-head.ts';
import type { Reading, ReadingAtom } from '../parts/reading.ts';

export interface ReadingContents {
  readonly head: PrimeHead;
  readonly reading: Reading;
  readonly level: TextLevel;
  /** The parts of the reading; see divideReading. */
  readonly parts: readonly (readonly ReadingAtom[])[];
  /** The part that is shown, from 1. */
  readonly part: number;
  /** Its texts; see renderReading. */
  readonly texts: Html;
}

const LEVELS: Readonly<Record<TextLevel, string>> = { summary: 'Summary', core: 'Core', full: 'Full' };

export function renderReadingPage(contents: ReadingContents): string {
  const { head, reading, level, parts, part, texts } = contents;
  const { name, version, description, license, publishedAtMs } = head.record;
  const content = html`
${renderPrimeHead(head, 'read')}
<p class="about"${ofText(description)}>${renderLine(cutText(description.trim(), 600))}</p>
<ul class="line"><li>${countOf(reading.atoms.length, 'atom')}, each after those that it builds on</li><li>${license}</li><li>${dateOf(publishedAtMs)}</li><li><a href="${primeDocumentPath(name, version)}?text=${level}">Markdown</a></li></ul>
${renderLevels(contents)}
<div class="reading">
${renderContents(contents)}
<div class="texts">${parts.length > 1 && html`<p class="faint">Part ${part} of ${parts.length}</p>`}
${texts}
${renderPages(contents)}</div>
</div>`;
  return layout({
    title: `${name} ${version}${part > 1 ? `, part ${part}` : ''}, to read`,
    description: `All of ${name} ${version} on one page, in reading order.`,
    ...indexingOf(head, readingPagePath),
    content,
    document: primeDocumentPath(name, version),
    feeds: feedsOf(name),
  });
}

function pathOf({ head, level }: ReadingContents, changes: { level?: TextLevel; part?: number }): string {
  const { name, version } = head.record;
  const text = changes.level ?? level;
  const { part = 1 } = changes;
  const query = new URLSearchParams({
    ...(text !== 'core' && { text }),
    ...(part !== 1 && { part: String(part) }),
  });
  return `${readingPagePath(name, version)}${query.size > 0 ? `?${query}` : ''}`;
}

/** How long the texts are, with what a model pays for each length. */
function renderLevels(contents: ReadingContents): Html {
  const { level, reading } = contents;
  return html`<nav aria-label="Length of the texts"><ul class="lengths">${TEXT_LEVELS.map(
    (each) =>
      html`<li><a href="${pathOf(contents, { level: each })}"${each === level && html` aria-current="page"`}>${LEVELS[each]} <small>${countOf(reading.tokens[each], 'token')}</small></a></li>`,
  )}</ul></nav>`;
}

/** The atoms of this part, and links to the other parts. */
function renderContents(contents: ReadingContents): Html {
  const { parts, part, head } = contents;
  const { name, version } = head.record;
  const shown = parts[part - 1] ?? [];
  if (shown.length === 0) return html`<p>This version has no atoms to read.</p>`;
  return html`<nav class="toc" aria-labelledby="contents"><details open><summary><h2 id="contents">Contents</h2></summary>
<ol${part > 1 && html` start="${formatStart(parts, part)}"`}>${shown.map(({ anchor, label }) => html`<li><a href="#${anchor}"${ofText(label)}>${renderLine(label)}</a></li>`)}</ol></details>
${
  parts.length > 1 &&
  html`<p class="small">Parts: ${parts.map((atoms, index) => {
    const first = atoms[0];
    return index + 1 === part || first === undefined
      ? html`<strong>${index + 1}</strong> `
      : html`<a href="${pathOf(contents, { part: index + 1 })}" title="From ${cutText(first.label, 60)}">${index + 1}</a> `;
  })}</p>`
}
<p class="small print-hint">To print or keep it, use the print command of your browser. <a href="${atomPagePath(name, version, shown[0]?.id ?? '')}">Begin with the first atom</a></p></nav>`;
}

function formatStart(parts: ReadingContents['parts'], part: number): string {
  return String(1 + parts.slice(0, part - 1).reduce((sum, { length }) => sum + length, 0));
}

function renderPages(contents: ReadingContents): Html | false {
  const { parts, part } = contents;
  if (parts.length === 1) return false;
  const link = (to: number, text: string): Html =>
    html`<a href="${pathOf(contents, { part: to })}">${text}</a>`;
  return html`<nav class="pages" aria-label="Pages"><span>${part > 1 && link(part - 1, `Part ${formatNumber(part - 1)}`)}</span><span>${part < parts.length && link(part + 1, `Part ${formatNumber(part + 1)}`)}</span></nav>`;
}
