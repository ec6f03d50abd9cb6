// What a pull request shows at its lines when `prime` fails or warns in a job of GitHub, Forgejo or Gitea.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  sourceOf,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  user = await createPrimeUser({
    ...{ CI: 'true', GITHUB_ACTIONS: 'true' },
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  user.environment.GITHUB_WORKSPACE = user.project;
});
after(() => Promise.all([registry.stop(), user.remove()]));
beforeEach(() => rm(user.project, { recursive: true, force: true }));

/** Writes a Prime into the folder `primes/web` of the checkout. */
const write = (files: Readonly<Record<string, string>>) =>
  writeFiles(join(user.project, 'primes/web'), { ...GOOD_PRIME, ...files });

const annotationsOf = (stderr: string) => stderr.split('\n').filter((line) => line.startsWith('::'));

/** Runs a command that fails. @returns its annotations */
async function fail(code: number, ...args: readonly string[]): Promise<string[]> {
  const run = await user.prime(args);
  assert.equal(run.code, code, run.stderr);
  return annotationsOf(run.stderr);
}

describe('errors', () => {
  it('of a pack.yaml are at their line and column', async () => {
    await write({ 'pack.yaml': manifestText({ name: '@acme/web' }).replace('1.0.0', 'one') });
    const [annotation = ''] = await fail(2, 'publish', 'primes/web');
    assert.match(
      annotation,
      /^::error file=primes\/web\/pack\.yaml,line=2,col=10,title=prime publish::version: /,
    );
    const [packed = ''] = await fail(2, 'pack', 'primes/web');
    assert.match(packed, /^::error file=primes\/web\/pack\.yaml,line=2,col=10,title=prime pack::version: /);
    const [all = ''] = await fail(2, 'publish', '--all');
    assert.match(all, /^::error file=primes\/web\/pack\.yaml,line=2,col=10,/);
  });

  it('of edges and secrets are at the file that has them', async () => {
    const source = sourceOf({
      id: '@acme/rule-one',
      description: 'One',
      edges: { requires: ['@acme/rule-gone'] },
    });
    await write({ 'primes/a, b.prime': source });
    const [edge = '', ...rest] = await fail(2, 'publish', 'primes/web');
    assert.match(
      edge,
      /^::error file=primes\/web\/primes\/a%2C b\.prime,line=\d+,col=\d+,.*::the edge 'requires'/,
    );
    assert.deepEqual(rest, []);
    await write({
      'primes/a, b.prime': '',
      'notes.txt': `x\nkey: ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}\n`,
    });
    const secrets = await fail(2, 'pack', 'primes/web');
    const placed = secrets.filter((line) => /^::error file=primes\/web\/notes\.txt,line=2,/.test(line));
    assert.equal(placed.length, 1, secrets.join('\n'));
    assert.doesNotMatch(secrets.join('\n'), /ghp_a1B2/);
  });

  it('of a version that exists are at the line of the version', async () => {
    await write({ 'pack.yaml': manifestText({ name: '@acme/taken' }) });
    assert.equal((await user.prime(['publish', 'primes/web'])).code, 0);
    await write({ 'pack.yaml': manifestText({ name: '@acme/taken' }), 'README.md': '# Edited\n' });
    for (const args of [[], ['--skip-existing'], ['--dry-run']]) {
      const [annotation = '', ...rest] = await fail(1, 'publish', 'primes/web', ...args);
      assert.match(
        annotation,
        /^::error file=primes\/web\/pack\.yaml,line=2,title=prime publish::@acme\/taken 1\.0\.0/,
      );
      assert.match(annotation, /with other content/);
      assert.deepEqual(rest, []);
    }
    const [all = ''] = await fail(2, 'publish', '--all');
    assert.match(
      all,
      /^::error file=primes\/web\/pack\.yaml,line=2,title=prime publish::@acme\/taken: 1\.0\.0 → 1\.0\.1/,
    );
  });

  it('that are not about a file have none: an outage, no registry', async () => {
    await write({});
    const down = await fail(1, 'publish', 'primes/web', '--remote', 'http://127.0.0.1:1', '--timeout', '5');
    assert.match(down.join('\n'), /^::error title=prime publish::.*127\.0\.0\.1:1/);
  });
});

