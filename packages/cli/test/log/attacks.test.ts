// What a registry, or somebody in its place, can do to a log, and what an install does about it.
import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { PrimeUser } from '@prime-registry/testkit';
import { FakeLog, makeKey, problem } from '@prime-registry/testkit/fake-log';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
await registry.publish('@acme/first', '1.0.0');
await registry.publish('@acme/web-style', '1.0.0');
const trueEntries = [...log.entries];
const trueKey = log.key;

describe('prime install refuses', () => {
  let user: PrimeUser;
  beforeEach(async () => {
    Object.assign(log, { key: trueKey, shownSize: undefined, changeProof: (proof: string) => proof });
    log.entries.splice(0, log.entries.length, ...trueEntries);
    proxy.fault = ({ path }) => log.answer(path);
    user = await registry.makeUser();
    // From here on the user knows the log.
    assert.equal((await user.prime(['install', '@acme/first'])).code, 0);
  });
  after(() => user.remove());

  /** Fails with a code, changes nothing, and writes evidence with these texts. */
  async function refuses(code: string, message: RegExp, exhibits: readonly string[] = []): Promise<void> {
    const failed = await user.prime(['install', '@acme/web-style', '--json']);
    assert.equal(failed.code, 1, failed.stderr);
    const { error } = JSON.parse(failed.stdout);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    await assert.rejects(access(join(user.project, '.primes', '@acme', 'web-style')));
    assert.doesNotMatch(await readFile(join(user.project, '.primes', 'lock.yaml'), 'utf8'), /web-style/);
    if (exhibits.length === 0) return;
    const [, path = ''] = /The evidence is in (.+)$/.exec(error.hint) ?? [];
    const evidence = await readFile(path, 'utf8');
    for (const exhibit of exhibits) assert.ok(evidence.includes(exhibit), `${exhibit} is in ${evidence}`);
  }

  test('a digest that the log does not have: a swapped tarball', async () => {
    log.entries.splice(0, log.entries.length, ...trueEntries.slice(0, 2));
    log.publish({ name: '@acme/web-style', version: '1.0.0', sha256: 'b'.repeat(64) });
    await refuses(
      'log_other_entry',
      /the log says that @acme\/web-style 1\.0\.0 has the sha256 bbbbbbbbbbbb…/,
      ['"type":"publish"', log.note()],
    );
  });

  test('another log than others see: a fork', async () => {
    const seen = log.note();
    log.entries.splice(1, 1, log.entries[2] ?? new Uint8Array());
    log.publish({ name: '@acme/more', version: '1.0.0', sha256: 'c'.repeat(64) });
    await refuses('log_fork', /contradicts what was signed before: you saw 3 entries .* it shows 4/, [
      seen,
      log.note(),
      'The hashes between the two',
    ]);
  });

  test('another root for the same size', async () => {
    const seen = log.note();
    log.entries.splice(1, 1, log.entries[0] ?? new Uint8Array());
    await refuses('log_fork', /you saw 3 entries .* it shows 3 entries/, [seen, log.note()]);
  });

  test('a log that is hidden', async () => {
    proxy.fault = ({ path }) => (/\/-\/log|\/proof/.test(path) ? problem(404, 'not_found') : undefined);
    await refuses('log_missing', /has a transparency log, but shows no head of it\. http\S+: 404 /);
  });

  test('a version that is not in the log', async () => {
    proxy.fault = ({ path }) => (path.endsWith('/proof') ? problem(404, 'not_found') : log.answer(path));
    await refuses('log_missing', /but does not prove that @acme\/web-style 1\.0\.0 is in it\. http\S+: 404 /);
  });

  test('a log that has lost entries', async () => {
    log.publish({ name: '@acme/more', version: '1.0.0', sha256: 'c'.repeat(64) });
    await registry.publish('@acme/later', '1.0.0');
    await user.prime(['install', '@acme/later']);
    const seen = log.note();
    log.entries.splice(0, log.entries.length, ...trueEntries);
    await refuses('log_shrunk', /has lost entries: you saw 5 entries .* it shows 3/, [seen, log.note()]);
  });

  test('the proof of another version', async () => {
    const other = await log.proof(1);
    log.changeProof = () => other;
    await refuses(
      'log_other_entry',
      /the entry #1 of the log is of @acme\/first 1\.0\.0, not of @acme\/web-style/,
    );
  });

  test('an entry that is not in the tree', async () => {
    const own = log.entries[2];
    log.changeProof = (proof) => {
      const invented = String(
        Buffer.from(own ?? [])
          .toString('utf8')
          .replace('token-1', 'token-2'),
      );
      return proof.replace(/^extra .*$/m, `extra ${Buffer.from(invented).toString('base64')}`);
    };
    await refuses(
      'log_not_included',
      /the proof does not lead from the entry #2 to the signed head of 3 entries/,
    );
  });

  test('a bad signature', async () => {
    log.changeProof = (proof) => {
      const [, signature = ''] = /— \S+ (\S+)\n$/.exec(proof) ?? [];
      const bytes = Buffer.from(signature, 'base64');
      bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
      return proof.replace(signature, bytes.toString('base64'));
    };
    await refuses('log_bad_signature', /has a bad signature/, ['primes.example/-/log']);
  });

  test('another key', async () => {
    log.key = makeKey();
    await refuses('log_untrusted_key', /is not signed by the trusted key/, [log.note()]);
  });

  test('another log', async () => {
    const other = new FakeLog();
    other.origin = 'elsewhere.example/-/log';
    other.entries.push(...trueEntries.slice(1));
    proxy.fault = ({ path }) => other.answer(path);
    await refuses(
      'log_other_log',
      /calls itself elsewhere\.example\/-\/log, and the trusted one is primes\.example/,
    );
  });

  for (const [what, proof] of [
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['a proof without a head', 'c2sp.org/tlog-proof@v1\nindex 0\n\n'],
    ['a huge index', `c2sp.org/tlog-proof@v1\nindex ${'9'.repeat(30)}\n\nx\n`],
  ] as const) {
    test(`a malformed proof: ${what}`, async () => {
      log.changeProof = () => proof;
      await refuses('log_malformed', /malformed/);
    });
  }

  test('a key that the project does not have', async () => {
    const path = join(user.project, '.primes', 'logs.txt');
    const other = new FakeLog().vkey;
    await writeFile(path, `${proxy.baseUrl} ${other}\n`);
    await refuses('log_key_conflict', /the project says that the log of .* is signed by /);
  });
});

test('an old head is a warning, and is not remembered', async () => {
  Object.assign(log, { key: trueKey, shownSize: undefined, changeProof: (proof: string) => proof });
  log.entries.splice(0, log.entries.length, ...trueEntries);
  proxy.fault = ({ path }) => log.answer(path);
  await using user = await registry.makeUser();
  log.publish({ name: '@acme/more', version: '1.0.0', sha256: 'c'.repeat(64) });
  await user.prime(['install', '@acme/first']);
  log.shownSize = 3;
  for (const name of ['@acme/web-style', '@acme/first']) {
    await user.prime(['remove', name]);
    const { code, stderr } = await user.prime(['install', name]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /warning: .* shows an old head of its log, of 3 entries; you have seen 4/);
  }
});
