// The page of an atom, as somebody reads it: what it says, what is around it, and what became of it.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';

const registry = await startRegistry({ allowStableYank: true });
after(() => registry.stop());
const { author, anonymous } = registry;

const ASK = (solution: string): string => `// Source: RFC 9110, section 13.1.2
// https://www.rfc-editor.org/rfc/rfc9110#section-13

pattern Ask {
  id: "@acme/pattern-ask"
  version: "1.0.0"
  label: "Ask with the \`ETag\` that you hold"
  domain: http
  tags: [etag, caching]
  confidence: strong
  description: "A client sends the tag it has. The server compares."
  problem: "A client sends the tag it has. The server compares."
  solution: """
    ${solution}

      GET /catalogue HTTP/1.1
      If-None-Match: "v41"

      HTTP/1.1 304 Not Modified
  """
  requires: [@acme/rule-strong]
  related: [@far/fact-there, @acme/nothing]
}
`;
const STRONG = `rule Strong {
  id: "@acme/rule-strong"
  version: "1.0.0"
  label: "Send a strong tag, e.g. a digest"
  description: "A strong tag, e.g. a digest, promises equal bytes. It is in quotes."
}
`;
const FAR = `fact There {
  id: "@far/fact-there"
  version: "1.0.0"
  label: "It is elsewhere"
  description: "Another Prime says so. Twice."
  requires: [@acme/pattern-ask]
}
`;
const NAME = '@acme/http';
const files = (ask: string): Record<string, string> => ({
  'primes/sources/@acme/ask.prime': ask,
  'primes/sources/@acme/strong.prime': STRONG,
});
await author.mustPublish({ name: NAME, version: '1.0.0', files: files(ASK('It asks first.')) });
await author.mustPublish({ name: NAME, version: '1.1.0', files: files(ASK('It asks at first.')) });
await author.mustPublish({ name: NAME, version: '1.2.0', files: files(ASK('It asks at first.')) });
await author.mustPublish({
  name: NAME,
  version: '2.0.0',
  files: { 'primes/sources/@acme/strong.prime': STRONG },
});
await author.mustPublish({ name: NAME, version: '2.1.0-rc.1', files: files(ASK('Never again.')) });
await author.yank(NAME, '2.1.0-rc.1');
await registry.admin.mustPublish({
  name: '@far/facts',
  version: '3.0.0',
  files: { 'primes/sources/@far/there.prime': FAR },
});

const pathOf = (version: string, id = '@acme/pattern-ask'): string =>
  `/-/prime/${NAME}/${version}/atom/${id}`;
const read = async (path: string): Promise<string> => {
  const { status, text } = await anonymous.get(path);
  assert.equal(status, 200, path);
  return text;
};