it('warnings about atoms are at their lines', async () => {
  await write({ ...atomFiles({ id: '@acme/rule-two', description: '' }), 'pack.yaml': manifestText({}) });
  const { code, stderr } = await user.prime(['pack', '--dry-run', 'primes/web']);
  assert.equal(code, 0, stderr);
  const [annotation = ''] = annotationsOf(stderr);
  assert.match(annotation, /^::warning file=primes\/web\/primes\/[^,]+,line=\d+,/);
});

it('a text cannot begin a command or end its own', async () => {
  const hostile = '::error title=x::y %0A::stop-commands::z';
  await write({
    [`primes/${hostile}.prime`]: sourceOf({
      id: '@acme/rule-one',
      description: 'One',
      edges: { requires: ['@acme/rule-gone'] },
    }),
  });
  const { stderr } = await user.prime(['publish', '--dry-run', 'primes/web']);
  const commands = stderr.split('\n').filter((line) => /^\s*::/.test(line));
  assert.equal(commands.length, 1, stderr);
  assert.match(
    commands[0] ?? '',
    /^::error file=primes\/web\/pack\.yaml,title=prime publish::'primes\/::error title=x::y %250A/,
  );
});

it('a text that is shown as it is cannot begin a command', async () => {
  const notes = 'One\n::add-mask::two ##[error]three';
  await write({});
  const files = atomFiles({ id: '@acme/rule-log', description: 'Of a stranger', notes });
  await registry.author.mustPublish({ name: '@acme/log', files });
  const inCi = await user.prime(['atom', '@acme/rule-log']);
  assert.match(inCi.stdout, /^ *\\u\{3a\}:add-mask::two \\u\{23\}#\[error\]three$/m);
  const elsewhere = await user.prime(['atom', '@acme/rule-log'], {
    environment: { CI: '', GITHUB_ACTIONS: '' },
  });
  assert.match(elsewhere.stdout, /^ *::add-mask::two ##\[error\]three$/m);
  const json = await user.prime(['atom', '@acme/rule-log', '--json']);
  assert.doesNotMatch(json.stdout, /##\[/);
  assert.ok(JSON.stringify(JSON.parse(json.stdout)).includes('##[error]three'));
});

it('prime lint --format github keeps its commands, and texts in them cannot begin others', async () => {
  await write({ 'pack.yaml': manifestText({ description: 'Short' }) });
  const { stdout, stderr } = await user.prime(['lint', '--offline', '--format', 'github', 'primes/web']);
  const lines = stdout.split('\n').filter((line) => line !== '');
  assert.ok(lines.length > 0, stderr);
  for (const line of lines)
    assert.match(line, /^::(error|warning|notice) file=primes\/web\/[^:]*::[^\r\n]+$/);
});

it('GitLab gets a code quality report, whatever becomes of the publish', async () => {
  const environment = { CI: 'true', GITHUB_ACTIONS: '', GITLAB_CI: 'true', CI_PROJECT_DIR: user.project };
  const args = ['publish', '--dry-run', 'primes/web', '--code-quality', 'report.json'];
  const read = async () => JSON.parse(await readFile(join(user.project, 'report.json'), 'utf8'));
  await write({ 'pack.yaml': manifestText({ name: '@acme/quality' }).replace('1.0.0', 'one') });
  const failed = await user.prime(args, { environment });
  assert.equal(failed.code, 2);
  assert.deepEqual(annotationsOf(failed.stderr), []);
  const [issue, ...rest] = await read();
  assert.deepEqual(rest, []);
  assert.match(issue.description, /^version: 'one' is not a semantic version/);
  assert.match(issue.fingerprint, /^[0-9a-f]{64}$/);
  assert.deepEqual(
    [issue.severity, issue.location],
    ['major', { path: 'primes/web/pack.yaml', lines: { begin: 2 } }],
  );
  await write({ 'pack.yaml': manifestText({ name: '@acme/quality' }) });
  const passed = await user.prime(args, { environment });
  assert.deepEqual([passed.code, await read()], [0, []], passed.stderr);
});

it('outside of such a runner nothing is added', async () => {
  await write({ 'pack.yaml': 'name: x\n' });
  for (const environment of [{ GITHUB_ACTIONS: '' }, { GITHUB_ACTIONS: '', GITLAB_CI: 'true' }]) {
    const { code, stderr } = await user.prime(['publish', 'primes/web'], { environment });
    assert.equal(code, 2);
    assert.deepEqual(annotationsOf(stderr), []);
  }
});
