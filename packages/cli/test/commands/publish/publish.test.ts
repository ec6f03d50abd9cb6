// Publishing to a registry that works, as an author sees it.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  buildTarball,
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { runPrime } from '../../../src/run-prime.ts';
import { makeStreams } from '../../fake-streams.ts';
import { GOOD_PRIME, writeFiles } from '../../pack/prime-folder.ts';
import { type Author, createAuthor } from '../../publish/author.ts';

let registry: TestRegistry;
let author: Author;
let proxy: FaultyProxy;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
});
after(() => registry.stop());
beforeEach(async () => {
  author = await createAuthor(registry);
  ({ user, proxy } = author);
});
afterEach(() => author.close());

/** A Prime for each test, because they share a registry. */
async function writePrime(name: string, version = '1.0.0'): Promise<void> {
  await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name, version }) });
}

describe('prime publish', () => {
  it('packs the folder, sends it, and shows the registry and how to install it', async () => {
    await writePrime('@acme/shown');
    const { code, stdout, stderr } = await user.prime(['publish']);
    assert.equal(code, 0, stderr);
    const { json } = await registry.anonymous.get('/pack/@acme/shown/1.0.0');
    assert.equal(json.atoms, 1);
    assert.ok(stdout.startsWith(`Published @acme/shown 1.0.0 to ${proxy.baseUrl}\n`), stdout);
    assert.ok(stdout.includes(`sha256   ${json.sha256}\n`), stdout);
    assert.match(
      stdout,
      /\n {2}size +\d+ B, 1 atom\n {2}logged +#\d+\n {2}install +prime install @acme\/shown@1\.0\.0\n$/,
    );
    assert.deepEqual(proxy.requests, [
      'GET /-/whoami',
      'GET /pack/%40acme%2Fshown?yanked=include',
      'POST /publish',
      'GET /-/log',
    ]);
    assert.deepEqual((await readdir(user.project)).sort(), ['README.md', 'pack.yaml', 'primes']);
  });

  it('shows what the registry takes for a secret, also if the author insists', async () => {
    await writePrime('@acme/insists');
    const key = `ghp_${'q7Rw2Zk9Lm4Xc8Vb3Nh6Tj5GfQ7rW2zK9lM4'}`;
    await writeFiles(user.project, { 'notes.md': `one\n ${key}\n` });
    const { code, stderr } = await user.prime(['publish', '--allow-secret', 'notes.md']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /notes\.md:2:2: has a GitHub token \[github-token\]/);
    assert.match(stderr, /everybody who can read the registry can read it: revoke what is a secret/);
    assert.ok(!stderr.includes(key.slice(4, 12)));
  });

  it('prints the receipt, and the contents of the tarball, as JSON', async () => {
    await writePrime('@acme/json');
    const { stdout } = await user.prime(['publish', '--json']);
    const { files, unpacked_bytes, ...result } = JSON.parse(stdout);
    const { json } = await registry.anonymous.get('/pack/@acme/json/1.0.0');
    assert.equal(files.length, 3);
    assert.ok(unpacked_bytes > 0);
    assert.deepEqual(result, {
      name: '@acme/json',
      version: '1.0.0',
      file_count: 3,
      size_bytes: json.size_bytes,
      sha256: json.sha256,
      atoms: 1,
      namespaces: ['@acme'],
      registry: proxy.baseUrl,
      url: '/pack/@acme/json/1.0.0/tarball',
      log_index: result.log_index,
      dry_run: false,
    });
    assert.ok(result.log_index > 0);
  });

  it('sends exactly the output of prime pack, from the folder or as a tarball', async () => {
    await writePrime('@acme/packed');
    const packed = JSON.parse((await user.prime(['pack', '--json'])).stdout);
    const fromFile = JSON.parse((await user.prime(['publish', '--json', 'acme-packed-1.0.0.tar.gz'])).stdout);
    assert.equal(fromFile.sha256, packed.sha256);
    assert.deepEqual(fromFile.files, packed.files);
    const { bytes } = await registry.anonymous.get('/pack/@acme/packed/1.0.0/tarball');
    assert.ok(bytes.equals(await readFile(packed.tarball)));
    await writePrime('@acme/packed-as-folder');
    const fromFolder = JSON.parse((await user.prime(['publish', '--json'])).stdout);
    const dry = JSON.parse((await user.prime(['pack', '--json', '--dry-run'])).stdout);
    assert.equal(fromFolder.sha256, dry.sha256);
  });

  it('publishes under another name, which is also in the pack.yaml of the registry', async () => {
    await writePrime('@web-style');
    const { code, stderr } = await user.prime(['publish', '--name', '@acme/renamed']);
    assert.equal(code, 0, stderr);
    const { text } = await registry.anonymous.get('/-/primes/@acme/renamed/1.0.0/pack.yaml');
    assert.equal(text, manifestText({ name: '@acme/renamed' }));
  });

  it('shows progress at a terminal, and removes it', async () => {
    await writePrime('@acme/progress');
    const streams = makeStreams({ columns: 100 });
    const host = { ...streams, env: user.environment, cwd: () => user.project };
    // The temporary folder is that of the test process here.
    assert.equal(await runPrime(['publish', '--yes'], host), 0, streams.stderrText());
    assert.match(streams.stderrText(), /Publishing @acme\/progress \[=+\] 100 % \d+ B of \d+ B/);
    const shown = streams.stderrText().replace(/the log of .+\n$/, '');
    assert.ok(shown.endsWith('\r\u001b[2K'), 'the line is cleared');
  });

  it('sends it to the registry of --remote', async () => {
    await writePrime('@acme/remote');
    const { code, stdout } = await user.prime([
      'publish',
      '--remote',
      registry.baseUrl,
      '--token',
      registry.author.token ?? '',
    ]);
    assert.equal(code, 0);
    assert.ok(stdout.startsWith(`Published @acme/remote 1.0.0 to ${registry.baseUrl}\n`), stdout);
    assert.deepEqual(proxy.requests, []);
  });
});

