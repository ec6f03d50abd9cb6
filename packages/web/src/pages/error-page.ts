// Errors for people: the same problem document that programs get.
import { type Problem, ROUTES } from '@prime-registry/protocol';
import { type Html, html, renderLine } from '../parts/html.ts';
import { layout, searchField } from '../parts/layout.ts';
import { cutText, nameLink } from '../parts/prime/prime-entries.ts';

/** What there is near an address at which there is nothing. */
export interface Nearby {
  /** Words of the address, for the search field. */
  readonly words: string;
  /** Primes with similar names. */
  readonly primes: readonly { readonly name: string; readonly description: string }[];
}

/** Where a visitor can go on. */
export interface WaysOn {
  /** Where to read more about a Prime whose version was removed. */
  readonly primePath?: string | undefined;
  /** The path where the same atom is. */
  readonly elsewhere?: string | undefined;
  readonly nearby?: Nearby | undefined;
}

/** Renders a problem as a page. */
export function renderErrorPage(
  { status, title, detail, code, request_id }: Problem,
  { primePath, elsewhere, nearby }: WaysOn = {},
): string {
  const isNear = status === 404 && nearby !== undefined && elsewhere === undefined;
  const heading =
    code === 'atom_not_found' && elsewhere !== undefined
      ? 'The atom is not in this version'
      : (HEADINGS[code] ?? title);
  const content = html`<div class="fault">
<p class="status">${status} · ${code}</p>
<h1>${heading}</h1>
<p class="about">${detail}</p>
${elsewhere !== undefined && html`<p><a class="button" href="${elsewhere}">Read the atom there</a></p>`}
${isNear ? renderNearby(nearby) : ADVICE[status]}
${(status === 410 || status === 451) && renderRemoved(primePath)}
<p class="small faint">Request <code>${request_id}</code>. The API reference explains
<a href="${ROUTES.apiReference}#error-${code}">${code}</a>.</p>
</div>`;
  // No search field if the registry is private and the visitor may not read.
  const searched = status === 401 || isNear ? false : '';
  return layout({ title: heading, content, searched, isIndexed: false });
}

function renderNearby({ words, primes }: Nearby): Html {
  return html`${
    primes.length > 0 &&
    html`<h2>Did you mean …?</h2>
<ul class="rows">${primes.map(({ name, description }) => html`<li><div class="entry"><h3>${nameLink(name)}</h3></div><p class="cut" dir="auto">${renderLine(cutText(description))}</p></li>`)}</ul>`
  }
<div class="again">${searchField(words, 'Search Primes')}</div>
<p>Or <a href="${ROUTES.browsePage}">browse all Primes</a>.</p>`;
}

function renderRemoved(primePath: string | undefined): Html {
  return html`<p>Its content is gone from this registry for good, and nothing else is ever published under its number.
${primePath !== undefined && html`See <a href="${primePath}">what else there is of this Prime</a>.`}</p>`;
}

/** Shorter than the titles of problems, which the sentence below would repeat. */
const HEADINGS: Readonly<Record<string, string>> = {
  prime_not_found: 'No such Prime',
  version_not_found: 'No such version',
  atom_not_found: 'No such atom',
};

const SIGN_IN = html`<div class="note"><p><strong>This registry is private.</strong> Every read needs a token in the request,
<code>Authorization: Bearer …</code>, which a browser cannot send by itself.</p>
<ul><li>With a token: <code>prime login</code>, then <code>prime search</code>, <code>prime info</code> and <code>prime install</code>.</li>
<li>Without one: ask the operator of this registry.</li>
<li>Operators: put a proxy in front that signs people in and adds a token that may read.</li></ul></div>`;

const ADVICE: Readonly<Record<number, Html>> = {
  401: SIGN_IN,
  404: html`<p>Search for it, or go to the <a href="${ROUTES.home}">home page</a>.</p>`,
  429: html`<p>Wait a moment, then reload the page.</p>`,
  503: html`<p>Try again in a few seconds.</p>`,
};
