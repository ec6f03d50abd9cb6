// The views of an atom: its fields, its texts as agents get them, its source; and buttons to take them along.
import { TEXT_LEVELS } from '@prime-registry/atoms';
import { atomPagePath, atomTextPath } from '@prime-registry/protocol';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import type { AtomContents, AtomView, RawText } from './atom-contents.ts';

const NAMES: Readonly<Record<AtomView, string>> = {
  summary: 'Summary',
  core: 'Core',
  full: 'Full',
  source: 'Source',
};

/** Longer texts are cut; sources are at most 65,536 characters long. */
const MAX_TEXT_LENGTH = 24_000;
const MAX_SOURCE_LENGTH = 65_536;

/** Renders the links to all views, and the button that copies the one that is shown. */
export function renderViews(contents: AtomContents): Html {
  const { name, version, facts, hasSource, raw } = contents;
  const shown = raw?.level;
  const path = atomPagePath(name, version, facts.id);
  const item = (href: string, text: Html | string, isShown: boolean): Html =>
    html`<li><a href="${href}"${isShown && html` aria-current="page"`}>${text}</a></li>`;
  return html`<div class="views"><nav aria-label="Views of this atom"><ul class="lengths">${item(path, 'Read', shown === undefined)}${TEXT_LEVELS.map(
    (level) =>
      item(
        `?text=${level}`,
        html`${NAMES[level]} <small>${formatNumber(facts.tokens[level])} tokens</small>`,
        level === shown,
      ),
  )}${hasSource && item('?text=source', NAMES.source, shown === 'source')}</ul></nav>${renderCopy(contents)}</div>`;
}

function renderCopy({ body, raw }: AtomContents): Html | false {
  if (raw === undefined)
    return (
      body.markdown !== undefined &&
      html`<button type="button" class="plain" data-copy="${body.markdown}" aria-live="polite" hidden>Copy as Markdown</button>`
    );
  const label = raw.level === 'source' ? 'Copy the source' : 'Copy as Markdown';
  return (
    !isCut(raw) &&
    html`<button type="button" class="plain" data-copy-from="raw" aria-live="polite" hidden>${label}</button>`
  );
}

/** Renders a text as it is. */
export function renderRawText(raw: RawText, { name, version, facts }: AtomContents): Html {
  const { level, text } = raw;
  const shown = text.slice(0, maxLength(raw)).toWellFormed();
  const whole =
    level !== 'source' &&
    `${atomTextPath(facts.id, level)}?${String(new URLSearchParams({ prime: name, version }))}`;
  const about =
    level === 'source'
      ? html`What the author wrote, in <code>${facts.path}</code>${facts.line !== undefined && ` from line ${facts.line}`}.`
      : html`What agents read at this length, as Markdown. ${whole && html`<a href="${whole}">The text alone</a>`}`;
  return html`<p class="small faint">${about}</p>
<pre class="raw" id="raw" tabindex="0" dir="auto">${shown}</pre>
${isCut(raw) && whole && html`<p class="small faint">The text is shortened here. <a href="${whole}">Read the whole text</a> as Markdown.</p>`}`;
}

function isCut(raw: RawText): boolean {
  return raw.text.length > maxLength(raw);
}

function maxLength({ level }: RawText): number {
  return level === 'source' ? MAX_SOURCE_LENGTH : MAX_TEXT_LENGTH;
}
