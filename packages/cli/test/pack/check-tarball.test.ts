// What is refused before it is sent, and what is a warning.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildTarball, manifestText, type TarballFiles } from '@prime-registry/testkit';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { type CheckedTarball, checkTarball } from '../../src/pack/check-tarball.ts';
import { type AcceptedLimits, REGISTRY_LIMITS } from '../../src/publish/registry-limits.ts';

const GOOD: TarballFiles = {
  'pack.yaml': manifestText({}),
  'README.md': '# Web style\n',
  'primes/sources/@acme/fact-one.prime': 'fact One {}\n',
};

async function check(
  tarball: Buffer,
  signal = new AbortController().signal,
  allowed: readonly string[] = [],
  limits?: AcceptedLimits,
): Promise<CheckedTarball> {
  async function* inChunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < tarball.length; start += 65_536)
      yield tarball.subarray(start, start + 65_536);
  }
  return checkTarball(inChunks(), {
    place: 'x.tar.gz',
    secrets: { allowed: new Set(allowed), judgesNames: true },
    limits,
    signal,
  });
}

const DEFAULTS: AcceptedLimits = { limits: REGISTRY_LIMITS, of: 'https://primes.example' };

async function refuses(tarball: Buffer, message: RegExp, problem?: RegExp, limits = DEFAULTS): Promise<void> {
  await assert.rejects(check(tarball, undefined, [], limits), (error) => {
    assert.ok(error instanceof ValidationError);
    assert.match(error.message, message);
    if (problem !== undefined) {
      assert.match(error.problems.map(({ field, message: text }) => `${field} ${text}`).join('; '), problem);
    }
    return true;
  });
}

describe('a tarball', () => {
  it('is summarized as a registry reports it', async () => {
    const { manifest, files, unpackedBytes, atoms, namespaces, warnings } = await check(buildTarball(GOOD));
    assert.equal(manifest.name.full, '@acme/web-style');
    assert.deepEqual(
      files.map(({ path }) => path),
      Object.keys(GOOD),
    );
    assert.equal(unpackedBytes, Object.values(GOOD).join('').length);
    assert.deepEqual([atoms, namespaces, warnings], [1, ['@acme'], []]);
  });

  it('has its own pack.yaml', async () => {
    await refuses(
      buildTarball({ 'README.md': 'x' }),
      /^x\.tar\.gz has no pack\.yaml at its root; .*'prime pack'/,
    );
    await refuses(
      buildTarball({ a: 'x', 'a/pack.yaml': 'x' }),
      /cannot be published/,
      /both a file and a folder/,
    );
  });

  it('needs a valid manifest, of which all mistakes are reported', async () => {
    const bad = buildTarball({ 'pack.yaml': 'name: "@x"\nversion: 1\nlicense: MIT\n' });
    await refuses(
      bad,
      /^pack\.yaml of x\.tar\.gz cannot be published$/,
      /description.*prime-version.*name.*version/,
    );
  });

  it('cannot contain its own digest', async () => {
    const extra = `sha256: ${'0'.repeat(64)}`;
    await refuses(
      buildTarball({ ...GOOD, 'pack.yaml': manifestText({ extra }) }),
      /cannot/,
      /^sha256 .*leave it out/,
    );
  });

  it('must be a complete tarball, and not a bomb', async () => {
    const good = buildTarball(GOOD);
    await refuses(
      Buffer.from('PK\x03\x04 something else'),
      /cannot be published/,
      /tarball .*a zip file; make it with 'prime pack'$/,
    );
    await refuses(good.subarray(0, -9), /cannot be published/, /cut off/);
    await refuses(
      Buffer.concat([good, Buffer.from('something more')]),
      /cannot be published/,
      /after the end/,
    );
    await refuses(
      buildTarball({ ...GOOD, zeros: Buffer.alloc(20 * 2 ** 20) }),
      /cannot/,
      /200 times its size/,
    );
  });

  it('must not be larger than a registry accepts', async () => {
    assert.equal(REGISTRY_LIMITS.maxTarballBytes, 104_857_600);
    const maxTarballBytes = 2 ** 20;
    const limited = { ...DEFAULTS, limits: { ...REGISTRY_LIMITS, maxTarballBytes } };
    const tar = gunzipSync(buildTarball({ ...GOOD, large: Buffer.alloc(maxTarballBytes) }));
    const large = gzipSync(tar, { level: 0 });
    await refuses(
      large,
      /cannot/,
      /larger than 1048576 bytes, the maximum of https:\/\/primes\.example/,
      limited,
    );
    assert.equal((await check(large)).sizeBytes, large.length, 'without a registry it is accepted');
  });

  it('is not read further after an abort', async () => {
    const reason = new Error('called off');
    await assert.rejects(check(buildTarball(GOOD), AbortSignal.abort(reason)), reason);
  });
});

