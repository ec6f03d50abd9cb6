// What is known about an atom besides its text: where it is from, its names, and the Primes that have it.
import { findPagePath, graphPagePath } from '@prime-registry/protocol';
import { countOf } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import { nameLink } from '../prime/prime-entries.ts';
import type { AtomContents } from './atom-contents.ts';

const MAX_HOMES = 10;

export function renderAtomFacts({ name, version, facts, homes, hasSource, body }: AtomContents): Html {
  const { properties, comment } = body.reading;
  const { id, domain, tags, hash, path, line } = facts;
  const fact = (term: string, value: Html | string): Html =>
    html`<div class="whole"><dt>${term}</dt><dd>${value}</dd></div>`;
  const place = html`<code>${path}</code>${line !== undefined && `, line ${line}`}`;
  const others = homes.filter((home) => home.name !== name);
  return html`${
    comment.length > 0 &&
    html`<section class="panel" aria-labelledby="from"><h2 id="from">Where it is from</h2><div class="small">${renderComment(comment)}</div></section>`
  }<section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2><dl class="facts">
${properties.map(({ title, text }) => fact(title, text))}
${fact('Id', html`<code>${id}</code>`)}
${facts.version !== undefined && fact('Atom version', facts.version)}
${domain !== undefined && fact('Domain', html`<span dir="auto">${domain}</span>`)}
${tags.length > 0 && fact('Tags', html`<ul class="tags">${tags.map((tag) => html`<li><a class="tag" href="${findPagePath(tag)}" rel="nofollow" dir="auto">${tag}</a></li>`)}</ul>`)}
${fact('File', hasSource ? html`<a href="?text=source">${place}</a>` : place)}
${fact('Content hash', html`<span class="digest">${hash}</span>`)}
</dl><p class="small"><a href="${graphPagePath(name, version)}#${id}">Show in the graph</a></p></section>
${
  others.length > 0 &&
  html`<section class="panel" aria-labelledby="homes"><h2 id="homes">Also in ${countOf(others.length, 'other Prime')}</h2>
<ul class="links">${others.slice(0, MAX_HOMES).map((home) => html`<li>${nameLink(home.name)} <code class="faint">${home.version}</code></li>`)}</ul>${others.length > MAX_HOMES && html`<p class="small faint">and ${others.length - MAX_HOMES} more</p>`}</section>`
}`;
}

const ADDRESS = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/i;

/** The lines of the comment above an atom, with links to the addresses in them. */
function renderComment(lines: readonly string[]): Html {
  const [first = '', ...rest] = lines;
  // The heading says so already.
  const shown = [first.replace(/^sources?:\s*/i, ''), ...rest].filter((line) => line !== '');
  return html`<p dir="auto">${shown.map((line, index) => html`${index > 0 && (isWrapped(shown[index - 1], line) ? ' ' : html`<br>`)}${renderLinks(line)}`)}</p>`;
}

function renderLinks(line: string): Html {
  // Every second part is an address.
  return html`${line
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 0
        ? html`${part}`
        : html`<a href="${part}" rel="nofollow noopener noreferrer">${part}</a>`,
    )}`;
}

/** Whether the line goes on with the one before, which was as long as lines of a file may be. */
function isWrapped(before = '', line: string): boolean {
  return before.length >= FULL_LINE && !/^https?:/i.test(line);
}

const FULL_LINE = 70;
