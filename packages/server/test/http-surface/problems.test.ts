// Every error is a problem (RFC 9457) with a code of the table, and reveals nothing internal.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ERROR_CODES, type ErrorCode, ProblemSchema } from '@prime-registry/protocol';
import { type Answer, expectProblem, startRegistry } from '@prime-registry/testkit';
import { Check } from 'typebox/schema';

const registry = await startRegistry({ maxTarballBytes: 50_000 });
after(() => registry.stop());
const { anonymous, author, stranger } = registry;
const reader = await registry.actorWith({ permissions: ['read'], scopes: ['*'] });

const VERSION = '/pack/@acme/web-style/1.0.0';

const causes: Partial<Record<ErrorCode, () => Promise<Answer>>> = {
  invalid_request: () => anonymous.get('/pack/%zz'),
  invalid_form: () => author.request('/publish', { method: 'POST', body: 'not a form' }),
  invalid_manifest: () => author.publish({ manifest: 'name: [' }),
  invalid_tarball: () => author.publish({ version: '2.0.0', tarball: Buffer.from('no gzip') }),
  invalid_query: () => anonymous.get('/search'),
  unauthenticated: () => anonymous.publish(),
  permission_missing: () => reader.publish({ version: '2.0.0' }),
  scope_not_allowed: () => stranger.publish({ version: '2.0.0' }),
  stable_yank_refused: () => author.yank('@acme/web-style', '1.0.0'),
  not_found: () => anonymous.get('/nowhere'),
  prime_not_found: () => anonymous.get('/pack/@acme/nothing'),
  version_not_found: () => anonymous.get('/pack/@acme/web-style/9.9.9'),
  method_not_allowed: () => anonymous.request('/search', { method: 'PUT' }),
  version_exists: () => author.publish(),
  tarball_too_large: () => author.publish({ version: '2.0.0', tarball: Buffer.alloc(50_001) }),
  body_too_large: () => author.yank('@acme/web-style', '1.0.0', { reason: 'x'.repeat(20_000) }),
  range_not_satisfiable: () => anonymous.get(`${VERSION}/tarball`, { range: 'bytes=999999-' }),
};

describe('an error', () => {
  before(async () => void (await author.mustPublish()));

  for (const [code, cause] of Object.entries(causes) as [ErrorCode, () => Promise<Answer>][]) {
    test(`${code} is a ${ERROR_CODES[code].status}, complete and valid by its schema`, async () => {
      const answer = await cause();
      const problem = expectProblem(answer, code);
      assert.ok(Check(ProblemSchema, problem), answer.text);
      assert.equal(answer.headers.get('content-length'), String(answer.bytes.length));
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(
        answer.headers.get('www-authenticate'),
        code === 'unauthenticated' ? 'Bearer' : null,
        'WWW-Authenticate belongs to a 401',
      );
      const listsFields = ['invalid_form', 'invalid_manifest', 'invalid_tarball', 'invalid_query'].includes(
        code,
      );
      assert.equal(problem.errors !== undefined, listsFields);
      const failures = registry.log.filter((line) => JSON.parse(line).level >= 50);
      assert.deepEqual(failures, [], 'a mistake of the client is not logged as a failure');
    });
  }
});

describe('a failure', () => {
  /** Breaks the list of versions during one request. */
  async function whileBroken(error: unknown): Promise<{ answer: Answer; logged: Record<string, unknown>[] }> {
    const { listVersions } = registry.store;
    registry.store.listVersions = () => Promise.reject(error);
    const start = registry.log.length;
    const answer = await anonymous.get('/pack/@acme/web-style');
    registry.store.listVersions = listVersions;
    const logged = registry.log.slice(start).map((line) => JSON.parse(line));
    return { answer, logged };
  }

  const secret = 'select secret from tokens -- /var/lib/registry';
  const failures: [title: string, error: unknown][] = [
    ['an error', new TypeError(secret)],
    ["an error that pretends to be the client's", Object.assign(new Error(secret), { statusCode: 200 })],
    [
      'an error with headers and a status of its own',
      Object.assign(new Error(secret), { status: 418, headers: { a: secret } }),
    ],
    ['an error with a cause', new Error('outer', { cause: new Error(secret) })],
  ];
  for (const [title, error] of failures) {
    test(`is a blank 500, with ${title} in the log, once`, async () => {
      const { answer, logged } = await whileBroken(error);
      const { detail, request_id } = expectProblem(answer, 'internal_error');
      assert.equal(detail, ERROR_CODES.internal_error.when);
      assert.ok(!JSON.stringify([...answer.headers]).includes('secret'));
      const failed = logged.filter(({ level }) => level === 50);
      assert.deepEqual(
        failed.map((line) => [line.request_id, line.code]),
        [[request_id, 'internal_error']],
      );
      assert.ok(JSON.stringify(failed).includes(secret), 'the log says what happened');
    });
  }

  test('ends with its cause', async () => {
    assert.equal((await anonymous.get('/pack/@acme/web-style')).status, 200);
  });
});

test('an unusable database is a 503 everywhere, never a 404', async (t) => {
  const other = await startRegistry();
  t.after(other.stop);
  await other.author.mustPublish();
  await other.store.close();
  const requests: (() => Promise<Answer>)[] = [
    ...['/pack/@acme/web-style', '/pack/@acme/nothing', VERSION, `${VERSION}/tarball`, '/search?q=web'].map(
      (path) => () => other.anonymous.get(path),
    ),
    () => other.author.publish({ version: '2.0.0' }),
    () => other.author.yank('@acme/web-style', '1.0.0'),
  ];
  for (const request of requests) {
    const answer = await request();
    const { detail } = expectProblem(answer, 'storage_unavailable');
    assert.equal(detail, 'The database of the registry is temporarily unavailable; try again.');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
});
