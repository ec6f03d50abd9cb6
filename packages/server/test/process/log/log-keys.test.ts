// The key of the log: where it is, who can read it, and how it is replaced.
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { eventually, runCommand } from '@prime-registry/testkit';
import { formatKeyFile, makeSigningKey, parseKeyFile, verifierKeyOf } from '../../../src/signing/key-file.ts';
import { must, parseLines, run } from '../data/on-data.ts';
import { makeFolder, makeRegistry, serveHere, start } from '../temporary-registry.ts';

const PUBLIC = { PRIME_REGISTRY_PUBLIC_URL: 'https://primes.example/team/' };

/** The lines of the signatures of a note. */
function signersOf(note: string): string[] {
  return note
    .split('\n')
    .filter((line) => line.startsWith('— '))
    .map((line) => line.split(' ')[1] ?? '');
}

test('the first of several workers makes the key, for its owner only; it is in no database and in no backup', async (t) => {
  const { dataFolder, anonymous, end } = await start(t, {
    environment: PUBLIC,
    flags: ['--workers', '3'],
  });
  await eventually(async () => {
    const notes = await Promise.all(
      Array.from({ length: 9 }, async () => (await anonymous.get('/-/log/checkpoint')).text),
    );
    assert.equal(new Set(notes).size, 1, 'every worker signs the same bytes');
    assert.match(notes[0] ?? '', /^primes\.example\/team\/-\/log\n0\n/);
  });
  await end('SIGTERM');
  assert.equal((await stat(join(dataFolder, 'log.key'))).mode & 0o777, 0o600);
  assert.deepEqual(
    (await readdir(dataFolder)).filter((name) => /key/.test(name)),
    ['log.key'],
  );
  const key = await readFile(join(dataFolder, 'log.key'), 'utf8');
  assert.match(key, /^PRIVATE\+KEY\+primes\.example\/team\/-\/log\+[0-9a-f]{8}\+\S+\n$/);

  const backup = await makeFolder(t);
  await must(dataFolder, 'backup', backup);
  const seed = Buffer.from(key.trim().split('+').slice(4).join('+'), 'base64').subarray(1);
  for (const folder of [dataFolder, backup]) {
    for (const name of await readdir(folder)) {
      if (!name.includes('.sqlite')) continue;
      const bytes = await readFile(join(folder, name));
      assert.ok(!bytes.includes(seed) && !bytes.includes(key.trim()), `${name} has the key`);
    }
  }
  assert.ok(!(await readdir(backup)).includes('log.key'));
});

test('an import waits for a rotation under way, and does not take its new key away', async (t) => {
  const registry = await serveHere(t, { environment: PUBLIC });
  const { dataFolder } = registry;
  await registry.stop();
  const path = join(dataFolder, 'log.key');
  const old = join(await makeFolder(t), 'old.key');
  await writeFile(old, await readFile(path, 'utf8'), { mode: 0o600 });
  const store = await openSqliteStore(join(dataFolder, 'registry.sqlite'));
  t.after(() => store.close());
  // As a rotation has it, from the look at the key file to the record of the new key.
  const lease = { name: 'log-key', holder: 'rotation' };
  const nowMs = Date.now();
  assert.ok(await store.tryLease({ ...lease, nowMs, untilMs: nowMs + 600_000 }));
  const imported = run(dataFolder, ['log', 'key', 'import', old]);
  // Long enough for one that does not wait.
  await Promise.race([imported, delay(2000)]);
  const next = makeSigningKey('primes.example/team/-/log');
  const [{ origin = '', vkey: after = '' } = {}] = await store.listLogNames();
  await writeFile(path, formatKeyFile([next, ...parseKeyFile(await readFile(old, 'utf8'))]));
  const vkey = verifierKeyOf(origin, next);
  assert.ok(await store.beginLogName({ origin, vkey, atMs: nowMs, reason: 'key rotated', after }));
  await store.endLease(lease.name, lease.holder);
  assert.match((await imported).stderr, /has not the key of the log/);
  assert.ok((await readFile(path, 'utf8')).includes(formatKeyFile([next])));
});

test('rotation: both keys sign for a while; the log says which key is the next', async (t) => {
  const environment = PUBLIC;
  const first = await serveHere(t, { environment });
  const { dataFolder } = first;
  await first.admin.mustPublish();
  const [before] = (await first.anonymous.get('/-/log')).json.vkeys;
  const after = (await must(dataFolder, 'log', 'key', 'rotate', '--overlap', '1h')).trim();
  assert.notEqual(after, before);
  assert.equal(await must(dataFolder, 'log', 'key', 'show'), `${after}\n${before}\n`);
  assert.equal(
    signersOf((await first.anonymous.get('/-/log/checkpoint')).text).length,
    1,
    'until the next start',
  );
  await first.stop();

  const second = await serveHere(t, { dataFolder, environment });
  assert.deepEqual((await second.anonymous.get('/-/log')).json.vkeys, [after, before]);
  const note = (await second.anonymous.get('/-/log/checkpoint')).text;
  assert.deepEqual(signersOf(note), ['primes.example/team/-/log', 'primes.example/team/-/log']);
  const bundle = (await second.anonymous.get('/-/log/tile/entries/000.p/3')).text;
  assert.ok(bundle.includes(`"type":"log-key","v":1,"vkey":"${after}"`), bundle);
  const [audited] = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'log-key'));
  assert.deepEqual([audited.details.vkey, audited.details.replaced], [after, before]);

  const last = (await must(dataFolder, 'log', 'key', 'rotate', '--overlap', '0')).trim();
  await second.stop();
  const third = await serveHere(t, { dataFolder, environment });
  assert.deepEqual(
    (await third.anonymous.get('/-/log')).json.vkeys,
    [last, before],
    'the overlap of 1h goes on',
  );
});

