// Runs the jobs of a .gitlab-ci.yml whose rules hold, as far as the example uses the language.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Machine, ScriptResult } from './machine.ts';

interface Job {
  readonly extends?: string;
  readonly variables?: Readonly<Record<string, string | number>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
}

type Variables = Readonly<Record<string, string>>;

/** Runs the jobs. @param variables - of the runner and the project @returns what each job did, by its name */
export async function runGitLab(
  machine: Machine,
  file: string,
  variables: Variables,
): Promise<Readonly<Record<string, ScriptResult>>> {
  const jobs = parse(await readFile(file, 'utf8')) as Readonly<Record<string, Job>>;
  const results: Record<string, ScriptResult> = {};
  for (const [name, job] of Object.entries(jobs)) {
    if (name.startsWith('.')) continue;
    const base = job.extends === undefined ? {} : jobs[job.extends];
    const {
      variables: own = {},
      before_script: before = [],
      script = [],
      rules = [],
    }: Job = { ...base, ...job };
    if (!rules.some((rule) => holds(rule.if, variables))) continue;
    const environment = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, String(value)]));
    results[name] = await machine.run([...before, ...script].join('\n'), { ...environment, ...variables });
  }
  return results;
}

function holds(rule: string, variables: Variables): boolean {
  const read = (text: string) => (text.startsWith('$') ? variables[text.slice(1)] : text.slice(1, -1));
  const parts = /^(\$\w+)(?: == (\$\w+|"[^"]*"))?$/.exec(rule);
  assert.ok(parts, `cannot read ${rule}`);
  const [, left = '', right] = parts;
  return right === undefined ? (read(left) ?? '') !== '' : read(left) === read(right);
}
