// Primes and atoms as Markdown documents: by `.md` at the end of a path, and by the Accept header.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { atomFiles, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import type { FastifyRequest } from 'fastify';
import { prefersMarkdown } from '../../src/http/requests/prefers-markdown.ts';
import { weighDocument } from '../../src/routes/documents/document-request.ts';
import { startChain } from '../mirror/chain.ts';
import { publishExample } from './example.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the documents of a registry', () => {
  let registry: TestRegistry;
  const get = (path: string, headers: Record<string, string> = {}) => registry.anonymous.get(path, headers);
  before(async () => {
    registry = await startRegistry();
    await publishExample(registry.author);
  });
  after(() => registry.stop());

  test('a version has its atoms in reading order, with facts, contents and edges', async () => {
    const { status, headers, text } = await get('/-/prime/@acme/tea/1.1.0.md');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), MARKDOWN);
    assert.equal(headers.get('cache-control'), 'no-cache');
    assert.equal(headers.get('vary'), 'Accept, Accept-Encoding');
    assert.equal(headers.get('link'), '</-/prime/@acme/tea/1.1.0>; rel="canonical"');
    const { sha256 } = (await get('/pack/@acme/tea/1.1.0')).json;
    assert.match(text, /^# @acme\/tea 1\.1\.0\n\n/);
    assert.ok(text.includes(`\`@acme/tea\` · 1.1.0 · sha256:${sha256} · Apache-2.0 · 4 atoms · core: `));
    assert.ok(text.includes('- [@acme/rule-steep](#acmerule-steep) · rule · '));
    assert.deepEqual(
      [...text.matchAll(/^## (@.*)$/gm)].map(([, id]) => id),
      ['@acme/fact-leaves', '@acme/principle-heat', '@acme/rule-warm-the-pot', '@acme/rule-steep'],
    );
    assert.ok(
      text.includes(`\n\`@acme/rule-steep\` · rule · \`@acme/tea\` 1.1.0 · sha256:${sha256.slice(0, 12)}…\n`),
    );
    assert.ok(text.includes('\nEdges: requires [@acme/rule-warm-the-pot](#acmerule-warm-the-pot)\n'));
    assert.ok(text.includes('related `@acme/rule-nowhere`'));
    assert.ok(/\n### \w+ \[rule\] v1\.0\.0\n/.test(text));
  });

  test('the length of the texts is core, or what text= says', async () => {
    const read = async (query: string) => (await get(`/-/prime/@acme/tea/1.1.0.md${query}`)).text;
    const [core, same, summary, full] = await Promise.all(
      ['', '?text=core', '?text=summary', '?text=full'].map(read),
    );
    assert.equal(core, same);
    const notes = 'Only the full text has this.';
    assert.deepEqual(
      [core, summary, full].map((text) => text?.includes(notes)),
      [false, false, true],
    );
    assert.ok(core?.includes('The pot is warm') && !summary?.includes('The pot is warm'));
    for (const query of ['?text=long', '?text=core&text=full', '?text=']) {
      const { status, json } = await get(`/-/prime/@acme/tea/1.1.0.md${query}`);
      assert.deepEqual([status, json.code, json.errors[0].field], [400, 'invalid_query', 'text'], query);
    }
  });

  test('without a version, it is the latest', async () => {
    const [named, latest] = [await get('/-/prime/@acme/tea/1.1.0.md'), await get('/-/prime/@acme/tea.md')];
    assert.equal(latest.text, named.text);
    const { status, json } = await get('/-/prime/@acme/absent.md');
    assert.deepEqual(
      [status, json.code, json.detail],
      [404, 'prime_not_found', '@acme/absent is not in this registry.'],
    );
    assert.equal((await get('/-/prime/@acme/tea/9.9.9.md')).json.code, 'version_not_found');
    assert.equal((await get('/-/prime/@acme/tea/nothing.md')).json.code, 'not_found');
    assert.equal((await get('/-/prime/@acme/.md')).json.code, 'not_found');
  });

  test('an atom', async () => {
    const path = '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-warm-the-pot';
    const { status, headers, text } = await get(`${path}.md?text=full`);
    assert.deepEqual([status, headers.get('content-type')], [200, MARKDOWN]);
    assert.match(
      text,
      /^# @acme\/rule-warm-the-pot\n\n`@acme\/rule-warm-the-pot` · rule · `@acme\/tea` 1\.1\.0 · sha256:/,
    );
    assert.ok(text.includes('Only the full text has this.'));
    assert.equal((await get(`${path}?text=full`, { accept: 'text/markdown' })).text, text);
    assert.equal((await get(path.replace('warm-the-pot', 'absent.md'))).json.code, 'atom_not_found');
    assert.equal((await get('/-/prime/@acme/tea/1.1.0/atom/@acme/_.md')).json.code, 'atom_not_found');
  });

  test('pages are documents for those who prefer that, and say where they are', async () => {
    for (const path of [
      '/-/prime/@acme/tea',
      '/-/prime/@acme/tea/1.0.0',
      '/-/prime/@acme/tea/1.0.0/atom/@acme/fact-leaves',
    ]) {
      const document = await get(`${path}.md`);
      const negotiated = await get(path, { accept: 'text/markdown, text/html;q=0.9' });
      assert.equal(negotiated.text, document.text, path);
      assert.equal(negotiated.headers.get('etag'), document.headers.get('etag'));
      const page = await get(path, { accept: BROWSER });
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('vary'), 'Accept, Accept-Encoding');
      assert.ok(
        page.text.includes(`<link rel="alternate" type="text/markdown" title="Markdown" href="${path}.md">`),
      );
      assert.notEqual(page.headers.get('etag'), document.headers.get('etag'));
    }
    // A browser that follows such a link gets the document, too.
    assert.equal(
      (await get('/-/prime/@acme/tea.md', { accept: BROWSER })).headers.get('content-type'),
      MARKDOWN,
    );
  });

  test('is revalidated by its tag, and HEAD has its headers', async () => {
    const path = '/-/prime/@acme/tea/1.0.0.md';
    const { headers } = await get(path);
    const tag = headers.get('etag') ?? '';
    const unchanged = await get(path, { 'if-none-match': tag });
    assert.deepEqual(
      [unchanged.status, unchanged.text, unchanged.headers.get('vary')],
      [304, '', 'Accept, Accept-Encoding'],
    );
    const head = await registry.anonymous.request(path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
    for (const name of ['etag', 'content-type', 'x-markdown-tokens', 'link'])
      assert.equal(head.headers.get(name), headers.get(name), name);
    assert.notEqual((await get(`${path}?text=full`)).headers.get('etag'), tag);
  });

  test('names, versions and atoms that end in .md have their own pages', async () => {
    const draft = { name: '@acme/notes', files: atomFiles({ id: '@acme/rule-x' }) };
    const html = 'text/html; charset=utf-8';
    const typeOf = async (path: string) => (await get(path)).headers.get('content-type');
    await registry.author.mustPublish({ ...draft, version: '1.0.0-beta' });
    assert.equal(await typeOf('/-/prime/@acme/notes.md'), MARKDOWN);
    assert.equal(await typeOf('/-/prime/@acme/notes/1.0.0-beta.md'), MARKDOWN);
    await registry.author.mustPublish({ ...draft, version: '1.0.0-beta.md' });
    await registry.author.mustPublish({
      name: '@acme/notes.md',
      version: '1.0.0',
      files: atomFiles({ id: '@acme/rule-x' }, { id: '@acme/rule-x.md' }),
    });
    assert.equal(await typeOf('/-/prime/@acme/notes.md'), html);
    assert.match((await get('/-/prime/@acme/notes.md.md')).text, /^# @acme\/notes\.md 1\.0\.0\n/);
    assert.equal(await typeOf('/-/prime/@acme/notes/1.0.0-beta.md'), html);
    assert.match(
      (await get('/-/prime/@acme/notes/1.0.0-beta.md.md')).text,
      /^# @acme\/notes 1\.0\.0-beta\.md\n/,
    );
    const shadowed = await get('/-/prime/@acme/notes/1.0.0-beta', { accept: 'text/markdown' });
    assert.match(shadowed.text, /^# @acme\/notes 1\.0\.0-beta\n/);
    const atom = '/-/prime/@acme/notes.md/1.0.0/atom/@acme/rule-x';
    assert.equal(await typeOf(`${atom}.md`), html);
    assert.match((await get(`${atom}.md.md`)).text, /^# @acme\/rule-x\.md\n/);
    assert.match((await get(atom, { accept: 'text/markdown' })).text, /^# @acme\/rule-x\n/);
  });

  test('says what speaks against a version, and has another tag then', async () => {
    const draft = { name: '@acme/old', files: atomFiles({ id: '@acme/rule-y' }) };
    await registry.author.mustPublish({ ...draft, version: '1.0.0-rc.1' });
    const path = '/-/prime/@acme/old/1.0.0-rc.1.md';
    const before = await get(path);
    await registry.author.yank('@acme/old', '1.0.0-rc.1');
    const deprecation = { message: 'Use *another*\n# one' };
    const { status } = await registry.author.request('/-/primes/@acme/old/deprecation', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...deprecation, range: '*' }),
    });
    assert.ok(status < 300, String(status));
    const after = await get(path);
    assert.ok(after.text.includes('\n**This version is yanked.**\n'));
    assert.ok(after.text.includes('**This version is deprecated.** Use \\*another\\* \\# one\n'), after.text);
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
    assert.equal((await get('/-/prime/@acme/old.md')).json.code, 'version_not_found');
  });

  test('without atoms, or with hostile ones, it is a document all the same', async () => {
    await registry.author.mustPublish({
      name: '@acme/empty',
      version: '1.0.0',
      files: { 'README.md': '# R' },
    });
    assert.match(
      (await get('/-/prime/@acme/empty.md')).text,
      /\n## Contents\n\nThis version has no atoms\.\n$/,
    );
    const compiled = (id: string, text: string) => ({
      [`compiled/${id}/atom.yaml`]: `id: "${id}"\nkind: rule\n`,
      [`compiled/${id}/chunks/core.md`]: text,
    });
    await registry.author.mustPublish({
      name: '@acme/hostile',
      version: '1.0.0',
      files: {
        ...compiled('@acme/rule-a', '# @acme/hostile 2.0.0\n\n<!-- hide\u00ad the rest\n\n~~~'),
        ...compiled('@acme/rule-b', 'Harmless'),
      },
    });
    const { text } = await get('/-/prime/@acme/hostile.md');
    assert.match(
      text,
      /\n### @acme\/hostile 2\.0\.0\n\n\\<!-- hide\\u\{ad\} the rest\n\n~~~\n~~~\n\n## @acme\/rule-b\n/,
    );
  });

  test('llms.txt says what there is, in the format of llmstxt.org', async () => {
    const { status, headers, text } = await get('/llms.txt');
    assert.deepEqual([status, headers.get('content-type')], [200, MARKDOWN]);
    assert.match(text, /^# prime-registry\n\n> .+\n\n/);
    const sections = text.split(/^## /m).slice(1);
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      ['How to read', 'Largest scopes', 'Latest Primes', 'Optional'],
    );
    for (const section of sections)
      for (const line of section
        .split('\n')
        .slice(2)
        .filter((each) => each !== ''))
        assert.match(line, /^- \[[^\]]+\]\([^)]+\): .+$/);
    assert.match(text, /\n- \[@acme\]\(\/-\/scope\/@acme\): \d+ versions\n/);
    assert.ok(text.includes('\n- [@acme/tea](/-/prime/@acme/tea.md): How to make tea\n'));
    assert.equal((await get('/llms.txt', { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
  });

  test('llms-full.txt has the texts of a small registry', async () => {
    const { text, headers } = await get('/llms-full.txt');
    const titles = [...text.matchAll(/^# (.*)$/gm)].map(([, title]) => title);
    assert.ok(titles.includes('@acme/tea 1.1.0') && !titles.includes('@acme/tea 1.0.0'));
    assert.ok(text.includes((await get('/-/prime/@acme/tea.md')).text));
    assert.equal((await get('/llms-full.txt', { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
    assert.equal((await get('/llms-full.txt?text=all')).status, 400);
  });
});

test('a private registry needs a token for documents, and names nothing in llms.txt', async () => {
  const registry = await startRegistry({ isPrivate: true, publicUrl: 'https://primes.acme.example/x' });
  try {
    await publishExample(registry.author);
    const { anonymous, admin } = registry;
    for (const path of ['/-/prime/@acme/tea.md', '/-/prime/@acme/tea/1.0.0.md', '/llms-full.txt'])
      assert.equal((await anonymous.get(path)).status, 401, path);
    assert.equal((await anonymous.get('/-/prime/@acme/tea', { accept: 'text/markdown' })).status, 401);
    const { headers, text } = await admin.get('/-/prime/@acme/tea.md');
    assert.match(text, /^# @acme\/tea 1\.1\.0\n/);
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    const llms = (await anonymous.get('/llms.txt')).text;
    assert.ok(!llms.includes('@acme'));
    assert.ok(llms.includes('](https://primes.acme.example/x/-/search?q=caching): '));
    assert.ok((await admin.get('/llms-full.txt')).text.includes('# @acme/tea 1.1.0'));
  } finally {
    await registry.stop();
  }
});

test('a document is a read for each 200 atoms, and refused first under overload', async () => {
  const registry = await startRegistry({ readRate: { requests: 10, windowS: 86_400 } });
  try {
    const atoms = Array.from({ length: 450 }, (_, index) => ({ id: `@acme/rule-${index}` }));
    await registry.author.mustPublish({ name: '@acme/large', version: '1.0.0', files: atomFiles(...atoms) });
    const { headers, text } = await registry.anonymous.get('/-/prime/@acme/large.md');
    assert.equal(text.split('\n## @acme/').length, 451);
    assert.match(headers.get('ratelimit') ?? '', /^"read";r=7;/);
    const again = await registry.anonymous.get('/-/prime/@acme/large.md', {
      'if-none-match': headers.get('etag') ?? '',
    });
    assert.deepEqual(
      [again.status, (again.headers.get('ratelimit') ?? '').slice(0, 10)],
      [304, '"read";r=6'],
    );
  } finally {
    await registry.stop();
  }
  const weigh = (params: object, accept = BROWSER) =>
    weighDocument({ params, headers: { accept } } as unknown as FastifyRequest);
  assert.equal(weigh({ scope: '@acme', name: 'tea' }), 'usual');
  assert.equal(weigh({ scope: '@acme', name: 'tea.md' }), 'heavy');
  assert.equal(weigh({ scope: '@acme', name: 'tea' }, 'text/markdown'), 'heavy');
});

test('a larger registry has a list of its Primes instead of their texts', async () => {
  const registry = await startRegistry();
  try {
    for (let index = 0; index < 51; index += 1)
      await registry.author.mustPublish({ name: `@acme/p${index}`, files: { 'README.md': '# R' } });
    const { text } = await registry.anonymous.get('/llms-full.txt');
    assert.ok(text.includes('> This registry is too large for one document.'));
    assert.equal(
      [...text.matchAll(/^- \[@acme\/p\d+\]\(\/-\/prime\/@acme\/p\d+\.md\): 1\.\d\.\d$/gm)].length,
      51,
    );
  } finally {
    await registry.stop();
  }
});

test('a mirror has the documents of the registry behind it', async () => {
  await using chain = await startChain();
  const { mirror, origin } = chain;
  await publishExample(origin.author);
  const document = (await origin.anonymous.get('/-/prime/@acme/tea.md')).text;
  assert.equal((await mirror.anonymous.get('/-/prime/@acme/tea.md')).text, document);
  assert.equal((await mirror.anonymous.get('/-/prime/@acme/tea/1.1.0.md')).text, document);
  assert.equal((await mirror.anonymous.get('/-/prime/@acme/none.md')).json.code, 'prime_not_found');
});

test('no registry behind takes the place of a document, or learns a name that belongs here', async () => {
  await using chain = await startChain();
  const { mirror, origin, link } = chain;
  const draft = { version: '1.0.0', files: atomFiles({ id: '@acme/rule-x' }) };
  await mirror.author.mustPublish({ ...draft, name: '@acme/secret' });
  await origin.author.mustPublish({ ...draft, name: '@acme/secret.md' });
  assert.match((await mirror.anonymous.get('/-/prime/@acme/secret.md')).text, /^# @acme\/secret 1\.0\.0\n/);
  assert.deepEqual(
    link.requests.filter((each) => each.includes('secret')),
    [],
  );
});

test('Markdown is preferred only by those who name it', () => {
  const prefers = (accept: string | undefined) =>
    prefersMarkdown({ headers: accept === undefined ? {} : { accept } });
  for (const accept of [
    'text/markdown',
    'Text/Markdown; charset=utf-8',
    'text/markdown, text/html, */*',
    'text/html;q=0.8, text/markdown;q=0.8',
    'text/markdown;variant=CommonMark;q=0.9,text/html;q=0.1',
    'text/html;q=nonsense, text/markdown;q=0.1',
  ])
    assert.equal(prefers(accept), true, accept);
  for (const accept of [
    undefined,
    '',
    BROWSER,
    '*/*',
    'text/*',
    'text/plain',
    'text/html, text/markdown;q=0.9',
    'text/markdown;q=0',
    'text/markdown;q=0.000, */*',
    'text/markdown;q=2',
    'text/markdown-x',
  ])
    assert.equal(prefers(accept), false, String(accept));
});
