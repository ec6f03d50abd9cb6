// The suite against registries that keep the contract, in several configurations, and without a registry.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { ALL_CHECKS, plainReport, type RunReport, runConformance, UsageError } from '../src/index.ts';
import { type CheckResult, GROUPS, type Status } from '../src/result.ts';
import { ReferenceRegistry } from './reference-registry.ts';
import { listen, serve } from './reference-server.ts';
import { answering } from './saboteurs/saboteur.ts';

const token = 'token-of-the-author';

function idsWith(report: RunReport, ...statuses: readonly Status[]): readonly string[] {
  return report.results.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
}

function resultOf(report: RunReport, id: string): CheckResult {
  const result = report.results.find((candidate) => candidate.id === id);
  assert.ok(result !== undefined, `no result for ${id}`);
  return result;
}

test('a registry that keeps the contract passes every check, also on a second run', async (t) => {
  const baseUrl = await serve(t, new ReferenceRegistry(token));
  for (const run of ['first', 'second']) {
    const report = await runConformance({ baseUrl, token, strict: true });
    assert.deepEqual(idsWith(report, 'Fail', 'Error', 'Skip'), [], `${run} run\n${plainReport(report)}`);
    assert.equal(report.verdict.conclusion, 'conforms');
    assert.equal(report.verdict.exitCode, 0);
  }
});

test('a run publishes in its scope only', async (t) => {
  const registry = new ReferenceRegistry(token);
  const report = await runConformance({ baseUrl: await serve(t, registry), token, scope: '@try-out' });
  assert.equal(report.verdict.exitCode, 0, plainReport(report));
  const names = [...registry.entries.values()].map(({ name }) => name);
  assert.ok(names.length > 0);
  assert.deepEqual(
    names.filter((name) => !name.startsWith('@try-out/')),
    [],
  );
});

test('a registry below a path prefix passes', async (t) => {
  const baseUrl = await serve(t, new ReferenceRegistry(token), '/registries/main');
  for (const spelling of [baseUrl, `${baseUrl}/`]) {
    const report = await runConformance({ baseUrl: spelling, token });
    assert.deepEqual(idsWith(report, 'Fail', 'Error', 'Skip'), [], plainReport(report));
  }
});

test('a registry that keeps its reads private passes, and the report says so', async (t) => {
  const registry = new ReferenceRegistry(token);
  const handle = registry.handle.bind(registry);
  registry.handle = async (call) => (registry.isAuthorised(call) ? handle(call) : { status: 401 });
  const report = await runConformance({ baseUrl: await serve(t, registry), token });
  assert.deepEqual(idsWith(report, 'Fail', 'Error', 'Skip'), [], plainReport(report));
  assert.match(resultOf(report, 'auth.reads').message ?? '', /private/);
});

test('other spellings of the checksum pass with a remark', async (t) => {
  const registry = new ReferenceRegistry(token);
  answering('publish', (reply) => {
    const digest = Buffer.from(String(reply.json?.sha256), 'hex').toString('base64');
    return reply.json === undefined
      ? reply
      : { ...reply, json: { ...reply.json, sha256: `sha256-${digest}` } };
  })(registry);
  const report = await runConformance({ baseUrl: await serve(t, registry), token });
  assert.equal(resultOf(report, 'publish.receipt-sha256').status, 'Pass');
  assert.match(resultOf(report, 'publish.receipt-sha256').message ?? '', /base64/);
});

for (const status of [404, 405, 501]) {
  test(`optional endpoints that answer ${status} are skipped, and fail if they must be offered`, async (t) => {
    const registry = new ReferenceRegistry(token);
    answering('search', () => ({ status }))(registry);
    answering('yank', () => ({ status }))(registry);
    answering('state', () => ({ status }))(registry);
    answering('log', () => ({ status }))(registry);
    const baseUrl = await serve(t, registry);
    const left = await runConformance({ baseUrl, token });
    const optionalIds = ALL_CHECKS.map(({ id }) => id).filter((id) =>
      /^(?:search|yank|lifecycle|log)\./.test(id),
    );
    assert.deepEqual(idsWith(left, 'Skip'), optionalIds);
    assert.equal(left.verdict.exitCode, 0, plainReport(left));

    const all = { search: 'on', yank: 'on', lifecycle: 'on', log: 'on' } as const;
    const wanted = await runConformance({ baseUrl, token, ...all });
    assert.equal(resultOf(wanted, 'search.ok').status, 'Fail');
    assert.equal(resultOf(wanted, 'yank.prerelease').status, 'Fail');
    assert.equal(resultOf(wanted, 'yank.never-republished').status, 'Skip');
    assert.equal(resultOf(wanted, 'lifecycle.state').status, 'Fail');
    assert.equal(resultOf(wanted, 'log.description').status, 'Fail');
    assert.equal(wanted.verdict.exitCode, 1);
  });
}

