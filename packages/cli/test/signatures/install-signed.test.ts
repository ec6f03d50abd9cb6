// The signers of a Prime are remembered, and another one is refused until it is accepted.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import type { PrimeUser } from '@prime-registry/testkit';
import { startSigningRegistry } from './signing-registry.ts';
import { makeKey, signerOf } from './ssh-keys.ts';

const folder = await mkdtemp(join(tmpdir(), 'keys-'));
const registry = await startSigningRegistry(signerOf);
after(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  registry.isPlain = false;
  registry.announces = true;
  registry.onSignatures = undefined;
});
const [ada, eve] = [await makeKey(folder, 'ada'), await makeKey(folder, 'eve')];

const read = (user: PrimeUser, name: string): Promise<string> =>
  readFile(join(user.project, '.primes', name), 'utf8').catch(() => '');
const signersOf = async (user: PrimeUser): Promise<string[]> =>
  (await read(user, 'signers.txt')).split('\n').slice(1, -1);

/** The requests for signatures during some work. */
async function countSignatureRequests(work: () => Promise<unknown>): Promise<number> {
  const before = registry.requests.length;
  await work();
  return registry.requests.slice(before).filter((request) => request.includes('/signatures')).length;
}

/** Runs a command that must succeed. */
async function must(user: PrimeUser, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return `${stdout}${stderr}`;
}

