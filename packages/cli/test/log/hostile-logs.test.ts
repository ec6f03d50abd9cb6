// Logs that are made to harm anyone who reads them: none is trusted for more than it is, and none fills memory, disk or terminal.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { FakeLog, makeKey, problem, sha256 } from '@prime-registry/testkit/fake-log';
import {
  createVerifierKey,
  encodeEntryBundle,
  encodeHashes,
  formatCheckpoint,
  formatNote,
  leafHash,
  nodeHash,
  parseTilePath,
  signNote,
} from '@prime-registry/tlog';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
const second = await startLogged();
after(() => Promise.all([registry[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]));
const { log, proxy } = registry;
await registry.publish('@acme/one', '1.0.0');
await registry.publish('@acme/two', '1.0.0');
await second.publish('@acme/bank', '1.0.0');
const trueEntries = [...log.entries];
const trueKey = log.key;
const { origin: trueOrigin } = log;
const AT = '2026-11-21T06:19:30Z';
const BY = { v: 1, at: AT, by: 'token-1' } as const;

beforeEach(() => {
  Object.assign(log, {
    key: trueKey,
    origin: trueOrigin,
    shownSize: undefined,
    changeProof: (proof: string) => proof,
  });
  log.entries.splice(0, log.entries.length, ...trueEntries);
  proxy.fault = ({ path }) => log.answer(path);
});

describe('keys that a log names', () => {
  test('are not trusted for another registry, whatever the text is', async () => {
    await using user = await registry.makeUser();
    assert.equal((await user.prime(['log', 'verify'])).code, 0);
    const thief = Object.assign(new FakeLog(), { origin: 'bank.example/-/log' });
    for (const vkey of [
      `${log.vkey}\nhttps://bank.example ${thief.vkey} user 2026-11-21T06:19:30Z`,
      `${log.origin}+00000000+AQ==`,
      `${log.origin}+nonsense`,
      thief.vkey,
    ])
      log.add({ ...BY, type: 'log-key', vkey });
    const { code, stderr } = await user.prime(['log', 'verify']);
    assert.deepEqual([code, stderr], [0, '']);
    const known = await readFile(join(user.stateFolder, 'logs', 'known-logs'), 'utf8');
    assert.deepEqual(
      known.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length,
      1,
      known,
    );
  });

  test('are learned some at a time, the newest ones', async () => {
    await using user = await registry.makeUser();
    assert.equal((await user.prime(['log', 'verify'])).code, 0);
    const keys = Array.from({ length: 40 }, makeKey);
    for (const key of keys) {
      log.key = key;
      const { vkey } = log;
      log.key = trueKey;
      log.add({ ...BY, type: 'log-key', vkey });
    }
    assert.equal((await user.prime(['log', 'verify'])).code, 0);
    const known = await readFile(join(user.stateFolder, 'logs', 'known-logs'), 'utf8');
    assert.equal(known.match(/ rotation /g)?.length, 16);
    log.key = keys.at(-1) ?? trueKey;
    assert.equal((await user.prime(['log', 'verify'])).code, 0);
  });

  test('are a hundred at most', async () => {
    await using user = await registry.makeUser();
    assert.equal((await user.prime(['log', 'verify'])).code, 0);
    const path = join(user.stateFolder, 'logs', 'known-logs');
    const vkeys = Array.from({ length: 98 }, () => new FakeLog().vkey);
    const lines = vkeys.map((vkey) => `${proxy.baseUrl} ${vkey} rotation ${AT}\n`);
    await writeFile(path, (await readFile(path, 'utf8')) + lines.join(''));
    for (let count = 0; count < 3; count += 1) log.add({ ...BY, type: 'log-key', vkey: new FakeLog().vkey });
    const { code, stderr } = await user.prime(['log', 'verify']);
    assert.equal(code, 0);
    assert.match(stderr, /warning: the log of http.* names more than 100 keys; 'prime log trust/);
    assert.equal((await readFile(path, 'utf8')).match(/ rotation /g)?.length, 99);
  });

  test('that are none are an error of the registry', async () => {
    await using user = await registry.makeUser();
    proxy.fault = async ({ path }) =>
      path === '/-/log'
        ? {
            ...problem(200, ''),
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              origin: 'x',
              vkeys: ['x\u001b[31m+00000000+AQ=='],
              size: 1,
              names: [],
              policy: '',
            }),
          }
        : log.answer(path);
    const { code, stdout } = await user.prime(['install', '@acme/one', '--json']);
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).error.code, 'log_malformed');
  });

  test('of which the project has former ones are learned as far as they sign', async () => {
    await using user = await registry.makeUser();
    const former = log.vkey;
    log.key = makeKey();
    await mkdir(join(user.project, '.primes'));
    const lines = [former, log.vkey].map((vkey) => `${proxy.baseUrl} ${vkey}\n`);
    await writeFile(join(user.project, '.primes', 'logs.txt'), lines.join(''));
    for (const name of ['@acme/one', '@acme/two']) {
      const { code, stderr } = await user.prime(['install', name]);
      assert.equal(code, 0, stderr);
    }
  });
});

