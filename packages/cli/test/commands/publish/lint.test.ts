// Linting a Prime before its publish, with what the registry knows of other Primes.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  atomFiles,
  createPrimeUser,
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  sourceOf,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';

const OTHER = { id: '@acme/rule-other', description: 'In another Prime' };
const README = `# Web style\n\n${'About web pages. '.repeat(10)}`;

let registry: TestRegistry;
let proxy: FaultyProxy;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  proxy = await startFaultyProxy(registry.baseUrl);
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
  await registry.author.mustPublish({ name: '@acme/base', files: atomFiles(OTHER) });
});
after(() => Promise.all([registry.stop(), proxy.close(), user.remove()]));
beforeEach(() => rm(user.project, { recursive: true, force: true }));

/** Writes a Prime without findings, with these changes. */
function write(files: Readonly<Record<string, string>> = {}): Promise<void> {
  return writeFiles(user.project, {
    'pack.yaml': manifestText({}),
    'README.md': README,
    'primes/one.prime': sourceOf({ id: '@acme/rule-one', description: 'One thing' }),
    ...files,
  });
}

const weak = (extra = ''): Readonly<Record<string, string>> => ({
  'pack.yaml': manifestText({ description: 'Short', extra }),
  'primes/two.prime': sourceOf({
    id: '@acme/rule-two',
    description: 'Two things',
    edges: { requires: ['@acme/rule-gone', '@acme/rule-other'], see: ['@far/away'] },
  }),
});