describe('a warning', () => {
  const warningsFor = async (files: TarballFiles) => (await check(buildTarball(files))).warnings.join('; ');

  it('reports a missing README', async () => {
    const { 'README.md': _, ...files } = GOOD;
    assert.match(await warningsFor(files), /^there is no README\.md/);
  });

  it('reports that no atoms were found, unless the manifest says that there are none', async () => {
    const { 'primes/sources/@acme/fact-one.prime': _, ...files } = GOOD;
    assert.match(await warningsFor(files), /^no atoms were found/);
    assert.equal(await warningsFor({ ...files, 'pack.yaml': manifestText({ extra: 'atoms: 0' }) }), '');
  });

  it('reports a count in the manifest that differs from the counted one', async () => {
    const files = { ...GOOD, 'pack.yaml': manifestText({ extra: 'atoms: 7' }) };
    assert.match(await warningsFor(files), /says 'atoms: 7', but 1 were found/);
    assert.equal(
      (await check(buildTarball(files))).atoms,
      7,
      'the registry reports the number in the manifest',
    );
  });
});

describe('secrets in a tarball', () => {
  const key = `glpat-${'q7Rw2Zk9Lm4Xc8Vb3Nh6'}`;
  const pem = `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----`;
  const files: TarballFiles = {
    ...GOOD,
    'primes/sources/@acme/fact-one.prime': `fact One {\n  statement: "use ${key}"\n}\n`,
    deploy_key: `${pem}\nnot base64\n`,
    'notes/.pgpass': 'db:5432:app:app:hunter2\n',
  };
  const problemsOf = async (allowed: readonly string[]) => {
    try {
      await check(buildTarball(files), undefined, allowed);
      return [];
    } catch (error) {
      assert.ok(error instanceof ValidationError);
      assert.match(error.message, /^x\.tar\.gz contains secrets/);
      assert.match(error.hint ?? '', /insist with '--allow-secret [^']+' or '--allow-secret [^']+'/);
      assert.ok(!JSON.stringify([error.message, error.hint, error.problems]).includes(key));
      return error.problems.map(
        ({ field, message, line, column }) => `${field}:${line}:${column} ${message}`,
      );
    }
  };
  const [token, keyFile, name] = [
    'primes/sources/@acme/fact-one.prime:2:19 has a GitLab token [gitlab-token]',
    'deploy_key:1:1 has a private key [private-key]',
    'notes/.pgpass:1:1 has a name of files that hold secrets [secret-file]',
  ];

  it('are refused with file, line, column and rule, but without the secret', async () => {
    assert.deepEqual(await problemsOf([]), [token, keyFile, name]);
  });

  it('are accepted if the author insists, by rule or by path', async () => {
    assert.deepEqual(await problemsOf(['gitlab-token']), [keyFile, name]);
    assert.deepEqual(await problemsOf(['deploy_key', 'notes/.pgpass']), [token]);
    assert.deepEqual(await problemsOf(['*', 'deploy', 'KEY']), [token, keyFile, name]);
    assert.deepEqual(await problemsOf(['gitlab-token', 'private-key', 'secret-file']), []);
  });
});
