// Primes in a compact list: name, facts, one line about it, and one about what was found.
import { primePagePath, scopeOf } from '@prime-registry/protocol';
import type { AtomHit, ListedPrime, TextSegment } from '@prime-registry/store';
import { titleOf } from '../../graph/atom-title.ts';
import { countOf, dateOf } from '../amounts.ts';
import { ofText } from '../authors-text.ts';
import { type Html, html, renderLine } from '../html.ts';
import { cutText, DEPRECATED, originLink } from './prime-entries.ts';

export interface PrimeRow {
  readonly prime: ListedPrime;
  /** With the matches of a search. */
  readonly name?: readonly TextSegment[] | undefined;
  readonly description?: readonly TextSegment[] | undefined;
  /** What was found in it. */
  readonly found?: Html | false | undefined;
}

export function renderRows(rows: readonly PrimeRow[]): Html {
  return html`<ul class="rows">${rows.map(renderRow)}</ul>`;
}

function renderRow({ prime, name, description, found = false }: PrimeRow): Html {
  const { version, license, atoms, publishedAtMs, downloads, origin, deprecated } = prime;
  return html`
<li><div class="entry"><h2>${renderName(prime.name, name)}</h2> <code class="faint">${version}</code>${deprecated && DEPRECATED}
<ul class="line"><li>${dateOf(publishedAtMs)}</li><li>${countOf(downloads, 'download')}</li><li>${countOf(atoms, 'atom')}</li><li>${license}</li>${origin !== undefined && html`<li>from ${originLink(origin)}</li>`}</ul></div>
<p class="cut"${ofText(prime.description)}>${description === undefined ? renderLine(cutText(prime.description)) : renderFoundLine(description)}</p>${found}</li>`;
}

/** A link to the Prime; the scope is dimmed, and matches are marked. */
function renderName(name: string, segments: readonly TextSegment[] = [{ text: name, match: false }]): Html {
  const scopeEnd = scopeOf(name).length + 1;
  const parts = { scope: [] as TextSegment[], short: [] as TextSegment[] };
  let at = 0;
  for (const { text, match } of segments) {
    const inScope = text.slice(0, Math.max(0, scopeEnd - at));
    if (inScope !== '') parts.scope.push({ text: inScope, match });
    if (inScope.length < text.length) parts.short.push({ text: text.slice(inScope.length), match });
    at += text.length;
  }
  return html`<a href="${primePagePath(name)}"><span class="scope">${renderSegments(parts.scope)}</span>${renderSegments(parts.short)}</a>`;
}

/** Characters of a line that are surely seen, and those before a match that is further behind. */
const SEEN_CHARACTERS = 90;
const LEAD_CHARACTERS = 30;

/**
 * A text on one line, which is cut where the line ends: it begins shortly before its first match, if that would be cut.
 * @param taken - characters that are in front of it in the line
 */
export function renderFoundLine(segments: readonly TextSegment[], taken = 0): Html {
  const first = segments.findIndex(({ match }) => match);
  const before = segments
    .slice(0, first)
    .map(({ text }) => text)
    .join('');
  const room = Math.max(LEAD_CHARACTERS, SEEN_CHARACTERS - taken);
  if (first === -1 || before.length + (segments[first]?.text.length ?? 0) <= room)
    return renderSegments(segments);
  const lead = before.slice(before.indexOf(' ', before.length - LEAD_CHARACTERS) + 1).toWellFormed();
  return html`…${renderSegments([{ text: lead, match: false }, ...segments.slice(first)])}`;
}

/** A text with its matches marked, without the marks of code in it. */
export function renderSegments(segments: readonly TextSegment[]): Html {
  return html`${segments.map(({ text, match }) => {
    const plain = text.replaceAll('`', '');
    return match ? html`<mark>${plain}</mark>` : html`${plain}`;
  })}`;
}

/** The name of a found atom, with its matches. */
export function renderTitle(atom: Pick<AtomHit, 'id' | 'label' | 'title'>): Html {
  const { title } = atom;
  const isShort = (title ?? []).reduce((sum, { text }) => sum + text.length, 0) <= MAX_TITLE;
  return title === undefined || !isShort ? html`${titleOf(atom)}` : renderSegments(title);
}

const MAX_TITLE = 120;