test('endpoints that are turned off get no request', async (t) => {
  const registry = new ReferenceRegistry(token);
  const asked = new Set<string>();
  const handle = registry.handle.bind(registry);
  registry.handle = async (call) => {
    asked.add(call.endpoint);
    return handle(call);
  };
  const report = await runConformance({
    baseUrl: await serve(t, registry),
    token,
    search: 'off',
    yank: 'off',
    lifecycle: 'off',
    log: 'off',
  });
  assert.equal(report.verdict.exitCode, 0, plainReport(report));
  assert.deepEqual([...asked].sort(), ['list', 'manifest', 'publish', 'tarball']);
});

test('removals are skipped if the token may not remove versions, and the run conforms', async (t) => {
  const registry = new ReferenceRegistry(token);
  const handle = registry.handle.bind(registry);
  registry.handle = async (call) =>
    call.endpoint === 'remove' && registry.isAuthorised(call) ? { status: 403 } : handle(call);
  const report = await runConformance({ baseUrl: await serve(t, registry), token, lifecycle: 'on' });
  const removals = ALL_CHECKS.map(({ id }) => id).filter((id) => id.startsWith('lifecycle.removal'));
  assert.deepEqual(idsWith(report, 'Skip'), removals);
  assert.match(resultOf(report, 'lifecycle.removal').message ?? '', /use an admin token/);
  assert.equal(report.verdict.exitCode, 0, plainReport(report));
});

test('without a yank, only what needs one is skipped of the life of a version', async (t) => {
  const registry = new ReferenceRegistry(token);
  const report = await runConformance({
    baseUrl: await serve(t, registry),
    token,
    yank: 'off',
    lifecycle: 'on',
  });
  const skipped = idsWith(report, 'Skip').filter((id) => id.startsWith('lifecycle.'));
  assert.ok(
    skipped.every((id) => /unyank|channel-yanked/.test(id)),
    skipped.join(', '),
  );
  assert.match(resultOf(report, 'lifecycle.unyank').message ?? '', /--no-yank/);
  assert.deepEqual(idsWith(report, 'Fail', 'Error'), [], plainReport(report));
});

test('without a token the run checks what it can, publishes nothing and is incomplete', async (t) => {
  const registry = new ReferenceRegistry(token);
  const report = await runConformance({ baseUrl: await serve(t, registry) });
  assert.deepEqual(idsWith(report, 'Fail', 'Error'), [], plainReport(report));
  assert.equal(resultOf(report, 'publish.created').status, 'Skip');
  for (const id of ['auth.publish-without-token', 'versions.unknown', 'search.ok']) {
    assert.equal(resultOf(report, id).status, 'Pass', id);
  }
  assert.equal(registry.entries.size, 0);
  assert.equal(report.verdict.conclusion, 'incomplete');
  assert.equal(report.verdict.exitCode, 2);
});

test('a token that the registry refuses is an Error, and checks that need it are skipped', async (t) => {
  const report = await runConformance({ baseUrl: await serve(t, new ReferenceRegistry('other')), token });
  assert.equal(resultOf(report, 'publish.created').status, 'Error');
  assert.equal(resultOf(report, 'manifest.ok').status, 'Skip');
  assert.equal(report.verdict.exitCode, 1);
});

test('a rate limit is an Error and not a Fail', async (t) => {
  const registry = new ReferenceRegistry(token);
  answering('publish', () => ({ status: 429 }))(registry);
  const report = await runConformance({ baseUrl: await serve(t, registry), token });
  assert.equal(resultOf(report, 'publish.created').status, 'Error');
  assert.deepEqual(idsWith(report, 'Fail'), [], plainReport(report));
});

