// The files of a version, with the text of its licence.
import { fileTextPagePath, tarballPath } from '@prime-registry/protocol';
import { countOf, formatBytes, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf } from '../parts/prime/prime-entries.ts';
import { type PrimeHead, renderPrimeHead } from '../parts/prime/prime-head.ts';

/** The files of a tarball. */
interface Files {
  /** By path. */
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  /** The number of all; some may be left out of the list. */
  readonly count: number;
  /** The size of all, unpacked. */
  readonly sizeBytes: number;
  /** The licence at the root; undefined if there is none, or it is too long. */
  readonly licence: { readonly path: string; readonly text: string } | undefined;
}

export interface FilesContents {
  readonly head: PrimeHead;
  /** Undefined if the tarball cannot be read. */
  readonly files: Files | undefined;
}

/** Files on a page. */
const MAX_SHOWN = 600;

export function renderFilesPage({ head, files }: FilesContents): string {
  const { name, version, sizeBytes, license } = head.record;
  const content = html`
${renderPrimeHead(head, 'files')}
<h2>Files</h2>
${files === undefined ? html`<p>The tarball could not be read.</p>` : renderList(name, version, files)}
<p class="small faint">The <a href="${tarballPath(name, version)}">tarball</a> has ${formatBytes(sizeBytes)}${files !== undefined && html`, ${formatBytes(files.sizeBytes)} unpacked`}.</p>
${files !== undefined && renderLicence(license, files)}`;
  return layout({
    title: `Files of ${name} ${version}`,
    description: `The files in the tarball of ${name} ${version}, with their sizes.`,
    content,
    feeds: feedsOf(name),
  });
}

function renderList(name: string, version: string, { files, count }: Files): Html {
  const shown = files.slice(0, MAX_SHOWN);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Files"><table class="files"><thead><tr><th scope="col">${countOf(count, 'file')}</th><th scope="col" class="right">Size</th></tr></thead>
<tbody>${shown.map(
    ({ path, sizeBytes }) =>
      html`<tr><td><a href="${fileTextPagePath(name, version, path)}" rel="nofollow">${path}</a></td><td class="right nowrap">${formatBytes(sizeBytes)}</td></tr>`,
  )}</tbody></table></div>
${count > shown.length && html`<p class="faint">These are the first ${formatNumber(shown.length)} by path; the tarball has all.</p>`}`;
}

function renderLicence(license: string, { licence }: Files): Html {
  return html`<section aria-labelledby="licence"><h2 id="licence">Licence</h2><p>The manifest says <strong>${license}</strong>.${licence === undefined ? ' No file at the root of the tarball has the text of a licence.' : html` This is its file <code>${licence.path}</code>:`}</p>
${licence !== undefined && html`<pre class="raw" tabindex="0">${licence.text}</pre>`}</section>`;
}
