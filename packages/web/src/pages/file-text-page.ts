// A file of a version as text, with numbered lines.
import { filesPagePath, picturesPath, tarballPath } from '@prime-registry/protocol';
import { formatBytes, formatNumber } from '../parts/amounts.ts';
import { escapeText, Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf } from '../parts/prime/prime-entries.ts';
import { type PrimeHead, renderPrimeHead } from '../parts/prime/prime-head.ts';

export interface FileTextContents {
  readonly head: PrimeHead;
  readonly path: string;
  readonly sizeBytes: number;
  /** Undefined if the file is no text in UTF-8, or is too large. */
  readonly text: string | undefined;
  /** Its size in pixels, if it is a picture that pages show. */
  readonly picture?: { readonly width: number; readonly height: number } | undefined;
}

/** How much of a text is shown, in characters and in lines. */
const [MAX_LENGTH, MAX_LINES] = [200_000, 5000];

export function renderFileTextPage({ head, path, sizeBytes, text, picture }: FileTextContents): string {
  const { name, version } = head.record;
  const content = html`
${renderPrimeHead(head, 'files')}
<h2 class="path"><a href="${filesPagePath(name, version)}">Files</a> / ${path}</h2>
<p class="small faint">${formatBytes(sizeBytes)}</p>
${picture !== undefined && html`<p><img class="shown" src="${pictureOf(name, version, path)}" alt="The picture ${path}" width="${picture.width}" height="${picture.height}"></p>`}
${text !== undefined ? renderLines(text) : picture === undefined && html`<p>It is not shown: it is no text in UTF-8, or too large. The <a href="${tarballPath(name, version)}">tarball</a> has it.</p>`}`;
  return layout({
    title: `${path.slice(-120)} of ${name} ${version}`,
    description: `A file in the tarball of ${name} ${version}.`,
    content,
    feeds: feedsOf(name),
  });
}

function pictureOf(name: string, version: string, path: string): string {
  return `${picturesPath(name, version)}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function renderLines(text: string): Html {
  const lines = text.slice(0, MAX_LENGTH).split(/\r\n|\n|\r/, MAX_LINES + 1);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const shown = lines.slice(0, MAX_LINES);
  const isCut = text.length > MAX_LENGTH || lines.length > MAX_LINES;
  // Hidden characters are shown, and counted for the whole text.
  const escaped = escapeText(shown.join('\n')).split('\n');
  const numbered = escaped.map((line, index) => `<span id="L${index + 1}">${line}</span>\n`).join('');
  return html`<pre class="source" tabindex="0">${new Html(numbered)}</pre>${isCut && html`<p class="faint">Only the first ${formatNumber(shown.length)} lines are shown.</p>`}`;
}
