// A registry replaces the key of its log: users learn the next one from the log itself, and from nobody else.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { encodeLogEntry } from '@prime-registry/protocol';
import type { PrimeUser } from '@prime-registry/testkit';
import { FakeLog, makeKey } from '@prime-registry/testkit/fake-log';
import { KnownLogsFile } from '../../src/log/state/known-logs.ts';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
for (const name of ['first', 'second', 'third']) await registry.publish(`@acme/${name}`, '1.0.0');
const trueEntries = [...log.entries];
const trueKey = log.key;
const AT = '2026-11-21T06:19:30Z';

describe('an install', () => {
  let user: PrimeUser;
  const install = (name: string) => user.prime(['install', name]);
  beforeEach(async () => {
    Object.assign(log, { key: trueKey, formerKey: undefined, names: [], shownSize: undefined });
    log.entries.splice(0, log.entries.length, ...trueEntries);
    proxy.fault = ({ path }) => log.answer(path);
    user = await registry.makeUser();
    assert.equal((await install('@acme/first')).code, 0);
  });
  after(() => user.remove());

  test('learns the next key while both sign, and needs the old one no more', async () => {
    const before = log.vkey;
    log.rotate();
    const during = await install('@acme/second');
    assert.equal(during.code, 0, during.stderr);
    assert.match(during.stderr, /has a new key, which its old key has announced/);
    const known = await readFile(join(user.project, '.primes', 'logs.txt'), 'utf8');
    assert.ok(known.includes(before) && known.includes(log.vkey), 'and tells colleagues');
    log.formerKey = undefined;
    const later = await install('@acme/third');
    assert.equal(later.code, 0, later.stderr);
    assert.doesNotMatch(later.stderr, /new key/);
  });

  test('learns a key whose announcement it had seen, when the old one has ended', async () => {
    log.rotate();
    // The description is away while both keys sign: nothing is learned, and nothing fails.
    proxy.fault = ({ path }) =>
      path === '/-/log' ? { kind: 'answer', status: 500, headers: {}, body: '' } : log.answer(path);
    assert.equal((await install('@acme/second')).code, 0);
    proxy.fault = ({ path }) => log.answer(path);
    log.formerKey = undefined;
    const ended = await install('@acme/third');
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /has a new key, which its old key has announced/);
  });

  test('learns several keys, one after the other', async () => {
    log.rotate();
    log.rotate();
    const [, middle] = log.names;
    assert.equal((await install('@acme/second')).code, 1, 'the key that it knows does not sign any more');
    log.formerKey = trueKey;
    assert.equal((await install('@acme/second')).code, 0);
    log.formerKey = undefined;
    assert.equal((await install('@acme/third')).code, 0);
    const known = await readFile(join(user.project, '.primes', 'logs.txt'), 'utf8');
    assert.ok(known.includes(middle?.vkey ?? ''));
  });

  test('believes no key that was announced after the last head that it has seen', async () => {
    log.rotate();
    log.formerKey = undefined;
    const { code, stderr } = await install('@acme/second');
    assert.equal(code, 1);
    assert.match(stderr, /is not signed by the trusted key/);
    assert.match(
      stderr,
      new RegExp(`has changed the key and says so, run 'prime log trust ${proxy.baseUrl}'`),
    );
    assert.equal((await user.prime(['log', 'trust', proxy.baseUrl, log.vkey])).code, 0);
    assert.equal((await install('@acme/second')).code, 0, 'the advice is right');
  });

  test('learns no key that was announced under one that the user trusts no more', async () => {
    const known = new KnownLogsFile(user.stateFolder);
    const own = new FakeLog().vkey;
    log.rotate();
    // The user decides while the install asks what was announced.
    proxy.fault = ({ path }) => {
      if (path === '/-/log' && known.find(proxy.baseUrl)?.source !== 'user')
        known.add(proxy.baseUrl, own, 'user');
      return log.answer(path);
    };
    assert.doesNotMatch((await install('@acme/second')).stderr, /has a new key/);
    assert.deepEqual(known.find(proxy.baseUrl), { vkeys: [own], source: 'user' });
  });

  test('believes no key that the registry names, and the log does not', async () => {
    const thief = makeKey();
    log.names = [{ vkey: log.vkey, since_size: 0 }];
    log.formerKey = log.key;
    log.key = thief;
    log.names.push({ vkey: log.vkey, since_size: 2 });
    const during = await install('@acme/second');
    assert.equal(during.code, 0, 'the trusted key has signed it');
    assert.doesNotMatch(during.stderr, /new key/);
    // Not even if it shows an entry that is not in the signed tree.
    const lying = new FakeLog();
    lying.entries.push(...trueEntries.slice(1));
    lying.entries[2] = encodeLogEntry({ type: 'log-key', v: 1, at: AT, by: 'operator', vkey: log.vkey });
    proxy.fault = ({ path }) => (path.includes('/tile/entries/') ? lying : log).answer(path);
    await user.prime(['log', 'status']);
    log.formerKey = undefined;
    assert.match((await install('@acme/third')).stderr, /is not signed by the trusted key/);
  });

  test('believes a replaced key until the user trusts the new one alone', async () => {
    log.rotate();
    const next = log.key;
    assert.equal((await install('@acme/second')).code, 0);
    const { vkey } = log;
    Object.assign(log, { key: trueKey, formerKey: undefined });
    assert.equal((await user.prime(['log', 'status'])).code, 0, 'a thief of the replaced key is believed');
    log.key = next;
    assert.equal((await user.prime(['log', 'trust', proxy.baseUrl, vkey])).code, 0);
    log.key = trueKey;
    assert.match((await user.prime(['log', 'status'])).stderr, /is not signed by the trusted key/);
  });

  test('does not believe a key again that the user has given up, whatever the log and the registry say', async () => {
    const known = new KnownLogsFile(user.stateFolder);
    const { vkey: first } = log;
    log.rotate();
    const [stolen, { vkey: second }] = [log.key, log];
    assert.equal((await install('@acme/second')).code, 0);
    log.rotate();
    const { vkey: third } = log;
    assert.equal((await user.prime(['log', 'status'])).code, 0);
    assert.deepEqual(known.find(proxy.baseUrl)?.vkeys, [first, second, third]);
    log.formerKey = undefined;
    assert.equal((await user.prime(['log', 'trust', proxy.baseUrl, third])).code, 0);
    const only = { vkeys: [third], source: 'user' };

    // Its announcement is still in the log.
    const verified = await user.prime(['log', 'verify']);
    assert.equal(verified.code, 0, verified.stderr);
    assert.deepEqual(known.find(proxy.baseUrl), only);
    // The thief says that it came after the trusted one.
    log.formerKey = stolen;
    log.names = [
      { vkey: third, since_size: 0 },
      { vkey: second, since_size: trueEntries.length },
    ];
    assert.equal((await install('@acme/third')).code, 0, 'the trusted key has signed it');
    assert.deepEqual(known.find(proxy.baseUrl), only);
  });

  test('does not believe a key that was replaced before the user knew the log', async () => {
    await using other = await registry.makeUser();
    const known = new KnownLogsFile(other.stateFolder);
    log.rotate();
    const announced = log.entries.length;
    log.rotate();
    log.formerKey = undefined;
    const only = { vkeys: [log.vkey], source: 'user' };
    assert.equal((await other.prime(['log', 'trust', proxy.baseUrl, log.vkey])).code, 0);
    assert.equal((await other.prime(['log', 'verify'])).code, 0);
    assert.deepEqual(known.find(proxy.baseUrl), only);
    // Not even if the registry shows an old head, which ends between both announcements.
    log.shownSize = announced;
    assert.match((await other.prime(['log', 'verify'])).stderr, /shows an old head/);
    assert.deepEqual(known.find(proxy.baseUrl), only);
    log.shownSize = undefined;
    log.rotate();
    assert.equal((await other.prime(['log', 'verify'])).code, 0);
    assert.equal(known.find(proxy.baseUrl)?.vkeys.length, 2, 'a later one is learned');
  });

  test('looks for some keys, however many the registry names', async () => {
    log.rotate();
    const [, named] = log.names;
    for (let count = 0; count < 300; count += 1) log.names.push(named ?? { vkey: log.vkey, since_size: 1 });
    registry.takeLogRequests();
    const { code, stderr } = await install('@acme/second');
    assert.equal(code, 0, stderr);
    const asked = registry.takeLogRequests().filter((request) => request.includes('/tile/'));
    assert.ok(asked.length <= 32, `${asked.length} tiles`);
  });
});
