// What others make of the API document: a linter, and a generator of clients. And the examples of the reference are true.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startRegistry } from '@prime-registry/testkit';
import { compileStrictly, generateTypes } from '@prime-registry/testkit/api-client';
import { recordExamples } from '@prime-registry/testkit/api-examples';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const EXAMPLES = new URL('../../../web/src/assets/api-examples.json', import.meta.url);

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;
await author.mustPublish({ name: '@acme/tea', version: '1.0.0' });
const { text: document } = await anonymous.get('/-/openapi.json');

describe('the API document', () => {
  test('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // Versions and fixed words share a place in paths that are released; no version is called `channels` or `diff`.
      rules: { 'no-ambiguous-paths': 'off' },
    });
    const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      // It only redirects.
      [
        [
          'operation-2xx-response',
          'Operation must have at least one `2XX` response.',
          '#/paths/~1-~1atom~1{scope}~1{name}/get/responses',
        ],
      ],
    );
    const broken = document.replace('"security":[]', '"x-security":[]');
    const found = await lintFromString({ source: broken, absoluteRef: '/openapi.json', config });
    assert.deepEqual(
      found.map(({ ruleId }) => ruleId).filter((ruleId) => ruleId !== 'operation-2xx-response'),
      ['security-defined'],
      'the linter sees what is missing',
    );
  });

  test('is enough for a client that compiles and works', async (t) => {
    const types = await generateTypes(document);
    const wrong = CLIENT.replace('list.latest', 'list.newest');
    const [problem, ...others] = await compileStrictly({
      'api.ts': types,
      'client.ts': CLIENT,
      'wrong.ts': wrong,
    });
    assert.match(problem ?? '', /'newest'/, 'the types are checked');
    assert.deepEqual(others, []);
    const folder = await mkdtemp(join(tmpdir(), 'prime-registry-client-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'client.ts'), CLIENT);
    const { readLatest } = await import(pathToFileURL(join(folder, 'client.ts')).href);
    assert.deepEqual(await readLatest(registry.baseUrl, author.token), ['1.0.0', ['publish', 'yank']]);
  });
});

describe('the examples of the reference', () => {
  test('are what a registry answers today', async () => {
    const recorded = JSON.parse(await readFile(EXAMPLES, 'utf8'));
    assert.deepEqual(await recordExamples(), recorded, 'run npm run docs:examples, and look at what changed');
  });

  test('exist for each endpoint', async () => {
    const recorded: object = JSON.parse(await readFile(EXAMPLES, 'utf8'));
    const paths: Record<string, Record<string, { operationId: string; tags: string[] }>> = JSON.parse(
      document,
    ).paths;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const missing = operations.filter(
      ({ operationId, tags }) => !tags.includes('pages') && !Object.hasOwn(recorded, operationId),
    );
    assert.deepEqual(missing, []);
    const answers = Object.values(recorded as Record<string, { readonly answer: string }>);
    for (const { answer } of answers) assert.doesNotMatch(answer, /^…$|"error": \{|pri_\w/, 'says something');
    const { text } = await anonymous.get('/-/api');
    assert.equal(text.split('<details class="example">').length - 1, Object.keys(recorded).length);
    assert.match(text, /<a href="#listVersions">.*<h3 id="listVersions">/s);
    assert.match(text, /--data-binary @request\.txt https.*<code>request\.txt<\/code> is:.*old 0\n/s);
    assert.match(text, /data-copy="curl https:\/\/registry\.example\/pack\/%40acme%2Fbrewing"/);
  });
});

const CLIENT = `
import type { paths } from './api.ts';

type Body<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Json } } } };
}
  ? Json
  : never;

async function get<Path extends keyof paths>(base: string, template: Path, values: Record<string, string>, token?: string): Promise<Body<Path>> {
  const path = template.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const headers: Record<string, string> = token === undefined ? {} : { authorization: 'Bearer ' + token };
  const response = await fetch(base + path, { headers });
  return await response.json();
}

export async function readLatest(base: string, token: string): Promise<[latest: string, permissions: readonly string[]]> {
  const list = await get(base, '/pack/{scope}/{name}', { scope: '@acme', name: 'tea' });
  const who = await get(base, '/-/whoami', {}, token);
  return [list.latest, who.permissions];
}
`;
