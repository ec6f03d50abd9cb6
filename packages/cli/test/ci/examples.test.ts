// The examples for the CI of forges, run as their runners run them: a pull request gets a comment, a merge publishes, a
// repeated run is fine, and an edit without a version fails at its line.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { atomFiles, manifestText, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { writeFiles } from '../pack/prime-folder.ts';
import { describeRun, type ForgeEvent, type RunResult, runWorkflow } from './runner/actions.ts';
import { type FakeForge, startForge } from './runner/fake-forge.ts';
import { runGitLab } from './runner/gitlab.ts';
import { createMachine, type Machine } from './runner/machine.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/ci/', import.meta.url));
const INSTALL = 'install --global --ignore-scripts --no-audit --no-fund ';
/** The file of a release, by a path that npm cannot take for a package or for a repository of GitHub. */
const installs = (folder: string) =>
  new RegExp(String.raw`^${INSTALL}${RegExp.escape(folder)}/prime-cli-\d+\.\d+\.\d+\.tgz$`);
const PULL: ForgeEvent = { name: 'pull_request', ref: 'refs/pull/7/merge' };
const FORK: ForgeEvent = { ...PULL, head: 'mallory/knowledge' };
const MERGE: ForgeEvent = { name: 'push', ref: 'refs/heads/main' };
const FORGE_TOKEN = 'token-of-the-job';

let registry: TestRegistry;
let machine: Machine;
before(async () => {
  registry = await startRegistry();
});
after(() => registry.stop());
beforeEach(async () => {
  machine = await createMachine();
});
afterEach(() => machine[Symbol.asyncDispose]());

/** Writes the Prime of the repository. */
async function write(name: string, version: string, ...descriptions: readonly string[]): Promise<void> {
  const folder = join(machine.workspace, 'primes/web');
  await rm(folder, { recursive: true, force: true });
  const atoms = descriptions.map((description, index) => ({ id: `@acme/rule-${index}`, description }));
  await writeFiles(folder, {
    'pack.yaml': manifestText({ name, version }),
    'README.md': '# Web\n',
    ...atomFiles(...atoms),
  });
}

async function versionsOf(name: string): Promise<string[]> {
  const { status, json } = await registry.anonymous.get(`/pack/${encodeURIComponent(name)}`);
  return status === 404 ? [] : json.versions.map(({ version }: { version: string }) => version);
}

