// The examples without a stored token, run as their systems run them: each job gets its identity in its own way, and only
// for the registry.
import assert from 'node:assert/strict';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { atomFiles, manifestText } from '@prime-registry/testkit';
import { parse } from 'yaml';
import { type FakeRunner, startFakeRunner } from '../identity/fake-exchange.ts';
import { startTrustingRegistry, type TrustingRegistry } from '../identity/trusting-registry.ts';
import { writeFiles } from '../pack/prime-folder.ts';
import { describeRun, runWorkflow } from './runner/actions.ts';
import { runGitLab } from './runner/gitlab.ts';
import { createMachine, type Machine, type ScriptResult } from './runner/machine.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/ci/', import.meta.url));
const EXAMPLE_REGISTRY = 'https://primes.acme.example';

let trusting: TrustingRegistry;
let runner: FakeRunner;
let machine: Machine;
before(async () => {
  [trusting, runner] = [await startTrustingRegistry(), await startFakeRunner()];
  runner.issue = (audience) => trusting.issue(audience);
});
after(async () => {
  await runner[Symbol.asyncDispose]();
  await trusting[Symbol.asyncDispose]();
});
beforeEach(async () => {
  machine = await createMachine();
});
afterEach(() => machine[Symbol.asyncDispose]());

const pathOf = (kind: string): string => join(EXAMPLES, 'tokenless', `${kind}.yml`);

/** The example, with the address of this registry. */
async function read(kind: string): Promise<string> {
  return (await readFile(pathOf(kind), 'utf8')).replaceAll(EXAMPLE_REGISTRY, trusting.baseUrl);
}

async function writePrime(kind: string): Promise<void> {
  await writeFiles(join(machine.workspace, 'primes/web'), {
    'pack.yaml': manifestText({ name: `@acme/${kind}`, version: '1.0.0' }),
    'README.md': '# Web\n',
    ...atomFiles({ id: '@acme/one', description: 'One' }),
  });
}

/** A program that prints a token, if it is asked for one for the registry. @returns the PATH with it */
async function install(program: string, args: string): Promise<string> {
  const folder = join(machine.temporary, 'programs');
  await mkdir(folder, { recursive: true });
  const path = join(folder, program);
  const refusal = 'echo "called with $*" >&2; exit 1';
  await writeFile(
    path,
    `#!/bin/bash\nif [ "$*" = '${args}' ]; then echo '${trusting.issue(trusting.baseUrl)}'; else ${refusal}; fi\n`,
  );
  await chmod(path, 0o755);
  return `export PATH='${folder}':"$PATH"\n`;
}

async function assertPublished(kind: string, log: string): Promise<void> {
  assert.match(log, /^Acting as acme\/web-style/m);
  assert.doesNotMatch(log.replaceAll(/^::add-mask::.*$/gm, ''), /eyJ[\w-]+\.eyJ|pri_\w{38}/);
  const { status, json } = await trusting.registry.anonymous.get(`/pack/@acme/${kind}/1.0.0`);
  assert.equal(status, 200, log);
  assert.equal(json.provenance.claims.repository_id, '456789');
}

for (const [kind, home] of [
  ['github', '.github'],
  ['forgejo', '.forgejo'],
] as const)
  describe(`examples/ci/tokenless/${kind}.yml`, () => {
    it('publishes with the identity of the job', async () => {
      await writePrime(kind);
      await mkdir(join(machine.workspace, home, 'actions'), { recursive: true });
      await cp(join(EXAMPLES, 'action'), join(machine.workspace, home, 'actions/prime'), { recursive: true });
      const event = { name: 'push', ref: 'refs/heads/main' } as const;
      const run = await describeRun(machine, { event, api: 'http://127.0.0.1:1', token: 'x' });
      const result = await runWorkflow({
        ...{ machine, file: pathOf(kind), secrets: {}, vars: { PRIME_REGISTRY: trusting.baseUrl } },
        ...{ github: run.github, environment: { ...run.environment, ...runner.environment } },
      });
      assert.equal(result.isSuccess, true, result.log);
      await assertPublished(kind, result.log);
    });

    it('asks for an identity, and for no secret', async () => {
      const text = await readFile(pathOf(kind), 'utf8');
      const workflow = parse(text);
      assert.doesNotMatch(text, /secrets\.|pull_request/);
      if (kind === 'forgejo') assert.equal(workflow['enable-openid-connect'], true);
      else assert.deepEqual(workflow.jobs.publish.permissions, { contents: 'read', 'id-token': 'write' });
    });
  });

