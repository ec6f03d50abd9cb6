// `prime context`: from what is installed, and from registries for what that lacks.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { estimateTokens } from '@prime-registry/atoms';
import {
  atomFiles,
  createPrimeUser,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const DOWN = { environment: { PRIME_REGISTRY: 'http://127.0.0.1:9' } };

describe('prime context', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  let outsider: PrimeUser;
  before(async () => {
    registry = await startRegistry();
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    outsider = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await registry.admin.mustPublish({
      name: '@acme/web-style',
      description: 'Web pages',
      files: atomFiles(
        {
          id: '@acme/rule-focus',
          description: 'Never remove the outline of focused elements',
          edges: { requires: ['@base/principle-keyboard'] },
        },
        { id: '@acme/rule-fonts', description: 'Text is readable before its font has arrived' },
      ),
    });
    await registry.admin.mustPublish({
      name: '@base/people',
      files: atomFiles({
        id: '@base/principle-keyboard',
        kind: 'principle',
        description: 'All works by keys',
      }),
    });
    await registry.admin.mustPublish({
      name: '@other/baking',
      files: atomFiles({ id: '@other/rule-starter', description: 'A ripe sourdough starter floats' }),
    });
    const { code, stderr } = await user.prime(['install', '@acme/web-style', '@base/people']);
    assert.equal(code, 0, stderr);
  });
  after(() => Promise.all([registry.stop(), user.remove(), outsider.remove()]));

  test('packs installed atoms after what they require, without a registry', async () => {
    const { code, stdout, stderr } = await user.prime(['context', 'keep', 'the focus outline'], DOWN);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Context: 2 atoms of 2 Primes · at most 8000 tokens \(estimated\) · 0 left out\n\n/,
    );
    assert.match(
      stdout,
      /## @base\/principle-keyboard .* · installed · .* · required\n.*## @acme\/rule-focus /s,
    );
    assert.match(stderr, /^2 atoms, \d+ of 8000 tokens \(estimated\)$/m);
  });

  test('keeps to the budget, and says what it left out as JSON', async () => {
    const args = ['context', '@acme/web-style', '--budget', '150', '--json', '--offline'];
    const result = JSON.parse((await user.prime(args)).stdout);
    assert.ok(result.tokens <= 150 && result.tokens === estimateTokens(result.text), result.text);
    assert.deepEqual([result.query, result.ids, result.budget], ['', ['@acme/web-style'], 150]);
    assert.ok(result.left_out.length > 0, JSON.stringify(result));
    const [left] = result.left_out;
    assert.deepEqual(Object.keys(left), ['id', 'prime', 'tokens']);
  });

  test('asks registries for what is not installed, but not with --offline', async () => {
    const { stdout } = await user.prime(['context', 'sourdough']);
    assert.match(stdout, /## @other\/rule-starter · rule · @other\/baking 1\.0\.0 · sha256:\w{12}… · http/);
    assert.match((await user.prime(['context', '@other/rule-starter'])).stdout, /floats/);
    assert.match((await user.prime(['context', 'sourdough', '--offline'])).stdout, /^Context: 0 atoms/);
    const missing = await user.prime(['context', '@other/rule-starter', '--offline']);
    assert.match(missing.stderr, /There is no atom and no Prime @other\/rule-starter/);
  });

  test('asks registries without a project', async () => {
    const json = JSON.parse((await outsider.prime(['context', 'focus', 'outline', '--json'])).stdout);
    assert.deepEqual(
      json.atoms.map(({ id, reason, required_by: by }: Record<string, string>) => [id, reason, by]),
      [
        ['@base/principle-keyboard', 'required', '@acme/rule-focus'],
        ['@acme/rule-focus', 'found', undefined],
      ],
    );
    const { code, stderr } = await outsider.prime(['context', 'focus', '--offline']);
    assert.equal(code, 2);
    assert.match(stderr, /nothing is installed that could be read with --offline/);
  });

  test('says what is wrong with its arguments', async () => {
    for (const [args, message] of [
      [['  '], /there is no task; give words, ids of atoms, or both/],
      [['x', '--budget', '99'], /--budget: '99' is not a whole number from 100 to 200000/],
      [['x', '--budget', '1e3'], /--budget: '1e3' is not/],
      [['x', '--scope', 'acme'], /--scope: 'acme' is not a scope; write it as in @acme/],
      [['x'.repeat(2001)], /the task has 2001 characters; give at most 2000/],
      [Array.from({ length: 51 }, (_, index) => `@a/b${index}`), /there are 51 ids; give at most 50/],
    ] as const) {
      const { code, stderr } = await user.prime(['context', ...args]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, message);
    }
  });
});
