// A registry, with any number of processes, implements the whole contract with its optional parts.
import assert from 'node:assert/strict';
import { runConformance } from 'prime-conformance';

/** Runs the conformance suite: nothing may fail or be skipped. */
export async function assertConforms(registry: {
  baseUrl: string;
  token: string | undefined;
}): Promise<void> {
  const required = { search: 'on', yank: 'on', lifecycle: 'on', log: 'on' } as const;
  // A busy machine is no lack of conformance.
  const options = { ...registry, ...required, strict: true, timeoutMs: 120_000 };
  const { results, verdict } = await runConformance(options);
  assert.deepEqual(
    results.filter(({ status }) => status !== 'Pass'),
    [],
  );
  assert.equal(verdict.conclusion, 'conforms');
}
