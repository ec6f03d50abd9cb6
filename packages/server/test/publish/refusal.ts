// Publishes that must be refused, and checks that they leave nothing behind: no file, version or search
// result.
import assert from 'node:assert/strict';
import type { ErrorCode, Problem } from '@prime-registry/protocol';
import { type Answer, expectProblem, type TestRegistry } from '@prime-registry/testkit';

/** The expected refusal. */
export interface Refusal {
  readonly code: ErrorCode;
  /** The name to be published, to check its absence. */
  readonly name?: string;
  readonly version?: string;
  /** The fields that the answer must name, in any order; exactly these. */
  readonly fields?: readonly string[];
}

/** Does the publish and checks the refusal. @returns the problem of the answer */
export async function expectRefused(
  registry: TestRegistry,
  publish: () => Promise<Pick<Answer, 'status' | 'text' | 'headers'>>,
  { code, name = '@acme/web-style', version = '1.0.0', fields }: Refusal,
): Promise<Problem> {
  const before = await lookAt(registry, name, version);
  const answer = await publish();
  const problem = expectProblem(answer, code);
  assert.deepEqual(await lookAt(registry, name, version), before, 'something was left behind');
  if (problem.status === 400) assert.ok(problem.errors?.length, `a 400 names what is wrong: ${answer.text}`);
  if (code !== 'version_exists') assert.equal(before.manifest.status, 404);
  if (fields !== undefined) {
    assert.deepEqual(problem.errors?.map(({ field }) => field).toSorted(), fields.toSorted());
  }
  return problem;
}

/** Everything visible that a publish would change. */
export async function lookAt({ anonymous, listFiles }: TestRegistry, name: string, version: string) {
  const shortName = name.split('/')[1] ?? name;
  const [manifest, list, search] = await Promise.all([
    anonymous.get(`/pack/${name}/${version}`),
    anonymous.get(`/pack/${encodeURIComponent(name)}`),
    anonymous.get(`/search?q=${encodeURIComponent(shortName)}`),
  ]);
  return {
    manifest: withoutRequestId(manifest),
    list: withoutRequestId(list),
    search: withoutRequestId(search),
    files: await listFiles(),
  };
}

function withoutRequestId({ status, text }: Answer) {
  return { status, text: text.replace(/"request_id":"[^"]*"/, '') };
}