it('examples/ci/tokenless/gitlab.yml publishes with a token for the registry', async () => {
  await writePrime('gitlab');
  const { 'prime-publish': job } = parse(await read('gitlab'));
  assert.deepEqual(job.id_tokens, { PRIME_ID_TOKEN: { aud: '$PRIME_REGISTRY' } });
  const { 'prime-publish': result } = await runGitLab(machine, pathOf('gitlab'), {
    ...{ CI: 'true', GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' },
    ...{ PRIME_REGISTRY: trusting.baseUrl, PRIME_ID_TOKEN: trusting.issue(trusting.baseUrl) },
  });
  assert.equal(result?.code, 0, result?.log ?? '');
  await assertPublished('gitlab', result?.log ?? '');
});

it('examples/ci/tokenless/buildkite.yml asks the agent', async () => {
  await writePrime('buildkite');
  const { steps } = parse(await read('buildkite'));
  const path = await install(
    'buildkite-agent',
    `oidc request-token --audience ${trusting.baseUrl} --claim organization_id,pipeline_id`,
  );
  const { code, log } = await machine.run(`${path}${steps[0].command.join('\n')}`, {
    ...{ CI: 'true', BUILDKITE: 'true', BUILDKITE_JOB_ID: '1' },
    ...steps[0].env,
  });
  assert.equal(code, 0, log);
  await assertPublished('buildkite', log);
});

it('examples/ci/tokenless/circleci.yml asks for a token with the audience of the registry', async () => {
  await writePrime('circleci');
  const { publish } = parse(await read('circleci')).jobs;
  const [, ...steps] = publish.steps as readonly { run: string }[];
  const path = await install('circleci', `run oidc get --claims {"aud":"${trusting.baseUrl}"}`);
  const script = steps.map(({ run }) => run.replace('sudo ', '')).join('\n');
  const { code, log } = await machine.run(`${path}${script}`, {
    ...{ CI: 'true', CIRCLECI: 'true', CIRCLE_OIDC_TOKEN_V2: trusting.issue('the-organization') },
    ...publish.environment,
  });
  assert.equal(code, 0, log);
  await assertPublished('circleci', log);
});

it('examples/ci/tokenless/kubernetes.yml publishes with the token of its service account', async () => {
  await writePrime('kubernetes');
  const { spec } = parse(await read('kubernetes')).spec.template;
  const [container] = spec.containers;
  const [{ serviceAccountToken: token }] = spec.volumes[0].projected.sources;
  assert.equal(token.audience, trusting.baseUrl);
  const environment = Object.fromEntries(
    (container.env as readonly { name: string; value: string }[]).map(({ name, value }) => [name, value]),
  );
  assert.equal(environment.PRIME_ID_TOKEN_FILE, `${container.volumeMounts[0].mountPath}/${token.path}`);
  const file = join(machine.temporary, 'token');
  await writeFile(file, trusting.issue(token.audience));
  const [program, ...args] = container.command as readonly string[];
  const folder = join(machine.workspace, 'primes');
  const words = args.map((word) => (word === '/primes' ? folder : word));
  const run = (): Promise<ScriptResult> =>
    machine.run(`npm install prime\n${[program, ...words].join(' ')}`, {
      ...environment,
      PRIME_ID_TOKEN_FILE: file,
    });
  const { code, log } = await run();
  assert.equal(code, 0, log);
  await assertPublished('kubernetes', log);
});