for (const [kind, home, bot] of [
  ['github', '.github', 'github-actions[bot]'],
  ['forgejo', '.forgejo', 'forgejo-actions'],
] as const) {
  describe(`examples/ci/${kind}`, () => {
    let forge: FakeForge;
    beforeEach(async () => {
      forge = await startForge('github', FORGE_TOKEN, bot);
      await mkdir(join(machine.workspace, home, 'actions'), { recursive: true });
      await cp(join(EXAMPLES, 'action'), join(machine.workspace, home, 'actions/prime'), { recursive: true });
    });
    afterEach(() => forge[Symbol.asyncDispose]());

    /** An event in the repository. Forks have no secrets. */
    const happen = async (event: ForgeEvent): Promise<RunResult> => {
      const secrets = event.head === undefined ? { PRIME_REGISTRY_TOKEN: registry.author.token ?? '' } : {};
      const run = await describeRun(machine, { event, api: forge.api, token: FORGE_TOKEN });
      const vars = { PRIME_REGISTRY: registry.baseUrl };
      return runWorkflow({ machine, file: join(EXAMPLES, kind, 'prime.yml'), vars, secrets, ...run });
    };

    const assertOnlyUserRefused = () =>
      assert.ok(
        forge.refused.every((request) => request === 'GET /user'),
        forge.refused.join(),
      );

    it('comments, publishes, publishes again, and fails with an annotation', async () => {
      const name = `@acme/${kind}`;
      await write(name, '1.0.0', 'One');
      const mark = '<!-- prime-publish:primes -->';
      forge.comments.push({ id: 1, author: 'mallory', body: `${mark}\nnot the bot` });
      const pull = await happen(PULL);
      assert.deepEqual([pull.jobs, pull.isSuccess], [['review'], true], pull.log);
      const action = join(machine.workspace, home, 'actions/prime');
      assert.match((await machine.npmCalls()).join(), installs(action));
      assert.equal(forge.comments.length, 2);
      assert.match(
        forge.comments[1]?.body ?? '',
        /^<!-- prime-publish:primes -->\n### 1 Prime would be published\n/,
      );
      assert.equal(pull.summary, forge.comments[1]?.body);
      assert.ok(pull.steps.every(({ env }) => (env.PRIME_REGISTRY_TOKEN ?? '') === ''));
      assert.deepEqual(await versionsOf(name), []);

      await write(name, '1.1.0', 'One');
      assert.equal((await happen(PULL)).isSuccess, true);
      assert.deepEqual([forge.comments.length, forge.comments[0]?.body], [2, `${mark}\nnot the bot`]);
      assert.match(forge.comments[1]?.body ?? '', /`1\.1\.0`/);

      const merge = await happen(MERGE);
      assert.deepEqual([merge.jobs, merge.isSuccess], [['publish'], true], merge.log);
      assert.deepEqual(await versionsOf(name), ['1.1.0']);
      const withToken = merge.steps.filter(({ env }) =>
        Object.values(env).includes(registry.author.token ?? ''),
      );
      assert.deepEqual(
        withToken.map((step) => step.name),
        ['Publish'],
      );
      assertOnlyUserRefused();
      // What else can happen is up to the action and to `prime`, which both forges have.
      if (kind === 'forgejo') return;

      const again = await happen(MERGE);
      assert.equal(again.isSuccess, true);
      assert.match(again.log, /0 Primes published, 1 unchanged/);

      await write(name, '1.1.0', 'Edited');
      const edited = await happen(PULL);
      assert.equal(edited.isSuccess, false);
      assert.match(forge.comments[1]?.body ?? '', /### 1 Prime cannot be published/);
      assert.match(forge.comments[1]?.body ?? '', /such as 1\.1\.1/);
      const failed = await happen(MERGE);
      assert.equal(failed.isSuccess, false);
      assert.match(
        failed.log,
        /^::error file=primes\/web\/pack\.yaml,line=2,title=prime publish::.*1\.1\.0 → 1\.1\.1/m,
      );
      assert.deepEqual(await versionsOf(name), ['1.1.0']);
      assertOnlyUserRefused();
    });

    it('shows the review of a pull request from a fork, without a comment', async () => {
      await write(`@acme/fork-${kind}`, '1.0.0', 'One');
      const { isSuccess, summary, steps, log } = await happen(FORK);
      assert.equal(isSuccess, true, log);
      assert.match(summary, /### 1 Prime would be published/);
      assert.deepEqual(forge.comments, []);
      assert.ok(steps.every((step) => step.name !== 'Comment'));
    });

    it('is harmless: no event with secrets for forks, the token of the registry in one job', async () => {
      const text = await readFile(join(EXAMPLES, kind, 'prime.yml'), 'utf8');
      assert.doesNotMatch(text, /pull_request_target|workflow_run/);
      const [, publish = ''] = text.split('\n  publish:\n');
      assert.equal(text.split('secrets.P').length, 2);
      assert.match(publish, /token: \$\{\{ secrets\.PRIME_REGISTRY_TOKEN \}\}/);
    });
  });
}

describe('examples/ci/gitlab', () => {
  const file = join(EXAMPLES, 'gitlab/prime.gitlab-ci.yml');
  const variables = (added: Readonly<Record<string, string>>) => ({
    ...{ CI: 'true', GITLAB_CI: 'true', CI_PROJECT_ID: '42', CI_DEFAULT_BRANCH: 'main' },
    ...{ CI_PROJECT_DIR: machine.workspace, PRIME_REGISTRY: registry.baseUrl },
    ...added,
  });

  it('comments, reports code quality, publishes, and publishes again', async () => {
    await using forge = await startForge('gitlab', FORGE_TOKEN, 'project_42_bot');
    await cp(join(EXAMPLES, 'action/comment.mjs'), join(machine.workspace, 'ci/comment.mjs'));
    const merge = {
      ...{ CI_PIPELINE_SOURCE: 'merge_request_event', CI_MERGE_REQUEST_IID: '7', CI_API_V4_URL: forge.api },
      PRIME_COMMENT_TOKEN: FORGE_TOKEN,
    };
    // A protected variable is not there on a merge request.
    const branch = {
      ...{ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' },
      PRIME_PUBLISH_TOKEN: registry.author.token ?? '',
    };
    await write('@acme/gitlab', '1.0.0', 'One');
    const review = await runGitLab(machine, file, variables(merge));
    assert.deepEqual(Object.keys(review), ['prime-review']);
    assert.equal(review['prime-review']?.code, 0, review['prime-review']?.log ?? '');
    assert.match(review['prime-review']?.log ?? '', /^### 1 Prime would be published$/m);
    assert.match(forge.comments[0]?.body ?? '', /^<!-- prime-publish:primes -->\n/);
    assert.match((await machine.npmCalls()).join(), installs('./ci'));

    const published = await runGitLab(machine, file, variables(branch));
    assert.deepEqual(Object.keys(published), ['prime-publish']);
    assert.equal(published['prime-publish']?.code, 0, published['prime-publish']?.log ?? '');
    assert.deepEqual(await versionsOf('@acme/gitlab'), ['1.0.0']);
    assert.equal((await runGitLab(machine, file, variables(branch)))['prime-publish']?.code, 0);

    await write('@acme/gitlab', '1.0.0', 'Edited');
    const edited = await runGitLab(machine, file, variables(merge));
    assert.equal(edited['prime-review']?.code, 1);
    assert.equal(forge.comments.length, 1);
    assert.match(forge.comments[0]?.body ?? '', /cannot be published/);
    const report = await readFile(join(machine.workspace, 'gl-code-quality-report.json'), 'utf8');
    const [issue] = JSON.parse(report);
    assert.deepEqual(issue.location, { path: 'primes/web/pack.yaml', lines: { begin: 2 } });
    assert.deepEqual(forge.refused, []);
  });
});

describe('examples/ci/shell', () => {
  const run = (action: string, environment: Readonly<Record<string, string>> = {}) =>
    machine.run(`'${join(EXAMPLES, 'shell/prime.sh')}' ${action}`, {
      PRIME_REGISTRY: registry.baseUrl,
      ...environment,
    });

  it('reviews without a token, publishes with one, and again', async () => {
    await write('@acme/shell', '1.0.0', 'One');
    const review = await run('review');
    assert.equal(review.code, 0, review.log);
    assert.match(review.log, /^### 1 Prime would be published$/m);
    assert.match((await machine.npmCalls()).join(), installs(join(EXAMPLES, 'shell')));
    const without = await run('publish');
    assert.notEqual(without.code, 0);
    assert.match(without.log, /PRIME_PUBLISH_TOKEN: set it to a token of the registry/);
    const token = { PRIME_PUBLISH_TOKEN: registry.author.token ?? '' };
    for (const _ of ['once', 'again']) assert.equal((await run('publish', token)).code, 0);
    assert.deepEqual(await versionsOf('@acme/shell'), ['1.0.0']);
    await write('@acme/shell', '1.0.0', 'Edited');
    assert.equal((await run('review')).code, 1);
    assert.equal((await run('')).code, 3);
  });
});

it('a comment that cannot be written is a warning, and the token goes nowhere else', async () => {
  await using forge = await startForge('github', 'another-token', 'github-actions[bot]');
  const review = join(machine.temporary, 'review.md');
  await writeFiles(machine.temporary, { 'review.md': '<!-- prime-publish:x -->\n' });
  const environment = {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: forge.api, GITHUB_REPOSITORY: 'acme/knowledge' },
    ...{ PULL_REQUEST: '7', FORGE_TOKEN },
  };
  const { code, log } = await machine.run(
    `node '${join(EXAMPLES, 'action/comment.mjs')}' '${review}'`,
    environment,
  );
  assert.equal(code, 0);
  assert.match(
    log,
    /^::warning::the review could not be written as a comment: GET \S+ was answered with 401$/m,
  );
  assert.ok(!log.includes(FORGE_TOKEN));
});
