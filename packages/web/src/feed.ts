// Published versions as an Atom feed (RFC 4287). Links are relative to the feed, because a registry does not
// know its own host names.
import { createHash } from 'node:crypto';
import {
  feedPath,
  formatTimestamp,
  primePagePath,
  ROUTES,
  scopeOf,
  scopePagePath,
} from '@prime-registry/protocol';
import type { PublishedVersion } from '@prime-registry/store';
import { countOf } from './parts/amounts.ts';
import { html } from './parts/html.ts';

/** The maximum number of versions in a feed. */
export const MAX_ENTRIES = 50;

/** A feed. */
export interface Feed {
  /** A scope with its `@`, or a Prime; undefined for all. */
  readonly of: string | undefined;
  /** Newest first. */
  readonly versions: readonly PublishedVersion[];
}

/** Renders a feed. */
export function renderFeed({ of, versions }: Feed): string {
  const page = of === undefined ? ROUTES.home : of.includes('/') ? primePagePath(of) : scopePagePath(of);
  const title = of === undefined ? 'Published on prime-registry' : `${of} on prime-registry`;
  const updated = Math.max(0, ...versions.map(({ publishedAtMs }) => publishedAtMs));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(`feed ${of ?? ''}`)}</id>
<title>${title}</title>
<updated>${formatTimestamp(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${feedPath(of)}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${versions.map(
  ({ name, version, description, license, atoms, publishedAtMs }) => html`<entry>
<id>${idOf(`version ${name} ${version} ${publishedAtMs}`)}</id>
<title>${name} ${version}</title>
<updated>${formatTimestamp(publishedAtMs)}</updated>
<published>${formatTimestamp(publishedAtMs)}</published>
<author><name>${scopeOf(name)}</name></author>
<link rel="alternate" type="text/html" href="${primePagePath(name, version)}"/>
<rights>${inXml(license)}</rights>
<summary>${inXml(description)} (${countOf(atoms, 'atom')})</summary>
</entry>
`,
)}</feed>
`.text;
}

/** A stable id: a UUID made of a digest (RFC 9562, section 5.8). */
function idOf(text: string): string {
  const hex = createHash('sha256').update(`prime-registry ${text}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Removes the characters that XML cannot represent (XML 1.0, section 2.2). */
function inXml(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd');
}
