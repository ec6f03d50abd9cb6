// Only the owner of a token knows it: it is not on the disk, in the log or in other answers.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { isTokenWellFormed } from '@prime-registry/protocol';
import { Actor, RawClient, startRegistry, type TestRegistry } from '@prime-registry/testkit';

const OPERATORS_TOKEN = 'operators-own-token-0123456789';

/** Uses the token successfully and unsuccessfully in every way that writes something. */
async function useInEveryWay(registry: TestRegistry, token: string): Promise<string[]> {
  const actor = new Actor(registry.baseUrl, token);
  const answers = [
    await actor.publish({ name: '@acme/secrecy', version: '1.0.0-a' }),
    await actor.publish({ name: '@acme/secrecy', version: '1.0.0-a' }),
    await actor.publish({ name: '@forbidden/secrecy' }),
    await actor.publish({ manifest: 'nonsense' }),
    await actor.yank('@acme/secrecy', '1.0.0-a'),
    await actor.get('/pack/@acme/secrecy/1.0.0-a'),
    await actor.get('/pack/@acme/not-there/1.0.0'),
    await actor.get('/pack/%zz'),
    await actor.request('/publish', { method: 'PUT' }),
    await new Actor(registry.baseUrl, `${token}x`).publish(),
    await registry.anonymous.request('/publish', { method: 'POST', headers: { authorization: token } }),
    await registry.anonymous.get('/-/metrics'),
  ];
  const client = await RawClient.connect(registry.baseUrl);
  await client.send(`POST /publish HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nnonsense\r\n\r\n`);
  const { text } = await client.readAnswer();
  client.destroy();
  return [...answers.flatMap((answer) => [answer.text, JSON.stringify([...answer.headers])]), text];
}

suite('tokens are kept secret', () => {
  test('the disk has only digests', async (t) => {
    const registry = await startRegistry({ adminToken: OPERATORS_TOKEN });
    t.after(() => registry.stop());
    const secret = registry.author.token ?? '';
    assert.ok(isTokenWellFormed(secret), 'pri_, 32 random characters and a checksum');
    await useInEveryWay(registry, secret);
    await useInEveryWay(registry, OPERATORS_TOKEN);

    const names = (await readdir(registry.dataFolder, { recursive: true })).filter((name) =>
      name.includes('sqlite'),
    );
    const database = Buffer.concat(
      await Promise.all(names.map((name) => readFile(join(registry.dataFolder, name)))),
    );
    assert.ok(database.includes(createHash('sha256').update(secret).digest()), 'the digest is there');
    for (const kept of [secret, OPERATORS_TOKEN]) {
      for (const part of [kept, kept.slice(4), kept.slice(4, -6), kept.slice(0, 16)]) {
        assert.ok(!database.includes(part), `${part} is on the disk`);
        assert.ok(!database.includes(Buffer.from(part, 'utf16le')));
      }
      assert.ok(!database.includes(Buffer.from(kept).toString('base64')));
      assert.ok(!database.includes(Buffer.from(kept).toString('hex')));
    }
  });

  test('no log line and no answer contains a token, at any log level', async (t) => {
    for (const logLevel of ['info', 'debug'] as const) {
      const registry = await startRegistry({ logLevel, adminToken: OPERATORS_TOKEN });
      t.after(() => registry.stop());
      for (const token of [registry.admin.token ?? '', OPERATORS_TOKEN]) {
        const answers = await useInEveryWay(registry, token);
        for (const text of [...answers, ...registry.log]) {
          assert.ok(!text.includes(token.slice(4, 20)), `this contains a token: ${text.slice(0, 300)}`);
        }
      }
      assert.ok(registry.log.length > 10);
    }
  });

  test('the log identifies tokens by their ids', async (t) => {
    const registry = await startRegistry({ adminToken: OPERATORS_TOKEN });
    t.after(() => registry.stop());
    await registry.author.publish();
    await new Actor(registry.baseUrl, OPERATORS_TOKEN).publish();
    await registry.anonymous.publish();
    const publishes = registry.log.map((line) => JSON.parse(line)).filter(({ path }) => path === '/publish');
    const [byAuthor, byOperator, byNobody] = publishes.map(({ token_id }) => token_id);
    assert.match(byAuthor, /^[0-9a-f]{12}$/);
    assert.equal(byOperator, 'environment');
    assert.equal(byNobody, undefined);
  });

  test('tokens are random', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const actors = await Promise.all(
      Array.from({ length: 20 }, () => registry.actorWith({ permissions: ['read'], scopes: [] })),
    );
    const starts = new Set(actors.map(({ token }) => token?.slice(0, 8)));
    assert.equal(starts.size, actors.length);
  });
});
