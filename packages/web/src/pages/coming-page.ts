// A version that is still being pulled from an upstream.
import { primePagePath } from '@prime-registry/protocol';
import { html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { originLink, renderCrumbs, shortOf } from '../parts/prime/prime-entries.ts';

export interface ComingVersion {
  readonly name: string;
  readonly version: string;
  /** Base URL of the upstream, if known. */
  readonly origin: string | undefined;
  /** Whether the page is about this version, not about the latest one. */
  readonly isPinned: boolean;
}

export function renderComingPage({ name, version, origin, isPinned }: ComingVersion): string {
  const path = isPinned ? primePagePath(name, version) : primePagePath(name);
  const content = html`
${renderCrumbs(name)}
<div class="title"><h1>${shortOf(name)}</h1><span class="version">${version}</span></div>
<div class="note" role="note"><p><strong>This version is being pulled</strong>${origin !== undefined && html` from ${originLink(origin)}`}.
<a href="${path}">Reload the page</a> in a few seconds.</p></div>`;
  return layout({ title: `${name} ${version} is being pulled`, content });
}
