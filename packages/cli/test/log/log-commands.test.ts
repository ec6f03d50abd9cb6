// `prime log`: status, verify, watch and trust.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { PrimeUser } from '@prime-registry/testkit';
import { FakeLog, makeKey, problem } from '@prime-registry/testkit/fake-log';
import { decodeEntryBundle, encodeEntryBundle } from '@prime-registry/tlog';
import { KnownLogsFile } from '../../src/log/state/known-logs.ts';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
await registry.publish('@acme/one', '1.0.0');
await registry.publish('@acme/one', '1.1.0');
await registry.publish('@acme/two', '1.0.0');
const trueEntries = [...log.entries];
const trueKey = log.key;
const AT = '2026-11-21T06:19:30Z';
const textsOf = (entries: readonly Uint8Array[]) => entries.map((entry) => Buffer.from(entry).toString());

describe('prime log', () => {
  let user: PrimeUser;
  before(async () => {
    user = await registry.makeUser();
  });
  beforeEach(() => {
    log.key = trueKey;
    log.origin = 'primes.example/-/log';
    log.shownSize = undefined;
    log.entries.splice(0, log.entries.length, ...trueEntries);
    proxy.fault = ({ path }) => log.answer(path);
  });
  after(() => user.remove());

  test('status shows the log, its size and the key that is trusted', async () => {
    const { code, stdout } = await user.prime(['log', 'status']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      new RegExp(`^${proxy.baseUrl}\n +log +primes\\.example/-/log\n +entries +4 \\(root `),
    );
    assert.ok(stdout.includes(`${log.vkey}, trusted because it was the first one`));
    const again = JSON.parse((await user.prime(['log', 'status', '--json'])).stdout);
    assert.deepEqual(again.logs[0].trusted_by, 'user');
  });

  test('status says so without a log', async () => {
    await using other = await registry.makeUser();
    proxy.fault = ({ path }) => (path.startsWith('/-/log') ? problem(404, 'not_found') : undefined);
    const { code, stdout } = await other.prime(['log', 'status']);
    assert.deepEqual([code, stdout], [0, `${proxy.baseUrl} has no transparency log\n`]);
    const failed = await other.prime(['log', 'verify']);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /has no transparency log/);
  });

  test('verify reads all entries, and compares them with the registry', async () => {
    const { code, stdout } = await user.prime(['log', 'verify']);
    assert.equal(
      stdout,
      '4 entries of primes.example/-/log have the root that was signed, and make sense: 3 versions of 2 Primes.\n',
    );
    assert.equal(code, 0);
  });

  test('verify reads many lists in a request, or singly from a registry that does not answer so', async () => {
    const asked = async (): Promise<readonly string[]> => {
      const before = proxy.requests.length;
      const { code, stdout } = await user.prime(['log', 'verify']);
      assert.deepEqual([code, /make sense: 3 versions of 2 Primes/.test(stdout)], [0, true], stdout);
      return proxy.requests.slice(before).filter((request) => /resolve|pack/.test(request));
    };
    assert.deepEqual(await asked(), [`GET /-/resolve?primes=@acme/one,@acme/two&yanked=include`]);
    proxy.fault = ({ path }) =>
      path.startsWith('/-/resolve') ? problem(404, 'not_found') : log.answer(path);
    assert.equal((await asked()).length, 3);
  });

  test('verify reads a log of more than one bundle', async () => {
    await using other = await registry.makeUser();
    for (let index = 0; index < 600; index += 1) {
      const name = `@acme/c-${index}`;
      log.add({ type: 'move', v: 1, at: AT, by: 'token-1', name, to: '@acme/one' });
    }
    const { code, stdout } = await other.prime(['log', 'verify']);
    assert.match(stdout, /^604 entries of .* make sense/);
    assert.equal(code, 0);
    const watched = await other.prime(['log', 'watch', '@acme/c-599', '--once', '--since', '500']);
    assert.equal(watched.stdout, `#603  ${AT}  move  @acme/c-599  by token-1\n`);
  });

  test('verify keeps a copy, adds to it, and refuses to mix it with another log', async () => {
    await using other = await registry.makeUser();
    const copy = join(other.project, 'copy');
    const verify = (folder = copy) => other.prime(['log', 'verify', '--copy', folder]);
    assert.equal((await verify()).code, 0);
    const first = decodeEntryBundle(await readFile(join(copy, 'tile/entries/000.p/4')));
    assert.deepEqual(textsOf(first), textsOf(trueEntries));
    assert.equal(await readFile(join(copy, 'checkpoint'), 'utf8'), log.note());
    for (let index = 0; index < 300; index += 1)
      log.add({ type: 'move', v: 1, at: AT, by: 'token-1', name: `@acme/m-${index}`, to: '@acme/one' });
    assert.equal((await verify()).code, 0);
    const [full, rest] = ['000', '001.p/48'].map((name) => join(copy, 'tile/entries', name));
    const all = [await readFile(full ?? ''), await readFile(rest ?? '')].flatMap(decodeEntryBundle);
    assert.deepEqual(textsOf(all), textsOf(log.entries));

    await writeFile(full ?? '', encodeEntryBundle(trueEntries.toReversed()));
    const differs = await verify();
    assert.equal(differs.code, 1);
    assert.match(differs.stderr, /has other entries from #0 on than the log; it was not changed/);
    await writeFile(join(copy, 'checkpoint'), log.note().replaceAll('primes.example', 'elsewhere.example'));
    await writeFile(full ?? '', encodeEntryBundle(log.entries.slice(0, 256)));
    assert.match((await verify()).stderr, /is of the log elsewhere\.example/);

    const lying = new FakeLog();
    lying.entries.push(...log.entries.slice(2), trueEntries[1] ?? new Uint8Array());
    proxy.fault = ({ path }) => (path.includes('/tile/') ? lying : log).answer(path);
    const unproved = join(other.project, 'unproved');
    assert.equal((await verify(unproved)).code, 1);
    const left = await readdir(unproved, { recursive: true, withFileTypes: true });
    assert.deepEqual(
      left.filter((entry) => entry.isFile() && !entry.name.endsWith('.draft')),
      [],
      'nothing that was not proved',
    );
  });

  test('verify does not forget the head of a copy while the registry shows an older one', async () => {
    await using other = await registry.makeUser();
    const copy = join(other.project, 'copy');
    const verify = () => other.prime(['log', 'verify', '--copy', copy]);
    assert.equal((await verify()).code, 0);
    const newest = log.note();
    proxy.fault = ({ path }) => (path.startsWith('/-/log') ? log.answer(path) : problem(404, 'not_found'));
    log.shownSize = log.entries.length - 1;
    assert.match((await verify()).stderr, /shows an old head of its log/);
    assert.equal(await readFile(join(copy, 'checkpoint'), 'utf8'), newest);
  });

  test('verify finds what makes no sense', async () => {
    await using other = await registry.makeUser();
    const sha256 = 'd'.repeat(64);
    log.publish({ name: '@acme/one', version: '1.0.0', sha256 });
    log.add({ type: 'yank', v: 1, at: AT, by: 'token-1', name: '@acme/nowhere', version: '1.0.0' });
    log.add({ type: 'yank', v: 1, at: AT, by: 'token-1', name: '@acme/two', version: '1.0.0' });
    log.publish({ name: '@acme/gone', version: '1.0.0', sha256 });
    log.entries.push(new TextEncoder().encode('{"type": 1}'));
    log.entries.splice(2, 1);
    const { code, stdout } = await other.prime(['log', 'verify']);
    assert.equal(code, 2);
    assert.deepEqual(stdout.split('\n').slice(0, -2), [
      '#3: @acme/one 1.0.0 is there a second time, with other content; the first is the entry #1',
      "#4: 'yank' is for @acme/nowhere 1.0.0, which is not there",
      '#7: the log entry is not in the form of RFC 8785: keys in their order, each once, no white space',
      '@acme/gone 1.0.0 is in the log (#6), and the registry does not list it',
      '@acme/one 1.1.0 is listed by the registry, and is not in the log',
      '@acme/two 1.0.0 is yanked according to the log, and the registry says otherwise',
    ]);
    assert.match(stdout, /have the root that was signed, but 6 things in it are wrong/);
  });

  test('verify finds a version whose digest was swapped, with one request for all manifests', async () => {
    await using other = await registry.makeUser();
    log.entries.splice(2, 1);
    const sha256 = 'd'.repeat(64);
    log.publish({ name: '@acme/one', version: '1.1.0', sha256 });
    const before = proxy.requests.length;
    const { code, stdout } = await other.prime(['log', 'verify', '--digests']);
    assert.equal(code, 2);
    assert.match(
      stdout,
      /^@acme\/one 1\.1\.0 is served with the sha256 [0-9a-f]{64}, and has another one in the log \(#3\)\n/,
    );
    assert.match(stdout, /but 1 thing/);
    const requests = proxy.requests.slice(before).join('\n');
    assert.equal(requests.match(/\/-\/resolve/g)?.length, 2, 'lists and manifests');
    assert.doesNotMatch(requests, /\/pack\/@acme\/one\/1/);

    proxy.fault = ({ path }) =>
      path.startsWith('/-/resolve') ? problem(404, 'not_found') : log.answer(path);
    const singly = await other.prime(['log', 'verify', '--digests']);
    assert.equal(singly.stdout, stdout, 'also from a registry without that endpoint');
  });

  test('verify finds entries that are not those of the signed tree', async () => {
    await using other = await registry.makeUser();
    const lying = new FakeLog();
    lying.entries.push(...trueEntries.slice(1, 3), trueEntries[1] ?? new Uint8Array());
    proxy.fault = ({ path }) => (path.includes('/tile/') ? lying : log).answer(path);
    const { code, stderr } = await other.prime(['log', 'verify']);
    assert.equal(code, 1);
    assert.match(stderr, /the entries of the log do not have the root that was signed for 4 entries/);
  });

  test('watch shows the entries of a scope, and exits with 4 at an unexpected one', async () => {
    const all = await user.prime(['log', 'watch', '@acme', '--once']);
    assert.equal(all.code, 0);
    assert.deepEqual(
      all.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(2, 5).join(' ')),
      [
        'publish @acme/one 1.0.0 by token-1',
        'publish @acme/one 1.1.0 by token-1',
        'publish @acme/two 1.0.0 by token-1',
        '',
      ],
    );
    log.publish({ name: '@acme/one', version: '2.0.0', sha256: 'e'.repeat(64) }, 'thief');
    log.publish({ name: '@other/one', version: '2.0.0', sha256: 'e'.repeat(64) }, 'thief');
    const file = join(user.project, 'watched');
    const thief = await user.prime([
      ...['log', 'watch', '@acme', '--once', '--since', '4', '--by', 'token-1', '--by', 'token-2'],
      ...['--exec', `cat >> "${file}"; echo "$PRIME_LOG_INDEX" >> "${file}"`],
    ]);
    assert.equal(thief.code, 4);
    assert.equal(thief.stdout, `#4  ${AT}  publish  @acme/one 2.0.0  by thief  UNEXPECTED\n`);
    assert.match(await readFile(file, 'utf8'), /^\{.*"by":"thief".*\}\n4\n$/);
    const none = await user.prime(['log', 'watch', '@nobody', '--once']);
    assert.deepEqual([none.code, none.stdout], [0, 'nothing up to #5\n']);
  });

  test('watch shows the rules that let others publish there', async () => {
    await using other = await registry.makeUser();
    const rule = {
      ...({
        type: 'trust',
        v: 1,
        at: AT,
        by: 'operator',
        change: 'add',
        issuer: 'https://ci.example',
      } as const),
      ...{ may: ['publish'], sha256: 'c'.repeat(64) },
    };
    log.add({ ...rule, rule: 'whole scope', scopes: ['@acme'], primes: [] });
    log.add({ ...rule, rule: 'one Prime', scopes: [], primes: ['@acme/one'] });
    log.add({ ...rule, rule: 'others', scopes: ['@acme-labs'], primes: ['@other/one'] });
    const watch = async (subject: string) => {
      const { stdout } = await other.prime(['log', 'watch', subject, '--once', '--since', '4']);
      return stdout.split('\n').map((line) => line.split(/ {2,}/)[3]);
    };
    assert.deepEqual(await watch('@acme'), ['add whole scope', 'add one Prime', undefined]);
    assert.deepEqual(await watch('@acme/one'), ['add whole scope', 'add one Prime', undefined]);
    assert.deepEqual(await watch('@acme/two'), ['add whole scope', undefined]);
  });

  test('watch waits for entries that come', async () => {
    await using other = await registry.makeUser();
    const watching = other.prime([
      'log',
      'watch',
      '@acme/new',
      '--by',
      'token-1',
      '--every',
      '0.05',
      '--json',
    ]);
    let looks = 0;
    proxy.fault = ({ path }) => {
      if (path === '/-/log/checkpoint') looks += 1;
      if (looks === 3) log.publish({ name: '@acme/new', version: '1.0.0', sha256: 'e'.repeat(64) }, 'thief');
      if (looks === 3) looks += 1;
      return log.answer(path);
    };
    const { code, stdout } = await watching;
    assert.equal(code, 4);
    const { entries, next } = JSON.parse(stdout);
    assert.deepEqual(
      [entries[0].index, entries[0].entry.name, entries[0].unexpected, next],
      [4, '@acme/new', true, 5],
    );
  });

  test('watch believes a key no more from when the user trusts another one', async () => {
    await using other = await registry.makeUser();
    const args = ['log', 'watch', '@acme/new', '--by', 'token-1', '--every', '0.05', '--json'];
    const watching = other.prime(args);
    let looks = 0;
    proxy.fault = ({ path }) => {
      if (path === '/-/log/checkpoint') looks += 1;
      if (path === '/-/log/checkpoint' && looks === 3)
        new KnownLogsFile(other.stateFolder).add(proxy.baseUrl, new FakeLog().vkey, 'user');
      // Ends the watch that goes on.
      if (path === '/-/log/checkpoint' && looks === 6)
        log.publish({ name: '@acme/new', version: '1.0.0', sha256: 'e'.repeat(64) }, 'thief');
      return log.answer(path);
    };
    const { code, stderr } = await watching;
    assert.match(stderr, /is not signed by the trusted key/);
    assert.equal(code, 1);
  });

  test('trust accepts the new name of a restored log, with its key', async () => {
    await using other = await registry.makeUser();
    assert.equal((await other.prime(['install', '@acme/one'])).code, 0);
    log.origin = 'primes.example/-/log/2';
    log.key = makeKey();
    log.entries.splice(3);
    assert.match(
      (await other.prime(['install', '@acme/two'])).stderr,
      /calls itself primes\.example\/-\/log\/2/,
    );
    const asked = await other.prime(['log', 'trust']);
    assert.equal(asked.code, 3);
    assert.match(asked.stderr, /there is no terminal to ask at; name the key/);
    const wrong = await other.prime(['log', 'trust', proxy.baseUrl, new FakeLog().vkey]);
    assert.equal(wrong.code, 1);
    const trusted = await other.prime(['log', 'trust', proxy.baseUrl, log.vkey]);
    assert.equal(trusted.code, 0, trusted.stderr);
    assert.match(
      trusted.stdout,
      /is trusted for primes\.example\/-\/log\/2, .*\nIt does not have everything/,
    );
    log.entries.push(...trueEntries.slice(3));
    assert.match((await other.prime(['install', '@acme/two'])).stdout, /logged #3/);
  });

  test('a key that the old one has announced is trusted', async () => {
    await using other = await registry.makeUser();
    assert.equal((await other.prime(['log', 'verify'])).code, 0);
    const next = new FakeLog();
    log.add({ type: 'log-key', v: 1, at: AT, by: 'operator', vkey: next.vkey });
    assert.match(
      (await other.prime(['log', 'verify'])).stderr,
      /has a new key, which its old key has announced/,
    );
    log.key = next.key;
    const { code, stdout } = await other.prime(['install', '@acme/one']);
    assert.equal(code, 0);
    assert.match(stdout, /logged #2/);
  });

  for (const args of [
    ['frobnicate'],
    ['watch'],
    ['watch', 'acme'],
    ['watch', '@acme', '--since', 'x'],
    ['watch', '@acme', '--every', '0'],
    ['status', '--once'],
    ['status', '--copy', 'x'],
    ['status', '--digests'],
    ['verify', 'http://elsewhere.example'],
    ['status', 'not a url'],
    ['verify', 'http://127.0.0.1', 'key'],
  ]) {
    test(`refuses: prime log ${args.join(' ')}`, async () => {
      assert.equal((await user.prime(['log', ...args])).code, 3);
    });
  }
});