describe('prime publish --dry-run without a registry', () => {
  const environment = { PRIME_REGISTRY: '', PRIME_REGISTRY_TOKEN: '' };

  it('checks everything, and says that none is configured', async () => {
    await writePrime('@acme/dry');
    const { code, stdout, stderr } = await user.prime(['publish', '--dry-run'], { environment });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^@acme\/dry 1\.0\.0\n/);
    assert.ok(
      stdout.endsWith('\nNo registry is configured to publish to. Nothing was sent (--dry-run).\n'),
      stdout,
    );
    const json = JSON.parse((await user.prime(['publish', '--dry-run', '--json'], { environment })).stdout);
    assert.deepEqual([json.dry_run, json.registry], [true, null]);
    await writePrime('@acme/dry', 'v1');
    assert.equal((await user.prime(['publish', '--dry-run'], { environment })).code, 2);
  });
});

describe("prime publish if only the project's file names the registry", () => {
  const environment = { PRIME_REGISTRY: '', PRIME_REGISTRY_TOKEN: '' };

  it('sends nothing without a confirmation, even if a pin selects it', async () => {
    await writePrime('@acme/drawn');
    for (const project of [`registries: ["${proxy.baseUrl}"]`, `scopes: {"@acme": "${proxy.baseUrl}"}`]) {
      await writeFiles(user.project, { '.primes/config.yaml': `${project}\n` });
      await writeFiles(user.configFolder, { 'config.yaml': `registries: ["${registry.baseUrl}"]\n` });
      for (const args of [['publish'], ['publish', '--dry-run'], ['yank', '@acme/drawn@1.0.0', '--yes']]) {
        const { code, stderr } = await user.prime(args, { environment });
        assert.equal(code, 3, args.join(' '));
        assert.ok(stderr.includes(`to confirm that registry, add '--remote ${proxy.baseUrl}'`), stderr);
      }
    }
    // The pin is still there, and PRIME_REGISTRY has another registry.
    const { stderr } = await user.prime(['publish'], { environment: { PRIME_REGISTRY: registry.baseUrl } });
    assert.match(stderr, /pins @acme to .*, which is not in PRIME_REGISTRY/);
    assert.deepEqual(proxy.requests, []);
    const flags = ['--remote', proxy.baseUrl, '--token', registry.author.token ?? ''];
    const confirmed = await user.prime(['publish', ...flags], { environment });
    assert.equal(confirmed.code, 0, confirmed.stderr);
  });
});

