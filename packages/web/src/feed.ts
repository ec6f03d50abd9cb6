// Published versions as an Atom feed (RFC 4287). Links are relative to the feed, because a registry does not
// know its own host names.
import { createHash } from 'node:crypto';
import {
  diffPagePath,
  feedPath,
  formatTimestamp,
  primePagePath,
  ROUTES,
  scopeOf,
  scopePagePath,
} from '@prime-registry/protocol';
import type { PublishedVersion } from '@prime-registry/store';
import { countOf } from './parts/amounts.ts';
import { type Html, html } from './parts/html.ts';
import { describeStep, type PublishedStep } from './parts/prime/step.ts';

/** The maximum number of versions in a feed. */
export const MAX_ENTRIES = 50;

export interface Feed {
  /** The name of the registry. */
  readonly siteName: string;
  /** A scope with its `@`, or a Prime; undefined for all. */
  readonly of: string | undefined;
  /** Newest first. */
  readonly versions: readonly PublishedVersion[];
  /** What each version changed, in the same order; undefined for the first version of a Prime. */
  readonly steps: readonly (PublishedStep | undefined)[];
}

export function renderFeed({ siteName, of, versions, steps }: Feed): string {
  const page = of === undefined ? ROUTES.home : of.includes('/') ? primePagePath(of) : scopePagePath(of);
  const title = of === undefined ? `Published on ${siteName}` : `${of} on ${siteName}`;
  const updated = Math.max(0, ...versions.map(({ publishedAtMs }) => publishedAtMs));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(`feed ${of ?? ''}`)}</id>
<title>${inXml(title)}</title>
<updated>${formatTimestamp(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${feedPath(of)}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${versions.map(
  ({ name, version, description, license, atoms, publishedAtMs }, index) => html`<entry>
<id>${idOf(`version ${name} ${version} ${publishedAtMs}`)}</id>
<title>${name} ${version}</title>
<updated>${formatTimestamp(publishedAtMs)}</updated>
<published>${formatTimestamp(publishedAtMs)}</published>
<author><name>${scopeOf(name)}</name></author>
<link rel="alternate" type="text/html" href="${primePagePath(name, version)}"/>
${renderRelated(name, version, steps[index])}<rights>${inXml(license)}</rights>
<summary>${inXml(description)} (${countOf(atoms, 'atom')})${describe(steps[index])}</summary>
</entry>
`,
)}</feed>
`.text;
}

function renderRelated(name: string, version: string, published: PublishedStep | undefined): Html | false {
  if (published === undefined) return false;
  const title = `What changed since ${published.before}`;
  return html`<link rel="related" type="text/html" title="${title}" href="${diffPagePath(name, published.before, version)}"/>
`;
}

function describe(published: PublishedStep | undefined): string {
  if (published?.step === undefined) return '';
  return ` Since ${published.before}: ${describeStep(published.step)}.`;
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
