// Stored tokens: readable only by their owner, one per registry, and in no message.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { isBearerToken } from '../../src/settings/bearer-token.ts';
import { CredentialsFile } from '../../src/settings/credentials.ts';
import { parseCredentials } from '../../src/settings/parse-credentials.ts';

const SECRET = 'hunter2hunter2';
const hasModes = process.platform !== 'win32';
const parent = await mkdtemp(join(tmpdir(), 'prime-credentials-'));
after(() => rm(parent, { recursive: true, force: true }));

describe('the credentials', () => {
  let folder = '';
  let warnings: string[] = [];
  const open = (): CredentialsFile => new CredentialsFile(folder, (message) => warnings.push(message));
  beforeEach(async () => {
    warnings = [];
    folder = join(await mkdtemp(join(parent, 'test-')), 'config');
  });

  test('leave no token behind that a killed process was about to store', async () => {
    await open().store('https://one.example', SECRET);
    const [old, fresh] = ['0', '1'].map((digit) =>
      join(folder, `credentials.yaml.${digit.repeat(8)}-0000-4000-8000-000000000000.tmp`),
    );
    const others = [join(folder, 'credentials.yaml.tmp'), join(folder, 'credentials.yaml.mine')];
    const minutesAgo = new Date(Date.now() - 120_000);
    for (const path of [old ?? '', ...others]) {
      await writeFile(path, SECRET);
      await utimes(path, minutesAgo, minutesAgo);
    }
    await writeFile(fresh ?? '', SECRET);
    assert.equal(await open().forget('https://two.example'), false);
    assert.deepEqual(
      (await readdir(folder)).sort(),
      ['credentials.yaml', ...[fresh ?? '', ...others].map((path) => basename(path))].sort(),
    );
  });

  test('are stored per registry, replaced, and removed', async () => {
    const tokens = [generateToken(), 'true', '1.0', '~'];
    for (const [index, token] of tokens.entries()) await open().store(`https://r${index}.example`, token);
    await open().store('https://r0.example', 'other');
    assert.equal(await open().forget('https://r2.example'), true);
    assert.equal(await open().forget('https://r2.example'), false);
    assert.deepEqual(
      [...(await open().read())],
      [
        ['https://r0.example', 'other'],
        ['https://r1.example', 'true'],
        ['https://r3.example', '~'],
      ],
    );
    assert.deepEqual(warnings, []);
    assert.deepEqual(await readdir(folder), ['credentials.yaml']);
  });

  test('of several logins at the same time are all stored', async () => {
    const registries = Array.from({ length: 8 }, (_, index) => `https://r${index}.example`);
    await Promise.all(registries.map((registry) => open().store(registry, SECRET)));
    assert.deepEqual([...(await open().read()).keys()].toSorted(), registries);
    await Promise.all(registries.slice(1).map((registry) => open().forget(registry)));
    assert.deepEqual([...(await open().read()).keys()], ['https://r0.example']);
    assert.deepEqual(await readdir(folder), ['credentials.yaml']);
  });

  test('are empty without a file, and a removal creates none', async () => {
    assert.equal((await open().read()).size, 0);
    assert.equal(await open().forget('https://a.example'), false);
    await assert.rejects(stat(folder));
  });

  test('are readable only by their owner', { skip: !hasModes }, async () => {
    await open().store('https://a.example', SECRET);
    assert.equal((await stat(open().path)).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
  });

  test('that others could read get their mode corrected, with one warning', { skip: !hasModes }, async () => {
    const uses = [
      () => open().read(),
      () => open().store('https://b.example', 'other'),
      () => open().forget('https://a.example'),
    ];
    for (const mode of [0o644, 0o640, 0o604, 0o660]) {
      for (const use of uses) {
        await open().store('https://a.example', SECRET);
        await chmod(open().path, mode);
        await use();
        assert.equal((await stat(open().path)).mode & 0o777, 0o600, mode.toString(8));
        assert.equal(warnings.length, 1);
        assert.match(warnings[0] ?? '', /was readable by others; now only you can read it/);
        await use();
        assert.equal(warnings.splice(0).length, 1);
      }
    }
  });

  test('are found for a registry in any spelling of its URL', () => {
    const text = `HTTPS://A.example:443/: one\n'http://b.example/x/': two\n`;
    assert.deepEqual(
      parseCredentials('credentials.yaml', text),
      new Map([
        ['https://a.example', 'one'],
        ['http://b.example/x', 'two'],
      ]),
    );
  });

  test('that are invalid are reported with their position, and never quoted', async () => {
    const mistakes: readonly (readonly [text: string, place: string])[] = [
      [`https://a.example: [${SECRET}]`, '1:20'],
      [`https://a.example: "${SECRET} ${SECRET}"`, '1:20'],
      ['https://a.example:', '1:19'],
      [`${SECRET}: https://a.example`, '1:1'],
      [`pri_${SECRET}: x`, '1:1'],
      [`https://u:${SECRET}@a.example: x`, '1:1'],
      [SECRET, '1:1'],
      [`- ${SECRET}`, '1:1'],
      [`https://a.example: "${SECRET}`, '1:35'],
      [`https://a.example: *${SECRET}`, '1:20'],
      [`https://a.example: x\nhttps://a.example: ${SECRET}`, '2:1'],
      [`https://a.example: x ]${SECRET}`, '1:20'],
      [`https://a.example: x\n]${SECRET}`, '2:1'],
      [`https://a.example: >${SECRET}`, '1:21'],
    ];
    for (const [text, place] of mistakes) {
      await open().store('https://z.example', 'x');
      await writeFile(open().path, text);
      await assert.rejects(open().read(), (error) => {
        assert.ok(error instanceof ValidationError, String(error));
        const [{ field = '', message = '', line, column } = {}] = error.problems;
        assert.equal(`${line}:${column}`, place, text);
        const shown = `${error.message} ${field} ${message} ${error.stack} ${JSON.stringify(error)}`;
        assert.ok(!shown.includes(SECRET), shown);
        return true;
      });
      await assert.rejects(open().store('https://b.example', 'x'), ValidationError);
      assert.equal(await readFile(open().path, 'utf8'), text, 'an invalid file is not changed');
      await rm(open().path);
    }
  });
});

test('a bearer token is one word of certain characters', () => {
  for (const text of [generateToken(), 'a', 'a.b-c_d~e+f/g', 'abc==']) assert.ok(isBearerToken(text), text);
  for (const text of ['', 'a b', 'a\nb', 'a\n', '=a', 'ä', '"a"', 'a\u0000'])
    assert.ok(!isBearerToken(text), text);
});
