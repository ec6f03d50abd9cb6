// Every check can fail: for each there is a fault of a registry, and the suite reports exactly that check.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_CHECKS, plainReport, runConformance } from '../src/index.ts';
import { ReferenceRegistry } from './reference-registry.ts';
import { serve } from './reference-server.ts';
import { authenticationSaboteurs } from './saboteurs/authenticating.ts';
import { downloadSaboteurs } from './saboteurs/downloading.ts';
import { publishingSaboteurs } from './saboteurs/publishing.ts';
import { listSaboteurs, manifestSaboteurs } from './saboteurs/reading.ts';
import { searchSaboteurs, yankSaboteurs } from './saboteurs/searching-and-yanking.ts';

const saboteurs = [
  ...publishingSaboteurs,
  ...listSaboteurs,
  ...manifestSaboteurs,
  ...downloadSaboteurs,
  ...authenticationSaboteurs,
  ...searchSaboteurs,
  ...yankSaboteurs,
];

suite('the suite notices a registry that', { concurrency: 8 }, () => {
  for (const { does, fails, sabotage } of saboteurs) {
    test(does, async (t) => {
      const registry = new ReferenceRegistry('token-of-the-author');
      sabotage(registry);
      const baseUrl = await serve(t, registry);
      const report = await runConformance({ baseUrl, token: registry.token });
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
  const failing = new Set(saboteurs.flatMap(({ fails }) => fails));
  assert.deepEqual([...failing].sort(), ALL_CHECKS.map(({ id }) => id).sort());
});
