// The first page.
import { ROUTES } from '@prime-registry/protocol';
import { html } from './html.ts';
import { layout } from './layout.ts';

/** Renders the first page. */
export function renderHome({ isPrivate }: { readonly isPrivate: boolean }): string {
  const content = html`
<h1>A registry of Primes</h1>
<p>A Prime is a named, versioned package of knowledge for AI agents: a <code>pack.yaml</code> and a
<code>.tar.gz</code> of atoms. This registry stores and serves them.</p>
${isPrivate && html`<p>This registry is private: reading needs a token as well. Ask its operator for one.</p>`}
<h2>Publish</h2>
<pre>tar -czf prime.tar.gz -C my-prime .
curl -H "Authorization: Bearer $TOKEN" \\
  -F manifest=&lt;my-prime/pack.yaml -F tarball=@prime.tar.gz \\
  <em>this address</em>${ROUTES.publish}</pre>
<h2>Find and fetch</h2>
<pre>curl '<em>this address</em>${ROUTES.search}?q=caching'
curl <em>this address</em>/pack/%40acme%2Fweb-style
curl -O -J <em>this address</em>/pack/@acme/web-style/1.0.0/tarball</pre>
<p>Every endpoint: <a href="${ROUTES.apiReference}">the API</a>, also as
<a href="${ROUTES.openApi}">OpenAPI</a>.</p>`;
  return layout({ title: 'prime-registry', content });
}