test('a key that was imported before the first start signs; public-url can change later without a new name', async (t) => {
  const dataFolder = await makeRegistry(t);
  const file = join(await makeFolder(t), 'log.key');
  const created = await runCommand(['log', 'key', 'create', file], PUBLIC);
  assert.equal(created.code, 0, created.stderr);
  await must(dataFolder, 'log', 'key', 'import', file);
  const { anonymous, stop } = await serveHere(t, { dataFolder, environment: PUBLIC });
  const { vkeys } = (await anonymous.get('/-/log')).json;
  assert.equal(await must(dataFolder, 'log', 'key', 'export'), await readFile(file, 'utf8'));
  await stop();
  const again = await serveHere(t, {
    dataFolder,
    environment: { PRIME_REGISTRY_PUBLIC_URL: 'https://other.example' },
  });
  assert.deepEqual((await again.anonymous.get('/-/log')).json.vkeys, vkeys);
  const told = await runCommand(['log', 'restart', '--reason', 'moved', '--data', dataFolder], {
    PRIME_REGISTRY_PUBLIC_URL: 'https://other.example',
  });
  assert.match(told.stdout, /^The log is called other\.example\/-\/log\/2-[0-9a-f]{8} from entry 0 on/);
});

describe('says what is wrong, and changes nothing:', () => {
  test('keys', async (t) => {
    const dataFolder = await makeRegistry(t);
    const file = join(await makeFolder(t), 'a file');
    await writeFile(file, 'PRIVATE+KEY+x+00000000+secret\n');
    const wrong: [args: string[], code: number, message: RegExp][] = [
      [['log', 'key', 'show'], 1, /the log has no name yet/],
      [['log', 'key', 'export'], 2, /there is no key of the log: .*log\.key does not exist/],
      [['log', 'key', 'rotate'], 2, /there is no key of the log/],
      [['log', 'key', 'rotate', '--overlap', 'x'], 3, /--overlap: 'x' is not a duration/],
      [
        ['log', 'key', 'import', file],
        1,
        /'.*a file' is no key file of the log: line 1: this is no private key/,
      ],
      [['log', 'key', 'import', `${file}s`], 1, /cannot be read: ENOENT/],
      [
        ['log', 'key', 'export', '--log-key-file', file],
        2,
        /^prime-registry: log-key-file: .*no key file of the log/,
      ],
      [
        ['log', 'key', 'export', '--log-key-file', `${file}s`],
        2,
        /there is no file '.*'; .*log key create' makes one/,
      ],
      [['log', 'restart', '--reason', 'why'], 1, /the log has no name yet/],
      [['log', 'restart'], 3, /--reason is missing/],
      [['log', 'restart', '--reason', 'a\u202eb'], 3, /--reason: the text has the unprintable character/],
    ];
    const taken = await runCommand(['log', 'key', 'create', file]);
    assert.match(taken.stderr, /a file exists already and is not overwritten/);
    for (const [args, expected, message] of wrong) {
      const { code, stderr } = await run(dataFolder, args);
      assert.match(stderr, message, args.join(' '));
      assert.ok(!stderr.includes('secret'), 'no message has anything of a key');
      assert.equal(code, expected, args.join(' '));
    }
  });

  test('the start with a key file that cannot be used', async (t) => {
    const dataFolder = await makeFolder(t);
    const flags = ['serve', '--port', '0', '--data', dataFolder, '--log-key-file', join(dataFolder, 'none')];
    const { code, stderr } = await runCommand(flags, {}, { isRefused: true });
    assert.equal(code, 2);
    assert.match(stderr, /^prime-registry: log-key-file: there is no file .*log key create' makes one\n$/);
  });

  test('a server with the key of another log signs nothing', async (t) => {
    const { dataFolder, anonymous, stop } = await serveHere(t);
    assert.equal((await anonymous.get('/-/log/checkpoint')).status, 200);
    await stop();
    const other = join(await makeFolder(t), 'other.key');
    await runCommand(['log', 'key', 'create', other]);
    const wrong = await serveHere(t, { dataFolder, environment: { PRIME_REGISTRY_LOG_KEY_FILE: other } });
    assert.equal((await wrong.anonymous.get('/-/log/checkpoint')).status, 404);
    assert.match(wrong.stderr(), /its key file has no key of the log\. Import the right one/);
    await wrong.admin.mustPublish();
  });
});
