// Short, small attacks of every kind. Long runs with the full size are run by hand (docs/testing.md).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@prime-registry/testkit/child-environment';
import { ATTACKS } from '../src/attacks/index.ts';
import { readOptions } from '../src/options.ts';
import type { AttackResult } from '../src/report/judge.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

type JudgedResult = AttackResult & { readonly failures: readonly string[] };

async function runMain(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: childEnvironment({}) });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

/** This one runs in a test of its own, with larger inputs. */
const SINGLE_INPUTS = 'single-inputs';
const TURN = 'turn of the event loop';

function assertSurvived({ attack, answers, ending, isAlive, serverErrors, others }: JudgedResult): void {
  assert.equal(ending, undefined, attack);
  assert.ok(isAlive, attack);
  assert.equal(serverErrors, 0, attack);
  assert.equal(answers['500'], undefined, attack);
  assert.equal(answers['the attacker failed'], undefined, attack);
  assert.ok((others.outcomes.manifest?.['200'] ?? 0) > 0, `${attack}: nobody else was answered`);
}

test('a registry survives every attack, without a 500', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const names = ATTACKS.map(({ name }) => name).filter((name) => name !== SINGLE_INPUTS);
  const flags = ['--seconds', '0.3', '--scale', '0.02', '--one-server', '--json'];
  const { stdout, stderr } = await runMain(...names, ...flags);
  assert.notEqual(stdout, '', stderr);
  const results: JudgedResult[] = JSON.parse(stdout).results;
  assert.deepEqual(
    results.map(({ attack }) => attack),
    names,
  );
  for (const result of results) {
    assertSurvived(result);
    const held = result.failures.filter((failure) => failure.includes(TURN));
    assert.deepEqual(held, [], result.attack);
  }
});

test('no large input of one client holds the thread that serves', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  let result: JudgedResult | undefined;
  const countInputs = (): number => Object.keys(result?.inputs ?? {}).length;
  // Longer on a busy machine, which sends few of them in four seconds.
  for (let seconds = 4; countInputs() <= 10 && seconds < 600; seconds *= 4) {
    const flags = ['--seconds', String(seconds), '--scale', '0.03', '--one-server', '--json'];
    const { stdout, stderr } = await runMain(SINGLE_INPUTS, ...flags);
    assert.notEqual(stdout, '', stderr);
    [result] = JSON.parse(stdout).results as JudgedResult[];
  }
  assert.ok(result !== undefined && countInputs() > 10, 'few inputs were sent');
  assertSurvived(result);
  assert.deepEqual(
    result.failures.filter((failure) => failure.includes(TURN)),
    [],
  );
});

test('what cannot be run is said loudly', async () => {
  const { code, stderr } = await runMain('calm', '--memory', '1MiB');
  assert.equal(code, 2);
  assert.match(stderr, /^NOT RUN: /);
});

test('a wrong command line ends with exit code 3, or is refused before anything runs', async () => {
  const { code, stderr } = await runMain('--seconds', '0');
  assert.equal(code, 3);
  assert.match(stderr, /Usage: npm run attack/);
  for (const [args, reason] of [
    [['--memory', 'much'], /--memory must be a size/],
    [['--what'], /'--what'/],
    [['no-such-attack'], /'no-such-attack'/],
  ] as const)
    assert.throws(() => readOptions(args), reason, args.join(' '));
});
