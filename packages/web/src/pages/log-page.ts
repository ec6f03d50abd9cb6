// The transparency log for people: what it is called, how far it is, and how to verify it without trust in this page.
import { type LogDescription, ROUTES } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, THIS_ADDRESS } from '../parts/layout.ts';

export interface LogContents extends LogDescription {
  /** The newest signed head; undefined if nothing can be signed at the moment. */
  readonly checkpoint: string | undefined;
}

export function renderLogPage(contents: LogContents): string {
  const { size, checkpoint, backfill, halted } = contents;
  const missing = backfill.of - backfill.done;
  const content = html`
<p class="crumbs">For everybody who installs</p>
<div class="title"><h1>Transparency log</h1><span class="faint">${countOf(size, 'entry', 'entries')}</span></div>
<p class="about">Every publish, yank and removal is an entry here, for good, and every change of whom this registry trusts to publish from a CI. So nobody can swap what a version means, not even who runs this registry, without leaving a trace.</p>
${halted !== undefined && html`<div class="note bad" role="note"><p><strong>The log is halted:</strong> ${halted}. This registry takes no changes until its operator has decided how to go on.</p></div>`}
${missing > 0 && html`<div class="note" role="note"><p>${countOf(missing, 'version')} from before the log ${missing === 1 ? 'is' : 'are'} still being brought in.</p></div>`}
${renderNames(contents)}
${renderWitnesses(contents)}
${checkpoint !== undefined && html`<h2>The newest head</h2><pre tabindex="0">${checkpoint}</pre>`}
${renderCommands(contents)}
<h2>For programs</h2>
<p>The log has the formats of C2SP (tlog-tiles, tlog-checkpoint, tlog-proof), with <code>${ROUTES.log}</code> as the prefix: <a href="${ROUTES.logCheckpoint}">the checkpoint</a>, tiles, and a proof of each version. This policy trusts it:</p>
<pre tabindex="0">${contents.policy}</pre>
<p><a href="${ROUTES.apiReference}">The API reference</a> describes every endpoint.</p>`;
  return layout({
    title: 'Transparency log · prime-registry',
    description: 'How to verify what this registry has published.',
    content,
    place: ROUTES.log,
  });
}

function renderNames({ origin, vkeys, names }: LogContents): Html {
  const earlier = names.filter((name) => name.origin !== origin || !vkeys.includes(name.vkey));
  return html`<dl class="facts"><div class="whole"><dt>Name</dt><dd>${origin}</dd></div>
${vkeys.map((vkey, index) => html`<div class="whole"><dt>${index === 0 ? 'Key' : 'Earlier key, still in use'}</dt><dd><span class="digest">${vkey}</span></dd></div>`)}
${earlier.map((name) => html`<div class="whole"><dt>Earlier name, from entry ${formatNumber(name.since_size)}</dt><dd>${name.origin} <span class="digest">${name.vkey}</span>${name.reason !== undefined && html`<br>${name.reason}`}</dd></div>`)}</dl>`;
}

/** Who else has seen the log. */
function renderWitnesses({ witnesses = [] }: LogContents): Html | false {
  if (witnesses.length === 0) return false;
  return html`<h2>Witnesses</h2>
<p>They cosign a head only if it extends the last one that they have seen: so everybody is shown the same log.</p>
<dl class="facts">${witnesses.map(({ name, vkey, size, cosigned_at: at }) => html`<div class="whole"><dt>${name}</dt><dd>${at === undefined ? 'has not cosigned yet' : html`cosigned ${countOf(size, 'entry', 'entries')} on ${at}`} <span class="digest">${vkey}</span></dd></div>`)}</dl>`;
}

/** Commands that anybody can copy. Those without `prime` need only curl and openssl. */
function renderCommands({ vkeys: [vkey = ''] }: LogContents): Html {
  // Name, id and key: the first two have no plus, but Base64 may.
  const key = vkey.replace(/^[^+]*\+[^+]*\+/, '');
  return html`<h2>Verify it yourself</h2>
<p><code>prime</code> checks the log at each first install. To read all of it, to recompute its head, and to watch your own names:</p>
<pre tabindex="0">prime log verify --remote ${THIS_ADDRESS}
prime log watch @your-scope --remote ${THIS_ADDRESS}</pre>
<p>Without <code>prime</code>, the signature of the newest head:</p>
<pre tabindex="0">curl -s ${THIS_ADDRESS}${ROUTES.logCheckpoint} &gt; checkpoint
sed '/^$/,$d' checkpoint &gt; text
sed -n '/^— /p' checkpoint | head -n 1 | cut -d ' ' -f 3 | base64 -d | tail -c 64 &gt; signature
(printf '${ED25519_PREFIX}'; echo '${key}' | base64 -d | tail -c 32) &gt; key.der
openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey key.der -in text -sigfile signature</pre>`;
}

/** What stands before an Ed25519 key in its DER form (RFC 8410, section 4), for printf. */
const ED25519_PREFIX = '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000';