describe('prime publish sends nothing', () => {
  it('for a manifest with mistakes, and reports each with its line and column', async () => {
    await writePrime('@acme/bad', 'v1');
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 2);
    assert.match(stderr, /pack\.yaml cannot be published\n {2}version +'v1' .* \(line 2, column 10\)\n$/);
    const { error } = JSON.parse((await user.prime(['publish', '--json'])).stdout);
    const [{ field, line, column }] = error.problems;
    assert.deepEqual([error.code, field, line, column], ['validation', 'version', 2, 10]);
    assert.deepEqual(proxy.requests, []);
  });

  it('for a folder or a file that is not a Prime', async () => {
    assert.match(
      (await user.prime(['publish'])).stderr,
      /there is no pack\.yaml in .*'prime init' writes one/,
    );
    assert.match(
      (await user.prime(['publish', 'missing'])).stderr,
      /there is no file or folder .*missing\n$/,
    );
    await writeFile(join(user.project, 'x.tar.gz'), buildTarball({ 'README.md': 'x' }));
    const { code, stderr } = await user.prime(['publish', 'x.tar.gz']);
    assert.equal(code, 2);
    assert.match(stderr, /x\.tar\.gz has no pack\.yaml at its root/);
    await writeFile(join(user.project, 'README.md'), '# No tarball\n');
    const readme = await user.prime(['publish', 'README.md']);
    assert.equal(readme.code, 2);
    assert.match(readme.stderr, /not gzip-compressed; make it with 'prime pack'\n/);
    assert.deepEqual(proxy.requests, []);
  });

  it('for a tarball with --name', async () => {
    await writeFile(join(user.project, 'x.tar.gz'), buildTarball({ 'pack.yaml': manifestText({}) }));
    const { code, stderr } = await user.prime(['publish', 'x.tar.gz', '--name', '@acme/y']);
    assert.equal(code, 3);
    assert.match(stderr, /^error: --name is for folders/);
    assert.deepEqual(proxy.requests, []);
  });

  it('if no registry is configured, and says how to configure one', async () => {
    await writePrime('@acme/nowhere');
    const { code, stderr } = await user.prime(['publish'], { environment: { PRIME_REGISTRY: '' } });
    assert.equal(code, 3);
    assert.match(stderr, /no registry is configured/);
  });
});

describe('prime publish reports a refusal', () => {
  it('without a valid token, and how to get one', async () => {
    await writePrime('@acme/no-token');
    const { code, stderr } = await user.prime(['publish'], { environment: { PRIME_REGISTRY_TOKEN: '' } });
    assert.equal(code, 1);
    assert.ok(stderr.includes(`help: run 'prime login ${proxy.baseUrl}'`), stderr);
    assert.equal((await registry.anonymous.get('/pack/%40acme%2Fno-token')).status, 404);
  });

  it('for a scope of another publisher', async () => {
    await writePrime('@other/theirs');
    const { code, stdout, stderr } = await user.prime(['publish', '--json']);
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).error.code, 'scope_not_allowed');
    assert.match(stderr, /help: 'prime whoami --remote /);
  });

  it('by a registry with lower limits', async () => {
    const strict = await startRegistry({ maxEntries: 2 });
    await writePrime('@acme/many');
    const { code, stderr } = await user.prime(['publish'], {
      environment: { PRIME_REGISTRY: strict.baseUrl, PRIME_REGISTRY_TOKEN: strict.author.token ?? '' },
    });
    await strict.stop();
    assert.equal(code, 2);
    assert.match(stderr, /more than 2 files and folders/);
  });

  it('of a version that exists: with the same content, with other content, or yanked', async () => {
    await writePrime('@acme/taken');
    assert.equal((await user.prime(['publish'])).code, 0);
    const same = await user.prime(['publish', '--json']);
    assert.equal(same.code, 1);
    const { error } = JSON.parse(same.stdout);
    assert.equal(error.code, 'version_exists');
    assert.match(
      error.message,
      /^@acme\/taken 1\.0\.0 is already published at .*, with the same content\. .* such as 1\.0\.1\.$/,
    );
    await writeFiles(user.project, { 'README.md': '# Changed\n' });
    const other = await user.prime(['publish']);
    assert.equal(other.code, 1);
    assert.match(
      other.stderr,
      /already published at .*, with other content\. A version is never replaced: .* such as 1\.0\.1\.\n$/,
    );
    // If the version cannot be read, the message is shorter.
    proxy.fault = ({ method }) => (method === 'GET' ? { kind: 'answer', status: 500 } : undefined);
    const unread = await user.prime(['publish']);
    assert.equal(unread.code, 1);
    assert.match(
      unread.stderr,
      /is already published at \S+\. Publish a higher version, such as 1\.0\.1\.\n$/,
    );
    proxy.fault = () => undefined;
    await writePrime('@acme/taken', '2.0.0-beta.1');
    assert.equal((await user.prime(['publish'])).code, 0);
    await registry.author.yank('@acme/taken', '2.0.0-beta.1');
    const yanked = await user.prime(['publish']);
    assert.match(
      yanked.stderr,
      /the same content\. It is yanked, and cannot be used again\. .* such as 2\.0\.0-beta\.2\.\n$/,
    );
  });
});
