// What is next to the README of a version: its graph, facts, score and downloads.
import { RULES, type Score, type ScorePart } from '@prime-registry/lint';
import {
  graphPagePath,
  graphPicturePath,
  primeDocumentPath,
  sourceManifestPath,
  tarballPath,
} from '@prime-registry/protocol';
import { countOf, formatNumber } from '../amounts.ts';
import { renderContents } from '../contents.ts';
import { renderFacts } from '../fact.ts';
import { type Html, html } from '../html.ts';
import type { AsideContents } from './aside-contents.ts';
import { listFacts } from './prime-facts.ts';

/** Atoms from which on a picture of them says something. */
const DRAWN_ATOMS = 2;

export function renderAside(contents: AsideContents): Html {
  const { record, downloads, atomCount = 0, isHere, score, headings } = contents;
  const { name, version } = record;
  return html`<aside class="aside" aria-label="Facts">
${atomCount >= DRAWN_ATOMS && html`<div class="picture"><a class="thumb" href="${graphPagePath(name, version)}"><img src="${graphPicturePath(name, version)}" alt="" width="400" height="300" loading="lazy"><span>Graph of its ${countOf(atomCount, 'atom')}</span></a></div>`}
<section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2>${renderFacts(listFacts(contents))}
<ul class="line"><li><a href="${tarballPath(name, version)}">Tarball</a></li>${isHere && html`<li><a href="${sourceManifestPath(name, version)}">pack.yaml</a></li>`}${atomCount > 0 && html`<li><a href="${primeDocumentPath(name, version)}">Markdown</a></li>`}</ul></section>
${score !== undefined && renderScore(score)}
${downloads}
${renderContents(headings, 'beside')}</aside>`;
}

/** With the reasons for missing points. */
function renderScore({ points, max, parts }: Score): Html {
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