test('a registry cannot take the name of the log of another one, to make that look like a liar', async () => {
  await using user = await registry.makeUser();
  assert.equal((await user.prime(['install', '@acme/one'])).code, 0);
  second.log.origin = log.origin;
  const other = ['--remote', second.proxy.baseUrl];
  const { code, stdout } = await user.prime(['log', 'verify', second.proxy.baseUrl, ...other, '--json']);
  const { error } = JSON.parse(stdout);
  assert.deepEqual([code, error.code], [1, 'log_key_conflict']);
  assert.match(
    error.message,
    /calls itself primes\.example\/-\/log, as that of http:.* does, and has another key/,
  );
  assert.equal((await user.prime(['install', '@acme/two'])).code, 0, 'the first one is trusted as before');
});

test('what an impostor has shown under the name of a log does not count once the user trusts the right key', async () => {
  await using user = await registry.makeUser();
  second.log.origin = log.origin;
  for (let count = 0; count < 9; count += 1) second.log.add({ ...BY, type: 'unmove', name: '@acme/bank' });
  const remote = ['--remote', second.proxy.baseUrl];
  assert.equal((await user.prime(['log', 'verify', second.proxy.baseUrl, ...remote])).code, 0);
  const refused = await user.prime(['install', '@acme/one']);
  assert.match(
    refused.stderr,
    /calls itself .* and has another key(?:.|\n)*'prime log trust <registry> <key>' decides/,
  );
  const trusted = await user.prime(['log', 'trust', proxy.baseUrl, log.vkey]);
  assert.equal(trusted.code, 0, trusted.stderr);
  const { code, stderr } = await user.prime(['install', '@acme/one']);
  assert.equal(code, 0, stderr);
  // What the right key has signed is not forgotten.
  log.entries.pop();
  const { vkey } = log;
  assert.match((await user.prime(['log', 'trust', proxy.baseUrl, vkey])).stderr, /has lost entries/);
});

test('an empty log is not an old head', async () => {
  await using user = await registry.makeUser();
  assert.equal((await user.prime(['log', 'verify'])).code, 0);
  log.shownSize = 0;
  const { code, stdout } = await user.prime(['log', 'verify', '--json']);
  assert.deepEqual([code, JSON.parse(stdout).error.code], [1, 'log_shrunk']);
});

test('a watch does not go back to entries that it has shown', async () => {
  await using user = await registry.makeUser();
  let looks = 0;
  proxy.fault = ({ path }) => {
    if (path === '/-/log/checkpoint') looks += 1;
    log.shownSize = looks === 2 ? 1 : undefined;
    if (looks === 4 && log.entries.length === trueEntries.length)
      log.publish({ name: '@acme/one', version: '2.0.0', sha256: 'e'.repeat(64) }, 'thief');
    return log.answer(path);
  };
  const args = ['log', 'watch', '@acme', '--since', '0', '--by', 'token-1', '--every', '0.05'];
  const { code, stdout } = await user.prime(args);
  assert.equal(code, 4);
  assert.deepEqual(
    stdout.split('\n').map((line) => line.split(' ')[0]),
    ['#1', '#2', '#3', ''],
  );
});

