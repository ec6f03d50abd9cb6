// For publishers: how to publish a first version that others can install.
import { ROUTES } from '@prime-registry/protocol';
import { renderShownCommand as copied } from '../parts/copy-command.ts';
import { html } from '../parts/html.ts';
import { layout, THIS_ADDRESS } from '../parts/layout.ts';

export function renderPublishingPage({ isPrivate }: { readonly isPrivate: boolean }): string {
  const content = html`
<p class="crumbs">For authors</p>
<div class="title"><h1>Publish a Prime</h1></div>
<p class="about">Write small files, give them a name, and send them with one command. All problems are reported before anything is published.</p>
<ol class="steps">
<li><h2>Get a token</h2>
<p>The operator of this registry creates tokens, each for certain scopes, with</p>
${copied('token', html`prime-registry token create --name your-name --permission publish --scope @your-scope${isPrivate && ' --permission read'}`)}
<p>The token is shown once. Keep it like a password.</p></li>
<li><h2>Log in</h2>
${copied('login', html`prime login ${THIS_ADDRESS}`)}
<p>It asks for the token and stores it in a file that only you can read. In CI, put the token into the secret
<code>PRIME_REGISTRY_TOKEN</code> instead, and this address into <code>PRIME_REGISTRY</code>; <code>prime whoami</code> shows what it allows.</p></li>
<li><h2>Write</h2>
${copied('init', html`prime init my-prime --name @your-scope/my-prime`)}
<p>A Prime is a folder with a <code>pack.yaml</code>, a README, and atoms in <code>primes/</code>: one piece of knowledge each, with edges to others.</p>
<pre tabindex="0">rule NameThings {
  id: "@your-scope/rule-name-things"
  version: "1.0.0"
  description: "A name says what a thing is for"
  requires: [@your-scope/principle-readers-first]
}</pre></li>
<li><h2>Publish</h2>
${copied('publish', html`prime publish my-prime`)}
<p>A version is permanent: it can be yanked, so that new installs do not use it, but never replaced. Raise the version in
<code>pack.yaml</code> and publish again: a removed atom needs a major version, a new atom a minor one, an edit a patch.</p></li>
<li><h2>See it</h2>
<p>Its page shows the README, every atom, their graph, and the changes of each version. Others install it with
<code>prime install @your-scope/my-prime</code>.</p></li>
</ol>
<h2>Without prime</h2>
<pre tabindex="0">tar -czf prime.tar.gz -C my-prime .
curl -H "Authorization: Bearer $TOKEN" \\
  -F manifest=&lt;my-prime/pack.yaml -F tarball=@prime.tar.gz \\
  ${THIS_ADDRESS}${ROUTES.publish}</pre>
<p><a href="${ROUTES.apiReference}">The API reference</a> describes every endpoint.</p>`;
  return layout({
    title: 'Publish · prime-registry',
    description: 'How to get a token and publish a first Prime.',
    content,
    searched: isPrivate ? false : '',
    place: ROUTES.publishingPage,
  });
}