test('a failed recommended check counts only in a strict run', async (t) => {
  const registry = new ReferenceRegistry(token);
  answering('yank', (reply) => (reply.status === 403 ? { status: 204 } : reply))(registry);
  const baseUrl = await serve(t, registry);
  for (const [strict, exitCode] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const report = await runConformance({ baseUrl, token, strict });
    assert.deepEqual(idsWith(report, 'Fail'), ['yank.stable-rejected']);
    assert.equal(report.verdict.exitCode, exitCode);
  }
});

test('a filter runs the selected checks, and the verdict is partial', async (t) => {
  const baseUrl = await serve(t, new ReferenceRegistry(token));
  const report = await runConformance({ baseUrl, token, filter: 'tarball.not-modified' });
  assert.deepEqual(idsWith(report, 'Pass'), [
    'tarball.not-modified',
    'tarball.not-modified-empty',
    'tarball.not-modified-list',
  ]);
  assert.equal(report.results.length, 3);
  assert.equal(report.verdict.conclusion, 'partial');
  await assert.rejects(runConformance({ baseUrl, filter: 'no-such-check' }), UsageError);
});

test('a registry that does not listen is an Error and costs one attempt', async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  const report = await runConformance({ baseUrl: `http://127.0.0.1:${port}`, token });
  assert.deepEqual(idsWith(report, 'Pass', 'Fail'), []);
  assert.match(resultOf(report, 'publish.created').message ?? '', /ECONNREFUSED/);
  assert.equal(report.verdict.exitCode, 1);
});

test('a run stops if a registry accepts connections and never answers', async (t) => {
  const connections = new Set<{ destroy: () => void }>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    connections.add(socket);
  });
  const port = await listen(server);
  t.after(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const report = await runConformance({ baseUrl: `http://127.0.0.1:${port}`, token, timeoutMs: 1000 });
  assert.match(resultOf(report, 'publish.created').message ?? '', /within 1 s/);
  assert.equal(connections.size, 1);
  assert.equal(report.verdict.exitCode, 1);
});

test('a run stops after five requests if a registry falls silent', async (t) => {
  const registry = new ReferenceRegistry(token);
  const silence = Promise.withResolvers<{ status: number }>();
  t.after(() => silence.resolve({ status: 500 }));
  let requests = 0;
  const handle = registry.handle.bind(registry);
  registry.handle = async (call) => {
    requests += 1;
    return requests > 5 ? silence.promise : handle(call);
  };
  const report = await runConformance({ baseUrl: await serve(t, registry), token, timeoutMs: 1000 });
  assert.equal(resultOf(report, 'publish.created').status, 'Pass');
  assert.equal(resultOf(report, 'versions.unknown').status, 'Error');
  assert.equal(requests, 10);
  assert.equal(report.verdict.exitCode, 1);
});

test('the token is nowhere in a report, even if the registry echoes it', async (t) => {
  const registry = new ReferenceRegistry(token);
  answering('publish', ({ headers }, call) => ({
    status: 418,
    ...(headers && { headers }),
    json: { heard: call.headers.authorization },
  }))(registry);
  const report = await runConformance({ baseUrl: await serve(t, registry), token });
  assert.match(resultOf(report, 'publish.created').got ?? '', /418.*Bearer \[token\]/);
  assert.ok(!JSON.stringify(report).includes(token), JSON.stringify(report, null, 1));
});

test('every section that the contract requires has a required check, and ids are unique', () => {
  const required = new Set(
    ALL_CHECKS.filter(({ level }) => level === 'required').map(({ section }) => section),
  );
  for (const section of ['2', '4.1', '4.2', '4.3', '4.4', '5', '7', '9'])
    assert.ok(required.has(section), section);
  assert.equal(new Set(ALL_CHECKS.map(({ id }) => id)).size, ALL_CHECKS.length);
  const groups = ALL_CHECKS.map(({ id }) => GROUPS.findIndex((group) => id.startsWith(`${group}.`)));
  assert.deepEqual(
    groups,
    [...groups].sort((a, b) => a - b),
    'checks run group by group',
  );
});
