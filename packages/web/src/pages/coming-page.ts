// A version that is on its way from another registry, for whoever came to look at it.
import { primePagePath } from '@prime-registry/protocol';
import { html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { originLink, renderCrumbs, shortOf } from '../parts/prime-entries.ts';

/** What is known of it. */
export interface ComingVersion {
  readonly name: string;
  readonly version: string;
  /** Base URL of the registry that it comes from, where that is known. */
  readonly origin: string | undefined;
  /** Whether the version was asked for, and not whichever is the latest. */
  readonly isPinned: boolean;
}

/** Renders the page. */
export function renderComingPage({ name, version, origin, isPinned }: ComingVersion): string {
  const path = isPinned ? primePagePath(name, version) : primePagePath(name);
  const content = html`
${renderCrumbs(name)}
<div class="title"><h1>${shortOf(name)}</h1><span class="version">${version}</span></div>
<div class="note" role="note"><p><strong>It is on its way</strong>${origin !== undefined && html` from ${originLink(origin)}`}, and takes longer than a moment.
<a href="${path}">Load the page again</a> in a few seconds.</p></div>`;
  return layout({ title: `${name} ${version} is coming`, content, searched: '' });
}
