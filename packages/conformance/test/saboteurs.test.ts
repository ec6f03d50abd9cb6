// Every check can fail: for each there is a fault of a registry, and the suite reports exactly that check.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_CHECKS, plainReport, runConformance } from '../src/index.ts';
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

suite('the suite notices a registry that', { concurrency: 8 }, () => {
  // The life of a version and the log compare answers of the contract, so they also fail where these are wrong.
  const cases = [
    ...contractSaboteurs.map((saboteur) => ({ ...saboteur, on: undefined })),
    ...lifeSaboteurs.map((saboteur) => ({ ...saboteur, on: 'lifecycle' as const })),
    ...logSaboteurs.map((saboteur) => ({ ...saboteur, on: 'log' as const })),
  ];
  for (const { does, fails, sabotage, on } of cases) {
    test(does, async (t) => {
      const registry = new ReferenceRegistry('token-of-the-author');
      registry.isLogged = on === 'log';
      sabotage(registry);
      const baseUrl = await serve(t, registry);
      const beyond = { lifecycle: 'off', log: 'off', ...(on && { [on]: 'on' }) } as const;
      // A busy test machine must not add a failure.
      const timeoutMs = 120_000;
      const report = await runConformance({ baseUrl, token: registry.token, timeoutMs, ...beyond });
      const failed = report.results.filter(({ status }) => status === 'Fail' || status === 'Error');
      assert.deepEqual(failed.map(({ id }) => id).sort(), [...fails].sort(), plainReport(report));
      assert.ok(
        failed.every(({ expected, got, request }) => expected && got && request),
        plainReport(report),
      );
      const isBinding = failed.some(({ level }) => level !== 'recommended');
      assert.equal(report.verdict.exitCode, isBinding ? 1 : 0);
    });
  }
});

test('every check fails for some registry', () => {
  const failing = new Set(
    [...contractSaboteurs, ...lifeSaboteurs, ...logSaboteurs].flatMap(({ fails }) => fails),
  );
  assert.deepEqual([...failing].sort(), ALL_CHECKS.map(({ id }) => id).sort());
});
