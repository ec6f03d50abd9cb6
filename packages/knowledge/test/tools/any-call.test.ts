// Any arguments at all: no call throws, and no answer exceeds its budget.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@prime-registry/atoms';
import { makeMemoryKnowledge } from '@prime-registry/testkit/knowledge';
import { CODE_POINT, COSTLY, fc } from '@prime-registry/testkit/properties';
import { callTool, KNOWLEDGE_TOOLS, parseResourceUri, readResource } from '../../src/index.ts';
import { makeExampleSource } from './example-source.ts';

const source = await makeExampleSource();
const NAMES = KNOWLEDGE_TOOLS.map(({ name }) => name);
const ARGUMENTS = KNOWLEDGE_TOOLS.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties));

const text = fc.oneof(
  fc.constantFrom(
    '@acme/web-style',
    '@acme/units',
    '@acme/rule-visible-focus',
    '@units/fact-ch',
    'focus',
    'word',
  ),
  fc.constantFrom(
    '^1',
    '1.1.0',
    'latest',
    'full',
    'rule',
    '0-0',
    '@acme',
    '10-abc',
    'constructor',
    '__proto__',
  ),
  fc.string({ unit: CODE_POINT, maxLength: 300 }),
  fc.string(),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.boolean(),
  fc.array(text),
  fc.anything(),
);
const args = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.oneof(fc.constantFrom(...ARGUMENTS), fc.string()), value) },
  fc.anything(),
);

test('every call has an answer within the budget', async () => {
  const tool = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string());
  await fc.assert(
    fc.asyncProperty(
      tool,
      args,
      fc.option(fc.integer({ min: 100, max: 20_000 })),
      async (name, given, budget) => {
        const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
        const all = budget !== null && isObject ? { ...given, budget } : given;
        const result = await callTool(source, name, all);
        assert.notEqual(result.text, '');
        assert.ok(estimateTokens(result.text) <= (budget !== null && isObject ? budget : 20_000));
        assert.ok(result.text.isWellFormed() || !JSON.stringify(given)?.isWellFormed());
      },
    ),
  );
});

test('answers about any Prime are within the budget, and reading on ends', async () => {
  const line = fc.string({ unit: CODE_POINT, maxLength: 400 });
  const draft = fc.record({
    description: line,
    deprecated: fc.option(line, { nil: undefined }),
    atoms: fc.array(
      fc.record({ kind: fc.constantFrom('rule', 'a-much-longer-kind'), description: line, notes: line }),
      {
        maxLength: 12,
      },
    ),
  });
  const budgets = fc.integer({ min: 150, max: 600 });
  await fc.assert(
    fc.asyncProperty(draft, budgets, async ({ description, deprecated, atoms }, budget) => {
      const some = await makeMemoryKnowledge([
        {
          ...{ name: '@any/prime', description },
          ...(deprecated === undefined ? {} : { deprecated }),
          atoms: atoms.map((atom, index) => ({ ...atom, id: `@any/atom-${index}` })),
        },
      ]);
      const page = { offset: 0, limit: 20 };
      const readable = (await some.listAtoms({ name: '@any/prime', version: '1.0.0' }, page))?.atoms ?? [];
      const calls: [string, Record<string, unknown>][] = [
        ['read_prime', { name: '@any/prime' }],
        ['search_knowledge', { query: 'any' }],
        ['search_knowledge', { query: 'any', read: true }],
        ...readable.map(({ id }): [string, Record<string, unknown>] => ['read_atom', { id, detail: 'full' }]),
      ];
      for (const [name, given] of calls) {
        let cursor: string | undefined;
        for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
          const answer = await callTool(some, name, { ...given, budget, cursor });
          assert.equal(answer.isError, false, answer.text);
          assert.ok(estimateTokens(answer.text) <= budget, answer.text);
          const [facts = ''] = answer.text.split('\n\n');
          cursor = /next: cursor (\S+)/.exec(facts)?.[1];
          assert.ok(page < 200);
        }
      }
    }),
    COSTLY,
  );
});

test('any address of a resource is read or refused with a reason', async () => {
  const segment = fc.oneof(
    text,
    fc.constantFrom('acme', 'web-style', '1.2.0', 'rule-visible-focus', 'core', '%', '%40acme'),
  );
  const uri = fc.oneof(
    fc.string(),
    fc.array(segment, { maxLength: 7 }).map((segments) => `prime://${segments.join('/')}`),
  );
  await fc.assert(
    fc.asyncProperty(uri, async (given) => {
      const read = await readResource(source, given);
      if (!read.ok) assert.notEqual(read.message, '');
      else assert.ok(parseResourceUri(given).ok);
    }),
  );
});