describe('prime install, of what is signed', () => {
  it('asks for nothing, and remembers nothing, if nothing is signed', async () => {
    await registry.publish('@acme/plain', '1.0.0');
    await using user = await registry.makeUser();
    const before = registry.requests.length;
    assert.doesNotMatch(await must(user, 'install', '@acme/plain'), /signed/);
    const requests = registry.requests.slice(before);
    assert.deepEqual(
      requests.filter((request) => !/GET \/(pack\/|-\/log$|-\/primes\?)/.test(request)),
      [],
    );
    assert.deepEqual(await signersOf(user), []);
  });

  it('remembers the first signer, and refuses another one, and none, until that is accepted', async () => {
    await registry.publish('@acme/style', '1.0.0', ada);
    await using user = await registry.makeUser();
    const first = await must(user, 'install', '@acme/style');
    assert.ok(first.includes(`signed by ${ada.fingerprint}`), first);
    assert.match(first, /@acme\/style is signed by SHA256:.*; \.primes\/signers\.txt remembers it/);
    assert.deepEqual(await signersOf(user), [`@acme/style ${ada.fingerprint}`]);

    await registry.publish('@acme/style', '1.1.0', ada);
    assert.doesNotMatch(await must(user, 'update'), /remembers/);

    await registry.publish('@acme/style', '1.2.0', eve);
    const lock = await read(user, 'lock.yaml');
    const refused = await user.prime(['update']);
    assert.equal(refused.code, 2);
    assert.ok(
      refused.stderr.includes(
        `1.2.0 is signed by ${eve.fingerprint}, and was signed by ${ada.fingerprint} before`,
      ),
      refused.stderr,
    );
    assert.match(refused.stderr, /Nothing was changed[\s\S]*--accept-signer/);
    assert.equal(await read(user, 'lock.yaml'), lock);
    assert.equal(JSON.parse((await user.prime(['update', '--json'])).stdout).error.code, 'signer_changed');
    await must(user, 'update', '--accept-signer');
    const both = [ada, eve].map(({ fingerprint }) => `@acme/style ${fingerprint}`).sort();
    assert.deepEqual(await signersOf(user), both);

    await registry.publish('@acme/style', '1.3.0');
    const unsigned = await user.prime(['update']);
    assert.equal(unsigned.code, 2);
    assert.match(unsigned.stderr, /1\.3\.0 is not signed, and was signed by SHA256:.* or SHA256:.* before/);
    assert.match(
      await must(user, 'install', '@acme/style', '--accept-signer'),
      /is not signed, which is accepted/,
    );
    assert.deepEqual(await signersOf(user), []);
  });

  it('is not fooled by a registry that hides signatures, or moves them to another version', async () => {
    await registry.publish('@acme/hidden', '1.0.0', ada);
    await using user = await registry.makeUser();
    await must(user, 'install', '@acme/hidden');
    const next = await registry.publish('@acme/hidden', '1.1.0', ada);
    registry.announces = false;
    await must(user, 'update');

    registry.announces = true;
    const own = next.signatures;
    const other = await registry.publish('@acme/hidden', '1.2.0', ada);
    other.signatures = own;
    const moved = await user.prime(['update']);
    assert.equal(moved.code, 2);
    assert.match(moved.stderr, /1\.2\.0 is not signed; a signature is not good: .*not one of these contents/);

    await using newcomer = await registry.makeUser();
    assert.match(
      await must(newcomer, 'install', '@acme/hidden'),
      /@acme\/hidden 1\.2\.0 has no good signature: the signature is not one of these contents/,
    );
    assert.deepEqual(await signersOf(newcomer), []);

    registry.isPlain = true;
    const hidden = await user.prime(['update']);
    assert.equal(hidden.code, 2);
    assert.match(hidden.stderr, /1\.2\.0 is not signed, and was signed by/);
  });

  it('asks nothing for what is locked, with --frozen and offline; a colleague gets the signers with the project', async () => {
    await registry.publish('@acme/locked', '1.0.0', ada);
    await using user = await registry.makeUser();
    await must(user, 'install', '@acme/locked');
    await using colleague = await registry.makeUser();
    const asked = await countSignatureRequests(async () => {
      await must(user, 'install');
      await rm(join(user.project, '.primes', '@acme'), { recursive: true });
      await must(user, 'install', '--offline');
      await must(user, 'install', '--frozen');
      for (const name of ['lock.yaml', 'logs.txt', 'signers.txt']) {
        const text = await read(user, name);
        if (text !== '') await must(colleague, 'config', 'list');
      }
    });
    assert.equal(asked, 0);
    await rm(join(colleague.project, '.primes'), { recursive: true, force: true });
    const { cp } = await import('node:fs/promises');
    await cp(join(user.project, '.primes'), join(colleague.project, '.primes'), { recursive: true });
    await rm(join(colleague.project, '.primes', '@acme'), { recursive: true });
    assert.equal(await countSignatureRequests(() => must(colleague, 'install', '--frozen')), 0);
    await registry.publish('@acme/locked', '1.1.0', eve);
    assert.equal((await colleague.prime(['update'])).code, 2);
  });

  it('forgets the signers of what is removed, and refuses a file that it does not understand', async () => {
    await registry.publish('@acme/gone', '1.0.0', ada);
    await using user = await registry.makeUser();
    await must(user, 'install', '@acme/gone');
    await must(user, 'remove', '@acme/gone');
    assert.equal(await read(user, 'signers.txt'), '');
    await must(user, 'install', '@acme/gone');
    const path = join(user.project, '.primes', 'signers.txt');
    const text = await readFile(path, 'utf8');
    for (const line of ['@acme/gone SHA256:short', '@acme/gone', 'x SHA256:y', '<<<<<<< ours']) {
      await writeFile(path, `${text}${line}\n`);
      const { code, stderr } = await user.prime(['install', '@acme/gone']);
      assert.equal(code, 2, line);
      assert.match(stderr, /signers\.txt is not valid[\s\S]*line 3/);
    }
  });

  it('changes nothing if it cannot remember the signers: nobody would ask for them again', {
    skip: process.platform === 'win32',
  }, async () => {
    await registry.publish('@acme/forgotten', '1.0.0', ada);
    await using user = await registry.makeUser();
    const primes = join(user.project, '.primes');
    await mkdir(primes);
    await symlink(join(user.project, 'nowhere'), join(primes, 'signers.txt'));
    const { code, stderr } = await user.prime(['install', '@acme/forgotten']);
    assert.equal(code, 2, stderr);
    assert.equal(await read(user, 'lock.yaml'), '');
    await rm(join(primes, 'signers.txt'), { force: true });
    await must(user, 'install', '@acme/forgotten');
    assert.deepEqual(await signersOf(user), [`@acme/forgotten ${ada.fingerprint}`]);
  });

  it('remembers no signers of what was not installed', async () => {
    await registry.publish('@acme/failed', '1.0.0', ada);
    await using user = await registry.makeUser();
    // After it was looked at, and before anything moves.
    registry.onSignatures = () => writeFile(join(user.project, '.primes', '@acme'), 'no folder');
    const { code, stderr } = await user.prime(['install', '@acme/failed']);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /is not a folder/);
    assert.deepEqual(await signersOf(user), []);
    assert.equal(await read(user, 'lock.yaml'), '');
  });

  it('remembers the signers of what nothing requires for a while', async () => {
    await registry.publish('@acme/needed', '1.0.0', ada);
    const { author } = registry.registry;
    const requires = 'requires:\n  "@acme/needed": "*"\n';
    await author.mustPublish({ name: '@acme/needing', version: '1.0.0', extra: requires });
    await using user = await registry.makeUser();
    await must(user, 'install', '@acme/needing');
    assert.ok((await read(user, 'signers.txt')).includes(`@acme/needed ${ada.fingerprint}`));
    await author.mustPublish({ name: '@acme/needing', version: '1.1.0' });
    await must(user, 'update');
    assert.ok(!(await read(user, 'lock.yaml')).includes('@acme/needed'));
    await registry.publish('@acme/needed', '1.1.0', eve);
    await author.mustPublish({ name: '@acme/needing', version: '1.2.0', extra: requires });
    const { code, stderr } = await user.prime(['update']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /@acme\/needed {2}1\.1\.0 is signed by .* before/);
  });

  it('takes the signatures of all kinds of keys', async () => {
    const kinds: [type: string, bits?: number][] = [
      ['ecdsa', 256],
      ['ecdsa', 384],
      ['rsa', 3072],
    ];
    for (const [index, [type, bits]] of kinds.entries()) {
      const key = await makeKey(folder, `kind-${index}`, { type, ...(bits !== undefined && { bits }) });
      const name = `@acme/kind-${index}`;
      await registry.publish(name, '1.0.0', key);
      await using user = await registry.makeUser();
      await must(user, 'install', name);
      assert.deepEqual(await signersOf(user), [`${name} ${key.fingerprint}`]);
    }
  });
});

