// Runs the jobs of a workflow of GitHub, Forgejo or Gitea, with composite actions of the checkout. Actions from elsewhere
// must be pinned by commit, and do nothing here: the checkout is there already.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Contexts, evaluate, isTrue, resolveText } from './expressions.ts';
import type { Machine } from './machine.ts';

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly if?: string; readonly steps: readonly Step[] }>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly steps: readonly (Step & { readonly shell?: string })[] };
}

/** What happened, and who runs it. */
export interface Run {
  readonly machine: Machine;
  /** Path of the workflow. */
  readonly file: string;
  readonly github: Contexts;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables that the runner sets for each step. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The jobs that ran. */
export interface RunResult {
  readonly jobs: readonly string[];
  readonly isSuccess: boolean;
  readonly log: string;
  /** The steps that ran, with the variables that the workflow gives them. */
  readonly steps: readonly { readonly name: string; readonly env: Readonly<Record<string, string>> }[];
  /** The summary of the jobs. */
  readonly summary: string;
}

type Ran = { name: string; env: Record<string, string> };

/** Runs the jobs whose condition holds. A step that fails ends its job. */
export async function runWorkflow(run: Run): Promise<RunResult> {
  const workflow = parse(await readFile(run.file, 'utf8')) as Workflow;
  const contexts = { github: run.github, vars: run.vars, secrets: run.secrets };
  const [jobs, logs, steps]: [string[], string[], Ran[]] = [[], [], []];
  let isSuccess = true;
  await writeFile(join(run.machine.temporary, 'summary'), '');
  for (const [name, job] of Object.entries(workflow.jobs)) {
    if (job.if !== undefined && !isTrue(evaluate(job.if, contexts))) continue;
    jobs.push(name);
    for (const step of job.steps) {
      const done = await runStep(run, step, { contexts, logs, steps });
      isSuccess &&= done;
      if (!done) break;
    }
  }
  const summary = await readFile(join(run.machine.temporary, 'summary'), 'utf8');
  return { jobs, isSuccess, log: logs.join(''), steps, summary };
}

interface State {
  readonly contexts: Contexts;
  readonly logs: string[];
  readonly steps: Ran[];
}

async function runStep(run: Run, step: Step, { contexts, logs, steps }: State): Promise<boolean> {
  const { uses = '' } = step;
  if (!uses.startsWith('./')) {
    assert.match(uses, /^(https:\/\/data\.forgejo\.org\/)?actions\/[a-z-]+@[0-9a-f]{40}$/);
    return true;
  }
  const folder = join(run.machine.workspace, uses);
  const action = parse(await readFile(join(folder, 'action.yml'), 'utf8')) as Action;
  const inputs: Record<string, string> = {};
  for (const name of Object.keys(step.with ?? {})) assert.ok(name in action.inputs, `no input ${name}`);
  for (const [name, { default: value = '', required = false }] of Object.entries(action.inputs)) {
    const given = step.with?.[name];
    assert.ok(given !== undefined || !required, `the input ${name} is missing`);
    inputs[name] = resolveText(String(given ?? value), contexts);
  }
  // An action has no secrets but those of its inputs.
  const own = { github: contexts.github, inputs, steps: {} as Record<string, object> };
  for (const inner of action.runs.steps) {
    if (inner.if !== undefined && !isTrue(evaluate(inner.if, own))) continue;
    assert.equal(inner.shell, 'bash');
    const env = mapValues(inner.env ?? {}, (text) => resolveText(text, own));
    steps.push({ name: inner.name ?? '', env });
    const output = join(run.machine.temporary, 'output');
    await writeFile(output, '');
    // Runners replace expressions in scripts too, which would be an injection: there are none.
    assert.doesNotMatch(inner.run ?? '', /\$\{\{/);
    const { code, log } = await run.machine.run(inner.run ?? '', {
      ...run.environment,
      ...{ GITHUB_ACTION_PATH: folder, GITHUB_OUTPUT: output },
      ...env,
    });
    logs.push(log);
    if (inner.id !== undefined) {
      const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => line.includes('='));
      own.steps[inner.id] = { outputs: Object.fromEntries(lines.map((line) => line.split('=', 2))) };
    }
    if (code !== 0) return false;
  }
  return true;
}

function mapValues(
  values: Readonly<Record<string, string>>,
  map: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** What happens in a repository. */
export interface ForgeEvent {
  readonly name: 'push' | 'pull_request';
  readonly ref: string;
  /** The repository of the branch of a pull request. */
  readonly head?: string;
}

/** The contexts and variables of a run, as the documents of the forges describe them. */
export async function describeRun(
  machine: Machine,
  { event, api, token }: { readonly event: ForgeEvent; readonly api: string; readonly token: string },
): Promise<Pick<Run, 'github' | 'environment'>> {
  const repository = 'acme/knowledge';
  const temporary = join(machine.temporary, 'runner');
  await mkdir(temporary, { recursive: true });
  const head = { repo: { full_name: event.head ?? repository } };
  const isPull = event.name === 'pull_request';
  return {
    github: {
      ...{ event_name: event.name, ref: event.ref, repository, token },
      event: isPull ? { pull_request: { number: 7, head } } : {},
    },
    environment: {
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_API_URL: api, GITHUB_REPOSITORY: repository },
      ...{ GITHUB_EVENT_NAME: event.name, GITHUB_REF: event.ref, GITHUB_SHA: '0'.repeat(40) },
      ...{ GITHUB_WORKSPACE: machine.workspace, RUNNER_TEMP: temporary, RUNNER_OS: 'Linux' },
      GITHUB_STEP_SUMMARY: join(machine.temporary, 'summary'),
    },
  };
}
