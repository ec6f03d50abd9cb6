// A registry, however many processes it is, does everything that the contract says, the optional parts included.
import assert from 'node:assert/strict';
import { runConformance } from 'prime-conformance';

/** Runs the conformance suite: nothing fails, and nothing is skipped. */
export async function assertConforms(registry: {
  baseUrl: string;
  token: string | undefined;
}): Promise<void> {
  const { results, verdict } = await runConformance({ ...registry, search: 'on', yank: 'on', strict: true });
  assert.deepEqual(
    results.filter(({ status }) => status !== 'Pass'),
    [],
  );
  assert.equal(verdict.conclusion, 'conforms');
}