describe('signers.@acme', () => {
  it('lets only those sign who are in the file, as OpenSSH reads it, and names the line that says so', async () => {
    await registry.publish('@acme/allowed', '1.0.0', ada);
    await using user = await registry.makeUser();
    const file = join(user.project, '..', 'allowed_signers');
    const write = (text: string): Promise<void> => writeFile(file, `# Authors\n${text}\n`);
    await write(`ada@example.com namespaces="publish@prime-registry" ${ada.line}`);
    await must(user, 'config', 'set', 'signers.@acme', file);
    await must(user, 'install', '@acme/allowed');
    await must(user, 'remove', '@acme/allowed');

    const refusals: [text: string, found: RegExp][] = [
      [`eve@example.com ${eve.line}`, /it is signed by SHA256:/],
      [`ada@example.com namespaces="git" ${ada.line}`, /it is signed by SHA256:/],
      [`ada@example.com valid-before="20200101Z" ${ada.line}`, /it is signed by SHA256:/],
    ];
    for (const [text, found] of refusals) {
      await write(text);
      const { code, stderr } = await user.prime(['install', '@acme/allowed']);
      assert.equal(code, 2, text);
      assert.match(stderr, /config\.yaml, line \d+ \(signed-by\): wants signed by .*allowed_signers; /);
      assert.match(stderr, found);
    }
    for (const [text, message] of [
      ['nonsense', /line 2/],
      ['', /allows nobody/],
    ] as const) {
      await write(text);
      const { code, stderr } = await user.prime(['install', '@acme/allowed']);
      assert.equal(code, 2, text);
      assert.match(stderr, message);
    }
    await rm(file);
    assert.match((await user.prime(['install', '@acme/allowed'])).stderr, /allowed_signers .*does not exist/);
  });

  it('counts for what is locked, too, and asks for it only once', async () => {
    await registry.publish('@acme/later', '1.0.0', eve);
    await using user = await registry.makeUser();
    await must(user, 'install', '@acme/later');
    const file = join(user.project, '..', 'allowed_signers');
    await writeFile(file, `eve@example.com ${eve.line}\n`);
    await must(user, 'config', 'set', 'signers.@acme', file);
    assert.equal(await countSignatureRequests(() => must(user, 'install')), 0);
    await rm(join(user.cacheFolder, 'signatures'), { recursive: true });
    const offline = await user.prime(['install', '--offline']);
    assert.equal(offline.code, 2);
    assert.match(offline.stderr, /no signatures are stored here/);
    assert.equal(await countSignatureRequests(() => must(user, 'install', '--frozen')), 1);
    assert.equal(await countSignatureRequests(() => must(user, 'install', '--offline')), 0);
  });

  it('is no setting of a project', async () => {
    await using user = await registry.makeUser();
    const set = await user.prime(['config', 'set', 'signers.@acme', ada.path, '--for-project']);
    assert.match(set.stderr, /only in your own settings: .*choose whose signatures you trust/);
    const wrong = await user.prime(['config', 'set', 'signers.@acme', ada.path]);
    assert.match(wrong.stderr, /is no file of allowed signers/);
  });
});
