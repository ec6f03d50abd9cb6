// What prime remembers of logs, with several commands at the same time.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { trustKeys } from '@prime-registry/client';
import { FakeLog } from '@prime-registry/testkit/fake-log';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { lockFolder } from '../../src/install/project-lock/project-lock.ts';
import { NODE_CRYPTO } from '../../src/log/node-crypto.ts';
import { readProjectLogs, writeProjectLogs } from '../../src/log/project/project-logs.ts';
import { HeadFile } from '../../src/log/state/head-file.ts';
import { keepTrustedHead } from '../../src/log/state/keep-trusted-head.ts';
import { KnownLogsFile } from '../../src/log/state/known-logs.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-state-'));
after(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

test('of heads that are written at the same time, one wins, and the others are told', async () => {
  const log = new FakeLog();
  const file = new HeadFile(folder, log.origin);
  assert.equal(file.read(), undefined);
  const notes = ['one', 'two', 'three', 'four'];
  const results = await Promise.all(notes.map((note) => file.replace(undefined, note, signal)));
  assert.equal(results.filter(Boolean).length, 1);
  assert.equal(file.read(), notes[results.indexOf(true)]);
  assert.equal(await file.replace(file.read(), log.note(), signal), true);
  assert.equal(file.findSeen()?.head.size, 1);
  assert.deepEqual(
    (await readdir(join(folder, 'logs'))).filter((name) => !name.endsWith('.note')),
    [],
  );
});

test('the head of a key that the user trusts takes the place of any other, also of one that comes at that moment', async () => {
  const log = new FakeLog();
  const impostor = new FakeLog();
  assert.deepEqual([impostor.origin === log.origin, impostor.vkey === log.vkey], [true, false]);
  const file = new HeadFile(folder, log.origin);
  const head = trustKeys([log.vkey], NODE_CRYPTO)(log.note());
  const logs = { stateFolder: folder, findTrust: () => undefined };
  await file.replace(file.read(), 'what was shown first', signal);
  const lock = await lockFolder(join(folder, 'logs'), { signal });
  const kept = keepTrustedHead(logs, 'https://primes.example', { head, vkey: log.vkey }, signal);
  // It has read the file, and waits for the lock.
  await writeFile(file.path, impostor.note());
  await lock[Symbol.asyncDispose]();
  await kept;
  assert.equal(file.read(), head.note);
});

describe('known logs', () => {
  const known = new KnownLogsFile(folder);
  const url = 'https://primes.example';

  test('are forgotten by nothing but a decision of the user', () => {
    assert.equal(known.find(url), undefined);
    known.add(url, 'a+1+x', 'first-use');
    known.add('https://other.example', 'b+1+x', 'first-use');
    known.add(url, 'a+2+x', 'rotation');
    assert.deepEqual(known.find(url), { vkeys: ['a+1+x', 'a+2+x'], source: 'first-use' });
    assert.throws(() => known.add(url, 'c+1+x\nhttps://bank.example d+1+x user now', 'rotation'), TypeError);
    known.add(url, 'c+1+x', 'user');
    assert.deepEqual(known.find(url), { vkeys: ['c+1+x'], source: 'user' });
  });

  test('may have been edited by somebody whose editor leaves the last line without an end', async () => {
    await writeFile(known.path, (await readFile(known.path, 'utf8')).trimEnd());
    known.add('https://third.example', 'e+1+x', 'first-use');
    assert.deepEqual(known.find(url), { vkeys: ['c+1+x'], source: 'user' });
    assert.deepEqual(known.find('https://third.example'), { vkeys: ['e+1+x'], source: 'first-use' });
  });

  test('that are damaged are an error', async () => {
    await writeFile(known.path, `${await readFile(known.path, 'utf8')}https://primes.example\n`);
    assert.throws(() => known.find(url), ValidationError);
  });
});

describe('logs.txt', () => {
  const logs = {
    keys: new Map([['https://primes.example', [new FakeLog().vkey]]]),
    primes: new Map([['@acme/one', { version: '1.0.0', index: 12 }]]),
    origins: new Map([['@acme/one', 'https://behind.example']]),
  };

  test('is read as it was written, and only written if it is new', async () => {
    assert.deepEqual(await readProjectLogs(folder), {
      keys: new Map(),
      primes: new Map(),
      origins: new Map(),
    });
    await writeProjectLogs(folder, { keys: new Map(), primes: new Map(), origins: new Map() });
    assert.ok(!(await readdir(folder)).includes('.primes'));
    await writeProjectLogs(folder, logs);
    assert.deepEqual(await readProjectLogs(folder), logs);
  });

  for (const line of [
    'nonsense',
    '@acme/one 1.0.0',
    '@acme/one 1.0.0 -1',
    '@acme/one 1.0.0 01',
    '@acme/one latest 1',
    '@one 1.0.0 1',
    'https://primes.example key',
    '@acme/one ftp://primes.example',
    '@one https://primes.example',
    'https://primes.example a.example/-/log+0123abcd+AQ==',
    'https://primes.example a\u001b[31m+0123abcd+AQ==',
    'ftp://primes.example a+0123abcd+AQ==',
    '<<<<<<< HEAD',
  ]) {
    test(`refuses the line ${JSON.stringify(line)}`, async () => {
      const path = join(folder, '.primes', 'logs.txt');
      await writeFile(path, `# A comment\n${line}\n`);
      await assert.rejects(readProjectLogs(folder), (error) => {
        assert.ok(error instanceof ValidationError);
        assert.equal(error.problems[0]?.line, 2);
        return true;
      });
    });
  }
});