describe('a log without an end is not read', () => {
  const entry = new TextEncoder().encode('{}');

  /** Shows a signed head of this size, and the same entry for ever. @returns how many bundles were asked for */
  function showEndless(size: number, root: Uint8Array): () => number {
    const text = formatCheckpoint({ origin: log.origin, size, root });
    const signer = { name: log.origin, publicKey: log.key.publicKey };
    const key = { key: createVerifierKey(sha256, signer), sign: log.key.sign };
    const { signatures } = signNote(text, [key]);
    let bundles = 0;
    proxy.fault = async ({ path }) => {
      const { pathname } = new URL(path, 'http://log');
      if (pathname === '/-/log/checkpoint')
        return { ...problem(200, ''), body: formatNote({ text, signatures }) };
      const tile = parseTilePath(pathname.replace('/-/log/', ''));
      if (tile === undefined) return log.answer(path);
      const items = <T>(item: T): T[] => Array.from({ length: tile.width }, () => item);
      if (tile.level !== 'entries')
        return { ...problem(200, ''), body: encodeHashes(items(new Uint8Array(32))) };
      bundles += 1;
      // Without a bound, somebody has to stop it.
      if (bundles > 100) return problem(503, 'overloaded');
      return { ...problem(200, ''), body: encodeEntryBundle(items(entry)) };
    };
    return () => bundles;
  }

  /** The root of 2^height entries. */
  function rootOfSame(height: number): Uint8Array {
    let hash = leafHash(sha256, entry);
    for (let at = 0; at < height; at += 1) hash = nodeHash(sha256, hash, hash);
    return hash;
  }

  for (const command of [['verify'], ['watch', '@acme', '--once', '--since', '0']])
    test(`if it is longer than one run reads: ${command[0]}`, async () => {
      await using user = await registry.makeUser();
      const countBundles = showEndless(2 ** 50, rootOfSame(50));
      const { code, stdout } = await user.prime(['log', ...command, '--json']);
      const { error } = JSON.parse(stdout);
      assert.deepEqual([code, error.code, countBundles()], [1, 'log_too_long', 0], error.message);
      assert.match(
        error.message,
        /has 1,125,899,906,842,624 entries more, and 'prime log' reads 100,000,000 at a time/,
      );
    });

  test('if its tiles do not have the root that was signed', async () => {
    await using user = await registry.makeUser();
    const countBundles = showEndless(2 ** 26, rootOfSame(26));
    const { code, stdout } = await user.prime(['log', 'verify', '--json']);
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, error.code, countBundles()], [1, 'log_not_included', 0], error.message);
    assert.match(error.message, /the tiles of the log do not have the root that was signed/);
  });
});

test('problems and types of entries are counted, and some are kept', async () => {
  await using user = await registry.makeUser();
  for (let index = 0; index < 1500; index += 1) log.entries.push(new TextEncoder().encode('x'));
  for (let index = 0; index < 30; index += 1) {
    const entry = {
      at: AT,
      by: 'token-1',
      type: `new-${String(index).padStart(2, '0')}-${'x'.repeat(1000)}`,
      v: 1,
    };
    log.entries.push(new TextEncoder().encode(JSON.stringify(entry)));
  }
  const { code, stdout } = await user.prime(['log', 'verify', '--json']);
  assert.equal(code, 2);
  const { problems, problem_count: count, unknown_types: types } = JSON.parse(stdout);
  assert.deepEqual([problems.length, count, types.length], [1000, 1500, 20]);
  assert.ok(types.every((type: string) => type.length <= 51));
});

test('an unlogged version is not excused by a claim that older ones are still taken in', async () => {
  await using user = await registry.makeUser();
  log.entries.splice(2, 1);
  const claim = (done: number) => {
    proxy.fault = async ({ path }) => {
      const fault = await log.answer(path);
      if (path !== '/-/log' || fault?.kind !== 'answer') return fault;
      return {
        ...fault,
        body: JSON.stringify({ ...JSON.parse(String(fault.body)), backfill: { done, of: 5 } }),
      };
    };
  };
  claim(5);
  const complete = await user.prime(['log', 'verify']);
  assert.match(complete.stdout, /@acme\/two 1\.0\.0 is listed by the registry, and is not in the log\n/);
  claim(4);
  const early = await user.prime(['log', 'verify']);
  assert.equal(early.code, 0);
  assert.match(
    early.stdout,
    /^1 listed version is not in the log: the registry says that it is still taking in/,
  );
  log.entries.splice(1, 1);
  await using other = await registry.makeUser();
  assert.equal((await other.prime(['log', 'verify'])).code, 2, 'two are missing, and one is to come');
});

