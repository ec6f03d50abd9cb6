// Reads of atoms over HTTP, on any database.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type AtomDetails, type AtomDiff, type AtomList, formatTimestamp } from '@prime-registry/protocol';
import {
  type AtomSource,
  atomFiles,
  expectProblem,
  sourcePathOf,
  type TestRegistry,
} from '@prime-registry/testkit';

const NAME = '@acme/web-style';

const FIRST: readonly AtomSource[] = [
  { id: '@acme/rule-alpha', description: 'Say what changed', tags: ['css'], notes: 'Only in full.' },
  {
    id: '@acme/rule-beta',
    edges: { requires: ['@acme/rule-alpha', '@acme/gone'], see: ['@other/fact-far'] },
  },
  { id: '@acme/fact-gamma', kind: 'fact', edges: { contradicts: ['@acme/rule-beta'] } },
];

const SECOND: readonly AtomSource[] = [
  { id: '@acme/rule-alpha', description: 'Say what was changed', tags: ['css'], notes: 'Only in full.' },
  {
    id: '@acme/rule-beta',
    edges: { requires: ['@acme/rule-alpha', '@acme/rule-delta'], see: ['@other/nowhere'] },
  },
  { id: '@acme/rule-delta' },
];

/** Declares the tests. The registry must be new, and no other test may publish to it. */
export function testAtomRoutes(registry: TestRegistry): void {
  const { author, stranger, anonymous } = registry;
  const get = async <T>(path: string): Promise<T> => {
    const { status, text } = await anonymous.get(path);
    assert.equal(status, 200, text);
    return JSON.parse(text) as T;
  };

  before(async () => {
    await author.mustPublish({ version: '1.0.0', files: atomFiles(...FIRST) });
    await author.mustPublish({ version: '2.0.0', files: atomFiles(...SECOND) });
    await author.mustPublish({ name: '@acme/plain', version: '1.0.0' });
    await registry.stranger.mustPublish({
      name: '@other/facts',
      files: atomFiles({ id: '@other/fact-far' }, { id: '@acme/rule-alpha', description: 'A forgery' }),
    });
  });

  test('the atoms of a version are listed in pages, by kind and by words', async () => {
    const path = `/-/primes/${NAME}/1.0.0/atoms`;
    const list = await get<AtomList>(path);
    const { atoms, ...rest } = list;
    assert.deepEqual(rest, {
      name: NAME,
      version: '1.0.0',
      atom_count: 3,
      kinds: [
        { kind: 'fact', count: 1 },
        { kind: 'rule', count: 2 },
      ],
      problem_count: 2,
      total: 3,
    });
    const [, alpha] = atoms;
    assert.ok((alpha?.tokens.full ?? 0) > (alpha?.tokens.summary ?? 0));
    assert.deepEqual(
      { ...alpha, tokens: 0 },
      {
        id: '@acme/rule-alpha',
        kind: 'rule',
        name: 'RuleAlpha',
        version: '1.0.0',
        description: 'Say what changed',
        tags: ['css'],
        tokens: 0,
        path: sourcePathOf({ id: '@acme/rule-alpha' }),
        line: 1,
      },
    );
    const idsOf = async (query: string) => {
      const page = await get<AtomList>(`${path}?${query}`);
      return [page.total, ...page.atoms.map(({ name }) => name)];
    };
    assert.deepEqual(await idsOf('limit=1&offset=2'), [3, 'RuleBeta']);
    assert.deepEqual(await idsOf('kind=rule'), [2, 'RuleAlpha', 'RuleBeta']);
    assert.deepEqual(await idsOf('q=changed+say'), [1, 'RuleAlpha']);
    assert.deepEqual(await idsOf('q=%20'), [3, 'FactGamma', 'RuleAlpha', 'RuleBeta']);
    assert.deepEqual(await idsOf('kind=nothing'), [0]);
    const { problems = [] } = await get<AtomList>(`${path}?problems=include`);
    assert.deepEqual(
      problems.map(({ path: file, line }) => [file, line]),
      [
        [sourcePathOf({ id: '@acme/fact-gamma' }), 4],
        [sourcePathOf({ id: '@acme/rule-beta' }), 4],
      ],
    );
  });

  test('a wrong parameter is a 400 that names it', async () => {
    const path = `/-/primes/${NAME}/1.0.0/atoms`;
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['offset=-1', 'offset'],
      ['kind=a&kind=b', 'kind'],
      [`q=${'x'.repeat(257)}`, 'q'],
    ] as const) {
      const { errors } = expectProblem(await anonymous.get(`${path}?${query}`), 'invalid_query');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
        query,
      );
    }
    for (const [query, field] of [
      ['text=long', 'text'],
      ['prime=web-style', 'prime'],
      ['version=1.0.0', 'version'],
      [`prime=${NAME}&version=1`, 'version'],
    ] as const) {
      const answer = await anonymous.get(`/-/atoms/@acme/rule-alpha?${query}`);
      assert.deepEqual(
        expectProblem(answer, 'invalid_query').errors?.map((error) => error.field),
        [field],
      );
    }
  });

  test('an atom is found by its id, first in its own scope', async () => {
    const atom = await get<AtomDetails>('/-/atoms/@acme/rule-alpha');
    assert.equal(atom.description, 'Say what was changed');
    assert.deepEqual(atom.prime, { name: NAME, version: '2.0.0' });
    assert.deepEqual(atom.primes, [
      { name: NAME, version: '2.0.0', own_scope: true },
      { name: '@other/facts', version: '1.0.0', own_scope: false },
    ]);
    assert.match(atom.hash, /^[0-9a-f]{64}$/);
    assert.equal(atom.text, undefined);

    const old = await get<AtomDetails>(`/-/atoms/@acme/rule-alpha?prime=${NAME}&version=1.0.0&text=full`);
    assert.equal(old.description, 'Say what changed');
    assert.match(old.text ?? '', /^# RuleAlpha \[rule\] v1\.0\.0\n.*Only in full\.$/s);
    const forged = await get<AtomDetails>('/-/atoms/%40acme%2Frule-alpha?prime=@other/facts&text=summary');
    assert.equal(forged.description, 'A forgery');
    assert.doesNotMatch(forged.text ?? '', /Only in full/);
  });

  test('an edge says whether its target exists at this time', async () => {
    const edgesOf = async (version: string) =>
      Object.fromEntries(
        (await get<AtomDetails>(`/-/atoms/@acme/rule-beta?prime=${NAME}&version=${version}`)).edges.map(
          ({ verb, target, standing }) => [`${verb} ${target}`, standing],
        ),
      );
    assert.deepEqual(await edgesOf('1.0.0'), {
      'requires @acme/rule-alpha': 'inside',
      'requires @acme/gone': 'dangling',
      'see @other/fact-far': 'outside',
    });
    assert.equal((await edgesOf('2.0.0'))['see @other/nowhere'], 'dangling');
    const name = '@other/more';
    await stranger.mustPublish({ name, version: '1.0.0-rc.1', files: atomFiles({ id: '@other/nowhere' }) });
    assert.equal((await edgesOf('2.0.0'))['see @other/nowhere'], 'outside');
    assert.equal((await stranger.yank(name, '1.0.0-rc.1')).status, 200);
    assert.equal((await edgesOf('2.0.0'))['see @other/nowhere'], 'dangling');
  });

  test('the text of an atom can be read on its own', async () => {
    const answer = await anonymous.get('/-/atoms/@acme/rule-alpha/core');
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.match(answer.text, /^# RuleAlpha \[rule\]/);
    assert.doesNotMatch(answer.text, /Only in full/);
    const tag = answer.headers.get('etag') ?? '';
    const again = await anonymous.get('/-/atoms/@acme/rule-alpha/core', { 'if-none-match': tag });
    assert.deepEqual([again.status, again.text], [304, '']);
    const old = await anonymous.get(`/-/atoms/@acme/rule-alpha/summary?prime=${NAME}&version=1.0.0`);
    assert.match(old.text, /Say what changed/);
    assert.equal((await anonymous.get('/-/atoms/@acme/rule-alpha/long')).status, 404);
  });

  test('two versions are compared, with the version step that the change requires', async () => {
    const diff = await get<AtomDiff>(`/-/primes/${NAME}/diff/1.0.0...2.0.0`);
    assert.deepEqual(diff, {
      name: NAME,
      from: '1.0.0',
      to: '2.0.0',
      rule: { ...diff.rule, required: 'major', respected: true, reasons: [] },
      counts: { added: 1, removed: 1, changed: 2, edges_gained: 2, edges_lost: 3, removed_verbs: 1 },
      added: [{ id: '@acme/rule-delta', kind: 'rule', name: 'RuleDelta' }],
      removed: [{ id: '@acme/fact-gamma', kind: 'fact', name: 'FactGamma' }],
      changed: [
        { id: '@acme/rule-alpha', kind: 'rule', name: 'RuleAlpha', fields: ['description'] },
        { id: '@acme/rule-beta', kind: 'rule', name: 'RuleBeta', fields: ['requires', 'see'] },
      ],
      edges_gained: [
        { verb: 'requires', from: '@acme/rule-beta', target: '@acme/rule-delta', standing: 'inside' },
        { verb: 'see', from: '@acme/rule-beta', target: '@other/nowhere', standing: 'dangling' },
      ],
      edges_lost: [
        { verb: 'contradicts', from: '@acme/fact-gamma', target: '@acme/rule-beta' },
        { verb: 'requires', from: '@acme/rule-beta', target: '@acme/gone' },
        { verb: 'see', from: '@acme/rule-beta', target: '@other/fact-far' },
      ],
      removed_verbs: ['contradicts'],
    });
    const back = await get<AtomDiff>(`/-/primes/${NAME}/diff/2.0.0...1.0.0`);
    assert.deepEqual([back.counts.removed, back.rule.respected], [1, false]);
    const same = await get<AtomDiff>(`/-/primes/@acme%2Fweb-style/diff/1.0.0...1.0.0+build`);
    assert.equal(same.rule.required, 'none');
  });

  test('a missing Prime, version or atom is a 404 that says which is missing', async () => {
    for (const [path, code] of [
      [`/-/primes/@acme/nothing/1.0.0/atoms`, 'prime_not_found'],
      [`/-/primes/${NAME}/9.0.0/atoms`, 'version_not_found'],
      [`/-/primes/${NAME}/diff/1.0.0...9.0.0`, 'version_not_found'],
      [`/-/primes/${NAME}/diff/1.0.0..2.0.0`, 'not_found'],
      [`/-/primes/${NAME}/diff/1.0.0...2.0.0...3.0.0`, 'not_found'],
      ['/-/atoms/@acme/nothing', 'atom_not_found'],
      ['/-/atoms/@acme/Nothing', 'not_found'],
      ['/-/atoms/@acme/fact-gamma', 'atom_not_found'],
      ['/-/atoms/@acme/rule-alpha?prime=@acme/plain', 'atom_not_found'],
      ['/-/atoms/@acme/rule-alpha?prime=@acme/nothing', 'prime_not_found'],
      [`/-/atoms/@acme/rule-alpha?prime=${NAME}&version=7.0.0`, 'version_not_found'],
      ['/-/atoms/@acme/nothing/core', 'atom_not_found'],
    ] as const) {
      expectProblem(await anonymous.get(path), code);
    }
    assert.equal((await get<AtomList>('/-/primes/@acme/plain/1.0.0/atoms')).total, 0);
  });

  test('answers have an entity tag, and do not change until a publish', async () => {
    const path = `/-/primes/${NAME}/2.0.0/atoms`;
    const first = await anonymous.get(path);
    const tag = first.headers.get('etag') ?? '';
    assert.equal(first.headers.get('cache-control'), 'no-cache');
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await anonymous.get(path, { 'if-none-match': tag })).status, 304);
      assert.equal((await anonymous.get(path)).text, first.text);
    }
  });

  test('a version without an inventory says so', async () => {
    const { sha256 } = await author.mustPublish({ name: '@acme/old', version: '1.0.0' });
    await forgetInventory(registry, '@acme/copy', sha256);
    for (const path of [
      '/-/primes/@acme/copy/1.0.0/atoms',
      '/-/primes/@acme/copy/diff/1.0.0...1.0.0',
      '/-/atoms/@acme/one?prime=@acme/copy',
    ]) {
      const { detail } = expectProblem(await anonymous.get(path), 'atoms_not_read');
      assert.match(detail, /prime-registry index/);
    }
  });
}

/** Stores a version without an inventory, as programs did before there were atoms. */
async function forgetInventory({ store }: TestRegistry, name: string, sha256: string): Promise<void> {
  const nowMs = Date.now();
  const { insertNew, newVersion } = await import('@prime-registry/testkit/versions');
  const version = newVersion({ name, sha256, publishedAtMs: nowMs, description: formatTimestamp(nowMs) });
  assert.equal(await insertNew(store, version), true);
}
