// The audit log as operators read it: all changes, and no secret.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ADMIN_TOKEN, makeRegistry, serveHere } from '../temporary-registry.ts';
import { must, parseLines } from './on-data.ts';

test('says who did what, when and from where, oldest first', async (t) => {
  const { dataFolder, actorWith, admin } = await serveHere(t);
  const secret = (
    await must(dataFolder, 'token', 'create', '--name', 'ci of acme', '--scope', '@acme')
  ).trim();
  const author = actorWith(secret);
  const before = Date.now();
  const { sha256 } = await author.mustPublish({ version: '1.0.0-rc.1' });
  await author.publish({ version: '1.0.0-rc.1' });
  await author.publish({ manifest: 'nonsense' });
  await author.publish({ name: '@other/prime' });
  const yanking = {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', 'x-request-id': 'trace-7' },
    body: JSON.stringify({ reason: 'wrong “rules”' }),
  };
  for (let time = 0; time < 2; time += 1)
    assert.equal((await admin.request('/pack/@acme/web-style/1.0.0-rc.1', yanking)).status, 200);
  const [{ id = '' } = {}] = parseLines(await must(dataFolder, 'token', 'list', '--json'));
  await must(dataFolder, 'token', 'revoke', id);
  await must(dataFolder, 'token', 'revoke', id);

  const entries = parseLines(await must(dataFolder, 'audit', '--json'));
  for (const { at } of entries) assert.ok(Math.abs(Date.parse(at) - before) < 60_000, at);
  const operator = { id: 'operator', name: userInfo().username };
  const command = { actor: operator, name: null, version: null, address: null, request_id: null };
  const request = { name: '@acme/web-style', version: '1.0.0-rc.1', token_id: null, address: '127.0.0.1' };
  const [created, published, yanked, revoked] = entries.map(({ at, ...entry }) => entry);
  assert.equal(entries.length, 4, JSON.stringify(entries));
  const details = { name: 'ci of acme', permissions: ['publish'], scopes: ['@acme'] };
  assert.deepEqual(created, { id: 1, action: 'token-create', ...command, token_id: id, details });
  const { request_id, ...rest } = published;
  assert.match(request_id, /^[0-9a-f-]{36}$/);
  assert.equal(rest.details.sha256, sha256);
  assert.deepEqual(rest, {
    ...request,
    id: 2,
    action: 'publish',
    actor: { id, name: 'ci of acme' },
    details: rest.details,
  });
  assert.deepEqual(yanked, {
    ...request,
    id: 3,
    action: 'yank',
    actor: { id: 'environment', name: 'environment' },
    request_id: 'trace-7',
    details: { sha256, reason: 'wrong “rules”' },
  });
  assert.deepEqual(revoked, {
    id: 4,
    action: 'token-revoke',
    ...command,
    token_id: id,
    details: { name: 'ci of acme' },
  });

  const table = await must(dataFolder, 'audit');
  assert.equal(table.trimEnd().split('\n').length, 4);
  assert.match(
    table,
    new RegExp(
      `^\\S+Z  publish +@acme/web-style 1\\.0\\.0-rc\\.1 +${id} \\(ci of acme\\) +127\\.0\\.0\\.1 +sha256=${sha256}`,
      'm',
    ),
  );
  for (const text of [
    table,
    JSON.stringify(entries),
    readFileSync(join(dataFolder, 'registry.sqlite'), 'latin1'),
  ]) {
    for (const word of [secret, secret.slice(4, 20), ADMIN_TOKEN]) assert.ok(!text.includes(word));
  }
});

test('can be filtered', async (t) => {
  const dataFolder = await makeRegistry(t);
  for (const name of ['one', 'two', 'three'])
    await must(dataFolder, 'token', 'create', '--name', name, '--permission', 'read');
  const [first] = parseLines(await must(dataFolder, 'token', 'list', '--json'));
  await must(dataFolder, 'token', 'revoke', first.id);
  const shown = async (...args: string[]): Promise<string[]> =>
    parseLines(await must(dataFolder, 'audit', '--json', ...args)).map(
      ({ action, details }) => `${action} ${details.name}`,
    );
  assert.deepEqual(await shown('--token', first.id), ['token-create one', 'token-revoke one']);
  assert.deepEqual(await shown('--action', 'token-revoke', '--action', 'gc'), ['token-revoke one']);
  assert.deepEqual(await shown('--until', '1h'), []);
  assert.equal((await shown('--since', '1h', '--until', '2100-01-01')).length, 4);
  assert.deepEqual(await shown('--name', '@acme/web-style'), []);
});

test('has columns that begin at the same place, whatever was done', async (t) => {
  const dataFolder = await makeRegistry(t);
  await must(dataFolder, 'token', 'create', '--name', 'one', '--permission', 'read');
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  t.after(() => database.close());
  database.exec(`create temp table copied as select * from audit_log where action = 'token-create';
    update copied set id = id + 1, action = 'token-attenuate';
    insert into audit_log select * from copied`);
  const rows = (await must(dataFolder, 'audit')).trimEnd().split('\n');
  assert.match(rows.at(-1) ?? '', / token-attenuate /);
  assert.equal(new Set(rows.map((row) => /^\S+ +\S+ +/.exec(row)?.[0].length)).size, 1, rows.join('\n'));
});

test('its rows cannot be changed or removed', async (t) => {
  const dataFolder = await makeRegistry(t);
  await must(dataFolder, 'token', 'create', '--name', 'one', '--permission', 'read');
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  t.after(() => database.close());
  for (const statement of ["update audit_log set actor_name = 'x'", 'delete from audit_log'])
    assert.throws(() => database.exec(statement), /the audit log can only be added to/);
});

test('says which token a rotated one replaces', async (t) => {
  const dataFolder = await makeRegistry(t);
  await must(dataFolder, 'token', 'create', '--name', 'ci', '--permission', 'read');
  const [{ id: old }] = parseLines(await must(dataFolder, 'token', 'list', '--json'));
  const { id } = JSON.parse(await must(dataFolder, 'token', 'rotate', old, '--json'));
  const [entry] = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'token-rotate'));
  assert.deepEqual([entry.token_id, entry.details.name, entry.details.replaces], [id, 'ci', old]);
});
