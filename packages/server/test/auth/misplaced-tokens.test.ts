// Clients put tokens in every wrong place. No part of a token of 8 characters or more may be logged, answered
// or stored.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  Actor,
  type Answer,
  buildTarball,
  encodeForm,
  expectProblem,
  manifestText,
  RawClient,
  startRegistry,
  type TestRegistry,
  tarballOf,
} from '@prime-registry/testkit';
import type { ServerSettings } from 'prime-registry';
import { routes } from '../../src/routes/index.ts';

const OPERATORS_TOKEN = 'Zk3xV9qT7wLm2RsYb8Nd4HcJf6Gp1Qa5';
const PART = 8;
const NEUTRAL_HEADERS = ['x-request-id', 'cookie', 'referer', 'user-agent', 'x-api-key', 'x-auth-token'];
const AUTHORIZATIONS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `Token ${token}`,
  (token) => `Basic ${token}`,
  (token) => `Bearer ${token}x`,
  (token) => `Bearer,${token}`,
];

/** Fails if eight consecutive characters of the token are in the text. */
function assertAbsent(text: string | Buffer, token: string, where: string): void {
  if (!hasPiece(text, token)) return;
  for (let at = 4; at + PART <= token.length; at += 1) {
    const part = token.slice(at, at + PART);
    // The database is not turned into text for each part.
    if (text.includes(part)) assert.fail(`${where} has '${part}': ${text.toString().slice(0, 400)}`);
  }
}

/** Whether one of the pieces is there of which any eight consecutive characters contain one whole. */
function hasPiece(text: string | Buffer, token: string): boolean {
  const length = PART / 2;
  for (let at = 4; at + length <= token.length; at += length)
    if (text.includes(token.slice(at, at + length))) return true;
  return false;
}

/** The path of a route, for the version of this test. */
function fillIn(path: string): string {
  return path.replace(':scope', '@acme').replace(':name', 'web-style').replace(':version', '1.0.0');
}

/** Reads everything, with the token in the path, the query and the headers. */
async function misplaceInRequests({ anonymous }: TestRegistry, token: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
    answers.push(await anonymous.request(path, { method, headers }));
  };
  const spellings = [token, token.replace('_', '%5F'), token.toUpperCase(), `%40acme%2F${token}`];
  for (const [index, { method = 'GET', path }] of routes.entries()) {
    const plain = fillIn(path);
    await send(method, `${plain}?token=${token}&${token}=1&yanked=${token}&q=${token}&limit=${token}`);
    await send(method, `${plain}/${token}`);
    for (const parameter of [':scope', ':name', ':version']) {
      if (!path.includes(parameter)) continue;
      for (const spelling of spellings) await send(method, fillIn(path.replace(parameter, spelling)));
      await send('HEAD', fillIn(path.replace(parameter, token)));
    }
    // What changes no answer, in one request; the others one by one.
    await send(method, plain, Object.fromEntries(NEUTRAL_HEADERS.map((name) => [name, token])));
    for (const name of [
      ...['range', 'if-none-match', 'if-range', 'content-type', 'accept', 'origin', 'x-forwarded-for'],
      token.toLowerCase(),
    ]) {
      await send(method, plain, { [name]: token });
    }
    // What all routes treat alike takes turns among them.
    const authorization = AUTHORIZATIONS[index % AUTHORIZATIONS.length]?.(token) ?? assert.fail();
    await send(method, plain, { authorization });
    await send('PUT', `${plain}?${token}`);
    // Where long texts are cut off.
    for (let at = (index % 3) * 7; at < 60; at += 21) {
      await send(method, `${plain}?limit=${'x'.repeat(40 + at)}${token}&a=${'x'.repeat(345 + at)}${token}`);
    }
  }
  return answers;
}

