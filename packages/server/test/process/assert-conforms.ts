// A registry, with any number of processes, implements the whole contract with its optional parts.
import assert from 'node:assert/strict';
import { runConformance } from 'prime-conformance';

/** Runs the conformance suite: nothing may fail or be skipped. */
export async function assertConforms(registry: {
  baseUrl: string;
  token: string | undefined;
}): Promise<void> {
  const required = { search: 'on', yank: 'on', lifecycle: 'on', log: 'on' } as const;
  // A busy test machine must not change the verdict.
  const timeoutMs = 120_000;
  const { results, verdict } = await runConformance({ ...registry, ...required, timeoutMs, strict: true });
  assert.deepEqual(
    results.filter(({ status }) => status !== 'Pass'),
    [],
  );
  assert.equal(verdict.conclusion, 'conforms');
}
