// Every check can fail: for each there is a fault of a registry, and the suite reports exactly that check. Registries have several
// faults at once.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { ALL_CHECKS, plainReport, type RunReport, runConformance } from '../src/index.ts';
import { ReferenceRegistry } from './reference-registry.ts';
import { serve } from './reference-server.ts';
import { authenticationSaboteurs } from './saboteurs/authenticating.ts';
import { deprecationSaboteurs, stateSaboteurs, unyankSaboteurs } from './saboteurs/changing-lives.ts';
import { downloadSaboteurs } from './saboteurs/downloading.ts';
import { headSaboteurs, proofSaboteurs, treeSaboteurs } from './saboteurs/logging.ts';
import { publishingSaboteurs } from './saboteurs/publishing.ts';
import { listSaboteurs, manifestSaboteurs } from './saboteurs/reading.ts';
import { channelSaboteurs, moveSaboteurs, removalSaboteurs } from './saboteurs/renaming-and-removing.ts';
import { requiresSaboteurs } from './saboteurs/requiring.ts';
import type { Saboteur } from './saboteurs/saboteur.ts';
import { searchSaboteurs, yankSaboteurs } from './saboteurs/searching-and-yanking.ts';

const contractSaboteurs = [
  ...publishingSaboteurs,
  ...listSaboteurs,
  ...manifestSaboteurs,
  ...downloadSaboteurs,
  ...authenticationSaboteurs,
  ...searchSaboteurs,
  ...yankSaboteurs,
  ...requiresSaboteurs,
];

const lifeSaboteurs = [
  ...stateSaboteurs,
  ...unyankSaboteurs,
  ...deprecationSaboteurs,
  ...channelSaboteurs,
  ...moveSaboteurs,
  ...removalSaboteurs,
];

const logSaboteurs = [...headSaboteurs, ...proofSaboteurs, ...treeSaboteurs];

type Case = Saboteur & { readonly on: 'lifecycle' | 'log' | undefined };

/** How many faults a registry has at once. Most of the time is for requests, and the suite sends the same ones for each registry. */
const FAULTS = 4;

suite('the suite notices a registry that', { concurrency: 8 }, () => {
  // The life of a version and the log compare answers of the contract, so they also fail where these are wrong.
  const kinds: readonly (readonly Case[])[] = [
    contractSaboteurs.map((saboteur) => ({ ...saboteur, on: undefined })),
    lifeSaboteurs.map((saboteur) => ({ ...saboteur, on: 'lifecycle' as const })),
    logSaboteurs.map((saboteur) => ({ ...saboteur, on: 'log' as const })),
  ];
  for (const together of kinds.flatMap(groupCases))
    test(together.map(({ does }) => does).join('; '), (t) => assertNoticed(t, together));
});

/**
 * Groups faults that fail different checks: one that is not noticed would hide behind another one that fails the same check. Neighbours,
 * which are about the same requests, come into different groups.
 */
function groupCases(cases: readonly Case[]): Case[][] {
  const groups: Case[][] = Array.from({ length: Math.ceil(cases.length / FAULTS) }, () => []);
  for (const [index, each] of cases.entries()) {
    const inOrder = groups.map((_, step) => groups[(index + step) % groups.length] ?? []);
    const fitting = inOrder.find(
      (group) =>
        group.length < FAULTS && !group.some(({ fails }) => fails.some((id) => each.fails.includes(id))),
    );
    if (fitting === undefined) groups.push([each]);
    else fitting.push(each);
  }
  return groups;
}

/** Asserts that the suite notices all faults at once or, where one hides or changes another, each alone. */
async function assertNoticed(t: TestContext, cases: readonly Case[]): Promise<void> {
  try {
    await assertExact(t, cases);
  } catch (error) {
    if (cases.length === 1) throw error;
    for (const single of cases) await assertExact(t, [single]);
  }
}

/** Asserts that the suite reports exactly the checks that the faults fail. */
async function assertExact(t: TestContext, cases: readonly Case[]): Promise<void> {
  const report = await runSabotaged(t, cases);
  const failed = report.results.filter(({ status }) => status === 'Fail' || status === 'Error');
  const expected = cases.flatMap(({ fails }) => fails);
  assert.deepEqual(failed.map(({ id }) => id).sort(), expected.sort(), plainReport(report));
  assert.ok(
    failed.every(({ expected, got, request }) => expected && got && request),
    plainReport(report),
  );
  const isBinding = failed.some(({ level }) => level !== 'recommended');
  assert.equal(report.verdict.exitCode, isBinding ? 1 : 0);
}

/** Runs the suite against a registry with the faults, which are of one kind. */
async function runSabotaged(t: TestContext, cases: readonly Case[]): Promise<RunReport> {
  const on = cases[0]?.on;
  const registry = new ReferenceRegistry('token-of-the-author');
  registry.isLogged = on === 'log';
  for (const { sabotage } of cases) sabotage(registry);
  const baseUrl = await serve(t, registry);
  const beyond = { lifecycle: 'off', log: 'off', ...(on && { [on]: 'on' }) } as const;
  // A busy test machine must not add a failure.
  return runConformance({ baseUrl, token: registry.token, timeoutMs: 120_000, ...beyond });
}

test('every check fails for some registry', () => {
  const failing = new Set(
    [...contractSaboteurs, ...lifeSaboteurs, ...logSaboteurs].flatMap(({ fails }) => fails),
  );
  assert.deepEqual([...failing].sort(), ALL_CHECKS.map(({ id }) => id).sort());
});