/** Publishes and yanks with the token in every field of the form, whole and shortened. */
async function misplaceInBodies(registry: TestRegistry, token: string): Promise<Answer[]> {
  const { author } = registry;
  const answers: Answer[] = [];
  const text = (key: string, value: string) =>
    manifestText({ version: '1.0.0-x' }).replace(new RegExp(`^${key}: .*$`, 'm'), `${key}: ${value}`);
  const manifests = [
    ...['name', 'version', 'description', 'license', 'prime-version'].map((key) => text(key, token)),
    ...['atoms', 'namespaces', 'sha256', 'tags', 'homepage', token].map((key) =>
      manifestText({ version: '1.0.0-x', extra: `${key}: ${token}` }),
    ),
    ...[`# ${token}`, `tags: ["${token}"]`, `namespaces: ["@${token}"]`, `other: { a: ["${token}"] }`].map(
      (extra) => manifestText({ version: '1.0.0-x', extra }),
    ),
    token,
  ];
  for (let at = 40; at < 80; at += 5) manifests.push(text('version', `${'x'.repeat(at)}${token}`));
  for (const manifest of manifests) {
    const answer = await author.publish({ manifest });
    assert.equal(answer.status, 400, manifest);
    answers.push(answer);
  }
  const readme = buildTarball({ 'README.md': `curl -H "Authorization: Bearer ${token}"\n` });
  const refused = await author.publish({ version: '1.0.0-x', tarball: readme });
  assert.match(expectProblem(refused, 'invalid_tarball').detail, /README contains an access token/);
  answers.push(
    refused,
    await author.publish({ version: '1.0.0-x', files: { [`${token}.prime`]: 'x', 'a:b': '' } }),
  );
  const parts = [
    { name: 'manifest', body: manifestText({ version: '1.0.0-y' }) },
    { name: 'tarball', body: tarballOf({}) ?? '', fileName: `${token}.tar.gz` },
  ];
  for (const extra of [
    { name: token, body: token },
    { name: 'token', body: token },
  ]) {
    answers.push(await author.publishWireForm(encodeForm([extra, ...parts])));
  }
  const wrong = { ...encodeForm(parts), contentType: `multipart/${token}` };
  answers.push(await author.publishWireForm(wrong));
  answers.push(await author.yank('@acme/web-style', '1.0.0-rc.1', { reason: `mine is ${token}` }));
  answers.push(await author.yank('@acme/web-style', '1.0.0-rc.1', { [token]: token, reason: [token] }));
  answers.push(await author.yank('@acme/web-style', '1.0.0-rc.1', token));
  return answers;
}

async function sendRaw({ baseUrl }: TestRegistry, token: string): Promise<string> {
  const requests = [
    `GET http://user:${token}@registry/pack/@acme/web-style HTTP/1.1\r\nHost: registry\r\n`,
    `GET http://${token}/nowhere HTTP/1.1\r\nHost: ${token}\r\n`,
    `GET /${token} HTTP/1.1\r\nHost: registry\r\n${token}\r\n`,
    `GET /%zz${token} HTTP/1.1\r\nHost: registry\r\n`,
    `${token} / HTTP/1.1\r\nHost: registry\r\n`,
    `POST /publish HTTP/1.1\r\nHost: registry\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${token}\r\n`,
  ];
  let answers = '';
  for (const request of requests) {
    const client = await RawClient.connect(baseUrl);
    await client.send(`${request}Connection: close\r\n\r\n`);
    answers += await client.readToEnd();
  }
  return answers;
}

async function readDatabase({ dataFolder }: TestRegistry): Promise<Buffer> {
  const names = (await readdir(dataFolder)).filter((name) => name.includes('sqlite'));
  assert.ok(names.some((name) => name.endsWith('-wal')));
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(dataFolder, name)))));
}

suite('tokens in the wrong place', () => {
  for (const whose of ['author', 'operator'] as const) {
    for (const isPrivate of [false, true]) {
      test(`of the ${whose}, ${isPrivate ? 'private' : 'public'}: are neither repeated nor stored`, async (t) => {
        const registry = await startRegistry({
          isPrivate,
          // A value below the minimum of the setting.
          logLevel: 'trace' as ServerSettings['logLevel'],
          adminToken: OPERATORS_TOKEN,
          failedAuthRate: 'off',
        });
        t.after(() => registry.stop());
        const token = whose === 'author' ? (registry.author.token ?? '') : OPERATORS_TOKEN;
        await registry.author.mustPublish({ version: '1.0.0-rc.1' });
        // They are anonymous: each of the tokens and each kind of registry once is enough for these thousands.
        const isReadFrom = (whose === 'operator') === isPrivate;
        const answers = [
          ...(isReadFrom ? await misplaceInRequests(registry, token) : []),
          ...(await misplaceInBodies(registry, token)),
          await new Actor(registry.baseUrl, token).get('/-/whoami'),
          await registry.admin.get('/-/metrics'),
        ];
        for (const { status, text, headers } of answers) {
          assert.ok(status < 500, text);
          assertAbsent(text, token, 'an answer');
          assertAbsent(JSON.stringify([...headers]), token, 'a header');
        }
        assertAbsent(await sendRaw(registry, token), token, 'an answer');
        assert.ok(registry.log.length > (isReadFrom ? 1000 : 20));
        for (const line of registry.log) assertAbsent(line, token, 'the log');
        assertAbsent(await readDatabase(registry), token, 'the database');
      });
    }
  }
});