test('a version that is published during the check is no problem', async () => {
  await using user = await registry.makeUser();
  let isFirst = true;
  proxy.fault = async ({ path }) => {
    if (path.startsWith('/-/primes?') || path === '/-/primes') {
      if (isFirst) await registry.publish('@acme/late', '1.0.0');
      isFirst = false;
      return undefined;
    }
    return log.answer(path);
  };
  const { code, stdout } = await user.prime(['log', 'verify']);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /4 entries of .* make sense: 3 versions of 3 Primes/);
});

test('a digest that is not that of the log is found, if asked, also without the request for many', async () => {
  await using user = await registry.makeUser();
  log.entries.splice(2, 1);
  log.publish({ name: '@acme/two', version: '1.0.0', sha256: 'e'.repeat(64) });
  const hide = (...hidden: string[]) => {
    proxy.fault = ({ path }) =>
      hidden.includes(path.split('?')[0] ?? '') ? problem(404, 'not_found') : log.answer(path);
  };
  hide('/-/primes');
  assert.equal((await user.prime(['log', 'verify'])).code, 0);
  for (const hidden of [['/-/primes'], ['/-/primes', '/-/resolve']]) {
    hide(...hidden);
    const { code, stdout } = await user.prime(['log', 'verify', '--digests']);
    assert.equal(code, 2);
    assert.match(
      stdout,
      /^@acme\/two 1\.0\.0 is served with the sha256 [0-9a-f]{64}, and has another one in the log \(#2\)/,
    );
  }
});

test('what was removed may be taken back with the same bytes', async () => {
  await using user = await registry.makeUser();
  const { sha256 } = JSON.parse(new TextDecoder().decode(log.entries[1]));
  const subject = { name: '@acme/one', version: '1.0.0', sha256 };
  log.add({ ...BY, ...subject, type: 'remove', category: 'other' });
  const content = { size: 1, manifest_sha256: 'a'.repeat(64), published_at: AT };
  log.add({ ...BY, ...subject, ...content, type: 'import' });
  proxy.fault = ({ path }) => (path === '/-/primes' ? problem(404, 'not_found') : log.answer(path));
  const { code, stdout } = await user.prime(['log', 'verify']);
  assert.equal(code, 0, stdout);
});

describe('evidence', () => {
  test('is in a file of its own for each finding, and has no control characters', async () => {
    await using user = await registry.makeUser();
    assert.equal((await user.prime(['install', '@acme/one'])).code, 0);
    log.origin = 'elsewhere\u009b31m';
    proxy.fault = ({ path }) =>
      path.endsWith('/proof') ? { ...problem(200, ''), body: proofOf(log.origin) } : undefined;
    await rm(join(user.project, '.primes'), { recursive: true });
    const { code, stderr } = await user.prime(['install', '@acme/one', '@acme/two']);
    assert.equal(code, 1);
    const folder = join(user.stateFolder, 'evidence');
    const files = await readdir(folder);
    assert.ok(files.length > 0);
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      assert.match(text, /^Finding: the log calls itself elsewhere\\u\{9b\}31m/m);
      assert.doesNotMatch(text + stderr, /[\u0080-\u009f]/);
    }
  });

  test('is kept a thousand times', async () => {
    await using user = await registry.makeUser();
    assert.equal((await user.prime(['install', '@acme/one'])).code, 0);
    const folder = join(user.stateFolder, 'evidence');
    await mkdir(folder);
    for (let index = 0; index < 1000; index += 1) await writeFile(join(folder, `${index}.txt`), '');
    log.key = makeKey();
    const { code, stderr } = await user.prime(['log', 'verify']);
    assert.equal(code, 1);
    assert.match(stderr, /The evidence was not kept: .* has too much already/);
    assert.equal((await readdir(folder)).length, 1000);
  });
});

/** A proof of an entry that a log of this name could have. */
function proofOf(origin: string): string {
  const root = Buffer.alloc(32).toString('base64');
  return `c2sp.org/tlog-proof@v1\nextra eA==\nindex 0\n\n${origin}\n1\n${root}\n\n— x ${Buffer.alloc(68).toString('base64')}\n`;
}