interface Shown {
  readonly rule: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

async function lint(...args: readonly string[]) {
  const { code, stdout, stderr } = await user.prime(['lint', '--json', ...args]);
  const result = stdout === '' ? undefined : JSON.parse(stdout);
  const rules = (result?.findings ?? []).map(
    ({ rule, path, line, column }: Shown) => `${path}:${line ?? ''}:${column ?? ''} ${rule}`,
  );
  return { code, stderr, result, rules };
}

describe('prime lint', () => {
  test('passes a good Prime, and shows its score', async () => {
    await write();
    const { code, stdout, stderr } = await user.prime(['lint']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^@acme\/web-style 1\.0\.0: 0 errors, 0 warnings, 0 notes\nScore 100 of 100: /);
  });

  test('names file, line, column, rule and remedy of each finding, and fails on errors', async () => {
    await write(weak());
    const { code, rules, result } = await lint();
    assert.equal(code, 1);
    assert.deepEqual(rules, [
      'pack.yaml:3:1 short-description',
      'primes/two.prime:6:14 dangling-edge',
      'primes/two.prime:6:31 missing-requirement',
      'primes/two.prime:7:9 unknown-target',
    ]);
    assert.deepEqual([result.counts, result.passed], [{ error: 1, warning: 3, note: 0 }, false]);
    assert.deepEqual(result.registries, [registry.baseUrl]);
    const { stdout } = await user.prime(['lint']);
    assert.match(
      stdout,
      /primes\/two\.prime:6:14: error\[dangling-edge\] .*@acme\/rule-gone.*\n {4}correct the id/,
    );
    assert.match(stdout, /add '"@acme\/base": \^1\.0\.0' to 'requires' in pack\.yaml/);
  });

  test('the score is the one that the registry computes', async () => {
    await write(weak());
    const { result } = await lint();
    const published = await user.prime([
      'publish',
      '--allow-dangling',
      '--token',
      registry.author.token ?? '',
    ]);
    assert.equal(published.code, 0, published.stderr);
    const { json } = await registry.anonymous.get('/-/primes/@acme/web-style/1.0.0/score');
    assert.equal(result.score.points, json.points);
    assert.ok(json.points < 100);
  });

  test('edges to required Primes are fine', async () => {
    await write({ ...weak('requires: { "@acme/base": ^1.0.0 }') });
    assert.ok(!(await lint()).rules.some((rule: string) => rule.includes('missing-requirement')));
  });

  test('finds copies of atoms in other Primes', async () => {
    await write({
      'primes/other.prime': sourceOf(OTHER),
      'primes/one.prime': sourceOf({ id: '@acme/rule-own', description: 'Its own' }),
      'pack.yaml': manifestText({ name: '@acme/copier' }),
    });
    assert.deepEqual((await lint()).rules, ['primes/other.prime:1:1 copied-atom']);
    const renamed = { ...OTHER, id: '@acme/rule-renamed' };
    await write({ 'primes/other.prime': sourceOf(renamed) });
    const { result, rules } = await lint();
    assert.deepEqual(rules, ['primes/other.prime:1:1 copied-atom'], 'under another id');
    assert.match(result.findings[0].message, new RegExp(`has an atom ${OTHER.id} that says the same as`));
    await write({ 'primes/other.prime': sourceOf({ ...OTHER, description: 'Something else' }) });
    assert.ok((await lint()).rules.includes('primes/other.prime:1:1 taken-id'));
  });

  test('asks a registry once for a hundred atoms', async () => {
    const sources = Array.from({ length: 120 }, (_, index) => ({
      ...{ id: `@acme/rule-x${index}`, description: `About ${index}` },
    }));
    await write({ 'primes/many.prime': sources.map(sourceOf).join('\n') });
    const { stderr, code } = await user.prime(['lint', '--verbose']);
    assert.equal(code, 0, stderr);
    assert.equal(stderr.match(/GET \S+\/-\/atoms\?ids=/g)?.length, 2);
  });

  test('--max-warnings, --off and pack.yaml decide what passes', async () => {
    await write({ 'README.md': '# Short\n' });
    assert.equal((await lint()).code, 0);
    assert.equal((await lint('--max-warnings', '1')).code, 0);
    assert.equal((await lint('--max-warnings', '0')).code, 1);
    const off = await lint('--max-warnings', '0', '--off', 'missing-readme');
    assert.deepEqual([off.code, off.rules, off.result.off], [0, [], ['missing-readme']]);
    assert.equal(off.result.score.points, 95, 'the score has no rules that are off');
    await write({
      'README.md': '# Short\n',
      'pack.yaml': manifestText({ extra: 'lint: { off: [missing-readme] }' }),
    });
    assert.equal((await lint('--max-warnings', '0')).code, 0);
    await write({ 'pack.yaml': manifestText({ extra: 'lint: { off: [nonsense] }' }) });
    assert.deepEqual((await lint()).rules, ['pack.yaml:6:15 unknown-rule']);
  });

  test('works without a registry, and with one that has no index', async () => {
    await write(weak());
    const expected = ['pack.yaml:3:1 short-description', 'primes/two.prime:6:14 dangling-edge'];
    const offline = await lint('--offline');
    assert.deepEqual(
      offline.rules.filter((rule: string) => !rule.startsWith('primes/two.prime:6:31')),
      expected,
    );
    assert.deepEqual([offline.code, offline.result.registries, offline.stderr], [1, [], '']);
    const headers = { 'content-type': 'application/problem+json' };
    const answer = { kind: 'answer', status: 404, headers, body: '{"status":404,"title":"x"}' } as const;
    proxy.fault = ({ path }) => (path.startsWith('/-/atoms') ? answer : undefined);
    const without = await user.prime(['lint', '--remote', proxy.baseUrl]);
    assert.match(without.stderr, /has no index of atoms/);
    assert.match(without.stdout, /dangling-edge/);
  });

  test('writes SARIF, annotations and code quality reports relative to the current folder', async () => {
    await writeFiles(user.project, {
      'x/README.md': README,
      'x/pack.yaml': manifestText({ description: 'Short' }),
    });
    await writeFiles(user.project, { 'x/primes/two.prime': weak()['primes/two.prime'] ?? '' });
    const run = (format: string) =>
      user.prime(['lint', 'x', '--offline', '--off', 'dangling-edge', '--format', format]);
    const sarif = JSON.parse((await run('sarif')).stdout);
    assert.equal(sarif.version, '2.1.0');
    const [result] = sarif.runs[0].results;
    assert.deepEqual(result.locations[0].physicalLocation, {
      artifactLocation: { uri: 'x/pack.yaml' },
      region: { startLine: 3, startColumn: 1 },
    });
    assert.match(
      (await run('github')).stdout,
      /^::warning file=x\/pack\.yaml,line=3,col=1,title=short-description::/,
    );
    const [issue] = JSON.parse((await run('gitlab')).stdout);
    assert.deepEqual(issue.location, { path: 'x/pack.yaml', lines: { begin: 3 } });
    assert.equal((await run('xml')).code, 3);
  });

  test('a tarball is linted as it is, with the places of a folder', async () => {
    await write(weak());
    const ofFolder = (await lint()).rules;
    assert.equal((await user.prime(['pack', '--allow-dangling', '--out', 'x.tar.gz'])).code, 0);
    const { code, rules } = await lint('x.tar.gz');
    assert.deepEqual([code, rules], [1, ofFolder]);
    const [edge] = rules.filter((rule: string) => rule.endsWith(' dangling-edge'));
    assert.match(edge ?? '', /^primes\/two\.prime:\d+:\d+ /);
    assert.doesNotMatch(edge ?? '', /:1:1 /, 'at the edge, not at its atom');
  });

  test('a wrong command line or Prime is told apart from findings', async () => {
    await write();
    for (const args of [
      ['--off', 'nonsense'],
      ['--max-warnings', '-1'],
      ['--json', '--format', 'sarif'],
    ]) {
      assert.equal((await user.prime(['lint', ...args])).code, 3, args.join(' '));
    }
    await rm(`${user.project}/pack.yaml`);
    assert.equal((await user.prime(['lint'])).code, 2);
  });
});