describe('the page of an atom', () => {
  test('says each thing once', async () => {
    const text = await read(pathOf('1.2.0'));
    const main = text.slice(text.indexOf('<main'));
    assert.equal(main.match(/The server compares/g)?.length, 2, 'the lead, and the button that copies');
    const shown = main.replaceAll(/ data-copy="[^"]*"/g, '');
    assert.equal(shown.match(/Ask with the/g)?.length, 3, 'the title, and twice in the picture');
    assert.doesNotMatch(shown, /domain: |tags: |field-(problem|label|description)/);
    assert.match(shown, /<dt>Confidence<\/dt><dd>strong/);
  });

  test('keeps the lines of code', async () => {
    const text = await read(pathOf('1.2.0'));
    const code = 'GET /catalogue HTTP/1.1\nIf-None-Match: &#34;v41&#34;\n\nHTTP/1.1 304 Not Modified\n';
    assert.ok(text.includes(`<p>It asks at first.</p>\n<pre tabindex="0"><code>${code}</code></pre>`), text);
  });

  test('says where it is from, and shows the source', async () => {
    const text = await read(pathOf('1.2.0'));
    const link = 'https://www.rfc-editor.org/rfc/rfc9110#section-13';
    assert.ok(
      text.includes(
        `RFC 9110, section 13.1.2<br><a href="${link}" rel="nofollow noopener noreferrer">${link}</a>`,
      ),
    );
    const source = await read(`${pathOf('1.2.0')}?text=source`);
    assert.match(source, /<pre class="raw"[^>]*>\/\/ Source: RFC 9110[^<]*pattern Ask \{[^<]*\n\}<\/pre>/);
    assert.match(source, /aria-current="page">Source</);
  });

  test('shows the atoms around it with label, kind and first sentence, also those of other Primes', async () => {
    const text = await read(pathOf('1.2.0'));
    const edges = text.slice(text.indexOf('id="edges"'), text.indexOf('<aside'));
    const [to, from] = edges.split('What leads here');
    assert.match(to ?? '', /rule-strong" dir="auto">Send a strong tag, e\.g\. a digest<\/a>/);
    assert.match(to ?? '', /rule<\/span> <bdi>A strong tag, e\.g\. a digest, promises equal bytes\.<\/bdi>/);
    const far = '<a href="/-/prime/@far/facts/3.0.0/atom/@far/fact-there" dir="auto">It is elsewhere</a>';
    assert.ok(to?.includes(far), 'an atom of another Prime, where it is');
    assert.match(to ?? '', /facts<\/a> <bdi>Another Prime says so\.<\/bdi>/);
    assert.match(to ?? '', /@acme\/nothing<\/code> <span class="tag yanked">no Prime has it/);
    assert.ok(from?.includes(far), 'and the edge from there');
  });

  test('leads to the atoms before and after it in reading order', async () => {
    const first = await read(pathOf('1.2.0', '@acme/rule-strong'));
    assert.match(first, /1 of 2 in reading order/);
    assert.match(first, /rel="next" href="[^"]*\/1\.2\.0\/atom\/@acme\/pattern-ask"/);
    assert.doesNotMatch(first, /rel="prev"/);
    assert.match(await read(pathOf('1.2.0')), /rel="prev" href="[^"]*\/1\.2\.0\/atom\/@acme\/rule-strong"/);
  });

  test('says which versions changed it', async () => {
    const text = await read(pathOf('1.2.0'));
    const history = text
      .slice(text.indexOf('id="history"'))
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    assert.match(
      history,
      /History 2\.1\.0-rc\.1 added 2\.0\.0 removed 1\.1\.0 changed: solution 1\.0\.0 added /,
    );
    assert.match(text, /The latest version, 2\.0\.0, does not have this atom/);
    assert.doesNotMatch(text, /See it in 2\.0\.0/);
    assert.match(
      await read(pathOf('1.0.0', '@acme/rule-strong')),
      /2\.0\.0, has the same atom\. <a href="[^"]*\/2\.0\.0\/atom\/@acme\/rule-strong">/,
    );
  });

  test('is found by search engines in the latest version', async () => {
    const old = await read(pathOf('1.1.0', '@acme/rule-strong'));
    assert.match(old, /<link rel="canonical" href="[^"]*\/2\.0\.0\/atom\/@acme\/rule-strong">/);
    assert.doesNotMatch(old, /noindex/);
    assert.match(await read(pathOf('1.1.0')), /<meta name="robots" content="noindex">/, 'it is gone');
  });

  test('can be taken along as Markdown', async () => {
    const [, copied = ''] = / data-copy="([^"]*)"/.exec(await read(pathOf('1.2.0'))) ?? [];
    const text = copied.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    assert.match(
      text,
      /^# Ask with the `ETag` that you hold\n\n`@acme\/pattern-ask` · pattern · `@acme\/http` 1\.2\.0\n/,
    );
    assert.match(text, /\n## Solution\n\nIt asks at first\.\n\n```\nGET \/catalogue HTTP\/1\.1\n/);
    assert.match(
      text,
      /\n- requires: `@acme\/rule-strong`\n- related: `@far\/fact-there`, `@acme\/nothing`\n$/,
    );
  });
});

describe('an atom that a version does not have', () => {
  const see = async (path: string, status: number): Promise<string> => {
    const answer = await anonymous.get(path, { accept: 'text/html' });
    assert.equal(answer.status, status, path);
    return answer.text;
  };
  const link = (path: string): string => `<a class="button" href="${path}">`;

  test('leads to the last version that has it, not to a yanked one', async () => {
    const text = await see(pathOf('2.0.0'), 404);
    assert.match(text, /<h1>The atom is not in this version<\/h1>/);
    assert.match(text, /1\.2\.0 is the last version that has it\./);
    assert.ok(text.includes(link(pathOf('1.2.0'))));
    assert.ok((await see(pathOf('7.0.0'), 404)).includes(link(pathOf('1.2.0'))), 'a version that never was');
    const { json } = await anonymous.get(pathOf('2.0.0'));
    assert.deepEqual([json.code, json.elsewhere], ['atom_not_found', pathOf('1.2.0')]);
  });

  test('leads to another Prime, or nowhere', async () => {
    const text = await see(pathOf('2.0.0', '@far/fact-there'), 404);
    assert.ok(text.includes(link('/-/prime/@far/facts/3.0.0/atom/@far/fact-there')));
    const nowhere = await see(pathOf('2.0.0', '@acme/nothing'), 404);
    assert.match(nowhere, /<h1>No such atom<\/h1>/);
    assert.doesNotMatch(nowhere, /class="button"/);
  });

  test('leads out of a removed version', async () => {
    await change(registry.admin, 'POST', '1.0.0/removal', { category: 'other', reason: 'x' }, NAME);
    const text = await see(pathOf('1.0.0'), 410);
    assert.ok(text.includes(link(pathOf('1.2.0'))));
  });
});
