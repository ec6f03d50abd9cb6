// An install through mirrors: what the registry behind them has logged counts, whatever they say.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  createPrimeUser,
  type Fault,
  type FaultyProxy,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { FakeLog, problem } from '@prime-registry/testkit/fake-log';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

async function start(options: Parameters<typeof startRegistry>[0] = {}): Promise<TestRegistry> {
  return stack.adopt(await startRegistry(options), (each) => each.stop());
}

async function mirrorOf(url: string): Promise<TestRegistry> {
  const settings = { scopes: ['*'], token: undefined, timeoutMs: 5000, listMaxAgeMs: 60_000 };
  const rest = { allowsPrivateAddresses: true, acceptsNotFoundPages: false };
  return start({ upstreams: [{ url, ...settings, ...rest }] });
}

const origin = await start();
const mirror = await mirrorOf(origin.baseUrl);
const second = await mirrorOf(mirror.baseUrl);
/** In front of the mirror. */
const proxy: FaultyProxy = stack.use(await startFaultyProxy(mirror.baseUrl));
for (const name of ['@acme/one', '@acme/two', '@acme/three'])
  for (const version of ['1.0.0', '1.1.0']) await origin.author.mustPublish({ name, version });
const [vkey] = (await origin.anonymous.get('/-/log')).json.vkeys;

const through = (url: string): Promise<PrimeUser> => createPrimeUser({ PRIME_REGISTRY: url });

async function install(user: PrimeUser): Promise<void> {
  const { code, stderr } = await user.prime(['install', '@acme/one@1.0.0']);
  assert.equal(code, 0, stderr);
}

const stateOf = (user: PrimeUser, file: string): Promise<string> =>
  readFile(join(user.stateFolder, 'logs', file), 'utf8');

/** Changes the answers of the mirror. */
function lie(change: (path: string) => Fault | undefined | Promise<Fault | undefined>): void {
  proxy.fault = ({ path }) => change(path);
}

/** Changes the manifests of the mirror. */
const changeManifest = (change: (manifest: Record<string, unknown>) => void) => (path: string) =>
  /^\/pack\/[^/]+\/[^/]+\/\d[^/]*$/.test(path)
    ? ({
        kind: 'rewrite',
        rewrite: (body) => {
          const manifest = JSON.parse(body);
          change(manifest);
          return JSON.stringify(manifest);
        },
      } satisfies Fault)
    : undefined;

const isOriginProof = (path: string): boolean => path.endsWith('/proof?of=origin');

describe('prime install, through mirrors', () => {
  for (const [what, url] of [
    ['one', mirror.baseUrl],
    ['two', second.baseUrl],
  ] as const) {
    test(`of ${what}, checks the proof of the first registry, and trusts its key with a note`, async () => {
      await using user = await through(url);
      const { code, stdout, stderr } = await user.prime(['install', '@acme/one@1.0.0']);
      assert.equal(code, 0, stderr);
      assert.match(stdout, new RegExp(`logged #\\d+, and #1 of ${origin.baseUrl}\\n`));
      assert.ok(stderr.includes(`the log of ${origin.baseUrl} is trusted from now on, with the key ${vkey}`));
      assert.match(await stateOf(user, 'known-logs'), new RegExp(`^${origin.baseUrl} .* mirror `, 'm'));
      assert.match(
        await stateOf(user, 'known-origins'),
        new RegExp(`^${url} @acme/one ${origin.baseUrl} `, 'm'),
      );
      const project = await readFile(join(user.project, '.primes', 'logs.txt'), 'utf8');
      assert.ok(project.includes(`\n${origin.baseUrl} ${vkey}\n`), project);
      assert.ok(project.includes(`\n@acme/one ${origin.baseUrl}\n`), project);
      const verified = await user.prime(['verify', '--log']);
      assert.equal(verified.code, 0, verified.stdout + verified.stderr);
      const again = await user.prime(['install', '@acme/two', '--json']);
      assert.equal(again.code, 0, again.stderr);
      const [change] = JSON.parse(again.stdout).changes;
      assert.deepEqual(change.log.origin.registry, origin.baseUrl);
    });
  }

  test('is not the word of the registry behind the mirror for a policy, before somebody else has shown its key', async () => {
    await using user = await through(mirror.baseUrl);
    const rules = `rules:\n  - primes: '@acme/*'\n    registry: ${origin.baseUrl}\n`;
    await mkdir(user.configFolder, { recursive: true });
    await writeFile(join(user.configFolder, 'policy.yaml'), rules);
    for (const args of [
      ['install', '@acme/one@1.0.0'],
      ['install', '@acme/one@1.0.0', '--json'],
    ]) {
      const { code, stdout, stderr } = await user.prime(args);
      assert.equal(code, 2, stdout + stderr);
      assert.match(
        stdout + stderr,
        /only that registry says which key the log of .* has; with 'prime log trust/,
      );
    }
    // The user has the key from elsewhere, or from that registry itself.
    await using other = await through(mirror.baseUrl);
    await mkdir(other.configFolder, { recursive: true });
    await writeFile(join(other.configFolder, 'policy.yaml'), rules);
    const trusted = await user.prime(['log', 'trust', origin.baseUrl, vkey, '--remote', origin.baseUrl]);
    assert.equal(trusted.code, 0, trusted.stderr);
    await install(user);
    await other.prime(['install', '@acme/one@1.0.0']);
    assert.equal((await other.prime(['log', 'status', '--remote', origin.baseUrl])).code, 0);
    await other.prime(['install', '@acme/two@1.0.0', '--remote', origin.baseUrl]);
    assert.match(await stateOf(other, 'known-logs'), new RegExp(`^${origin.baseUrl} .* first-use `, 'm'));
    await install(other);
    const { code, stdout, stderr } = await other.prime(['verify']);
    assert.equal(code, 0, stdout + stderr);
  });

  test('says so in verify if the proof that is kept was changed', async () => {
    await using user = await through(mirror.baseUrl);
    await install(user);
    const path = join(user.cacheFolder, 'proofs', 'records');
    const lines = (await readFile(path, 'utf8')).split('\n');
    const ofOrigin = (line: string): boolean => line.includes(vkey.split('+')[0]);
    assert.ok(lines.some(ofOrigin));
    const changed = lines.map((line) =>
      ofOrigin(line) ? line.replace(/\\nindex \d+\\n/, '\\nindex 0\\n') : line,
    );
    await writeFile(path, changed.join('\n'));
    const { code, stdout } = await user.prime(['verify', '--log']);
    assert.equal(code, 2, stdout);
    assert.match(stdout, /is not in the log of its registry as it should be/);
  });
});

const REFUSALS: readonly [what: string, message: RegExp, change: Parameters<typeof lie>[0]][] = [
  [
    'hides the proof that it once handed on',
    /does not hand on the proof that @acme\/one 1\.1\.0 is in the log of/,
    (path) => (isOriginProof(path) ? problem(404, 'not_found') : undefined),
  ],
  [
    'says that the proof is not there yet',
    /does not hand on the proof/,
    (path) => (isOriginProof(path) ? problem(404, 'not_logged_yet') : undefined),
  ],
  [
    'hides where a Prime comes from, and the proof',
    /does not hand on the proof/,
    (path) =>
      isOriginProof(path)
        ? problem(404, 'not_found')
        : changeManifest((manifest) => {
            delete manifest.origin;
          })(path),
  ],
  [
    'gives its own proof instead',
    /does not hand on the proof/,
    async (path) => {
      if (!isOriginProof(path)) return undefined;
      const { status, text } = await mirror.anonymous.get(path.replace('?of=origin', ''));
      return { kind: 'answer', status, headers: { 'content-type': 'text/plain' }, body: text };
    },
  ],
  [
    'gives the proof of another version',
    /the entry #1 of the log is of @acme\/one 1\.0\.0, not of @acme\/one 1\.1\.0/,
    async (path) => (isOriginProof(path) ? answerWith(path.replace('1.1.0', '1.0.0')) : undefined),
  ],
  [
    'gives the proof of a log of its own',
    /the log calls itself primes\.example\/-\/log/,
    async (path) => {
      if (!isOriginProof(path)) return undefined;
      const log = new FakeLog();
      const { json } = await mirror.anonymous.get('/pack/@acme/one/1.1.0');
      log.publish({ name: '@acme/one', version: '1.1.0', sha256: json.sha256 });
      return withHeaders(await log.answer(path), 'https://elsewhere.example', log.vkey);
    },
  ],
];

/** An origin proof of the mirror, in place of another one. */
async function answerWith(path: string): Promise<Fault> {
  const { status, text, headers } = await mirror.anonymous.get(path);
  const answer: Fault = { kind: 'answer', status, headers: { 'content-type': 'text/plain' }, body: text };
  return withHeaders(answer, headers.get('log-registry') ?? '', headers.get('log-key') ?? '');
}

function withHeaders(answer: Fault | undefined, registry: string, key: string): Fault {
  assert.ok(answer?.kind === 'answer');
  return { ...answer, headers: { ...answer.headers, 'log-registry': registry, 'log-key': key } };
}

describe('prime install refuses a version, with evidence, if a mirror', () => {
  for (const [what, message, change] of REFUSALS) {
    test(what, async () => {
      lie(() => undefined);
      await using user = await through(proxy.baseUrl);
      await install(user);
      // The mirror has it before it lies.
      await mirror.anonymous.get('/pack/@acme/one/1.1.0/tarball');
      lie(change);
      const { code, stderr } = await user.prime(['install', '@acme/one@1.1.0']);
      assert.equal(code, 1, stderr);
      assert.match(stderr, message);
      const [, evidence = ''] = /The evidence is in (\S+)/.exec(stderr) ?? [];
      assert.ok((await readFile(evidence, 'utf8')).startsWith(`Registry: ${proxy.baseUrl}\n`));
      assert.match(await readFile(join(user.project, '.primes', 'lock.yaml'), 'utf8'), /1\.0\.0/);
      lie(() => undefined);
      const honest = await user.prime(['install', '@acme/one@1.1.0']);
      assert.equal(honest.code, 0, honest.stderr);
    });
  }

  test('replaces a registry whose log is known by one that is not', async () => {
    await using user = await through(proxy.baseUrl);
    const direct = await user.prime(['install', '@acme/three@1.0.0', '--remote', origin.baseUrl]);
    assert.equal(direct.code, 0, direct.stderr);
    const log = new FakeLog();
    const { json } = await mirror.anonymous.get('/pack/@acme/one/1.0.0');
    log.publish({ name: '@acme/one', version: '1.0.0', sha256: json.sha256 });
    lie(async (path) =>
      isOriginProof(path)
        ? withHeaders(await log.answer(path), 'https://elsewhere.example', log.vkey)
        : undefined,
    );
    const { code, stderr } = await user.prime(['install', '@acme/one@1.0.0']);
    assert.equal(code, 1, stderr);
    assert.ok(stderr.includes(`the log of ${origin.baseUrl} has to prove it`), stderr);
    lie((path) => (isOriginProof(path) ? problem(404, 'not_found') : undefined));
    assert.match((await user.prime(['install', '@acme/one@1.0.0'])).stderr, /does not hand on the proof/);
  });

  test('shows two keys of one registry', async () => {
    const logs = [new FakeLog(), new FakeLog()] as const;
    for (const [index, name] of ['@acme/one', '@acme/two'].entries()) {
      const { json } = await mirror.anonymous.get(`/pack/${name}/1.0.0`);
      logs[index]?.publish({ name, version: '1.0.0', sha256: json.sha256 });
    }
    lie(async (path) => {
      const log = path.includes('/one/') ? logs[0] : logs[1];
      return isOriginProof(path)
        ? withHeaders(await log.answer(path), 'https://elsewhere.example', log.vkey)
        : undefined;
    });
    await using user = await through(proxy.baseUrl);
    const { code, stderr } = await user.prime(['install', '@acme/one@1.0.0', '@acme/two@1.0.0']);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /has just been seen with another key|contradicts what was signed before/);
    assert.equal((await stateOf(user, 'known-logs')).match(/elsewhere/g)?.length, 1);
  });

  for (const said of ['not an address', 'file:///tmp/x y', 'https://a.example?b c'])
    test(`says that the proof is of the log of ${said}, without damage to what the user knows`, async () => {
      const log = new FakeLog();
      const { json } = await mirror.anonymous.get('/pack/@acme/one/1.0.0');
      log.publish({ name: '@acme/one', version: '1.0.0', sha256: json.sha256 });
      lie(async (path) =>
        isOriginProof(path) ? withHeaders(await log.answer(path), said, log.vkey) : undefined,
      );
      await using user = await through(proxy.baseUrl);
      const { code, stderr } = await user.prime(['install', '@acme/one@1.0.0']);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /is wrong: it is said to be of a registry which is no address/);
      lie(() => undefined);
      await install(user);
    });

  test('names a registry whose log has the name of another one, that is known', async () => {
    const log = new FakeLog();
    log.origin = vkey.split('+')[0];
    const { json } = await mirror.anonymous.get('/pack/@acme/one/1.0.0');
    log.publish({ name: '@acme/one', version: '1.0.0', sha256: json.sha256 });
    await using user = await through(proxy.baseUrl);
    lie(() => undefined);
    const direct = await user.prime(['install', '@acme/three@1.0.0', '--remote', origin.baseUrl]);
    assert.equal(direct.code, 0, direct.stderr);
    lie(async (path) => {
      if (isOriginProof(path)) return withHeaders(await log.answer(path), 'https://else.example', log.vkey);
      return changeManifest((manifest) => {
        manifest.origin = 'https://else.example';
      })(path);
    });
    const { code, stderr } = await user.prime(['install', '@acme/one@1.0.0']);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /calls itself .* and has another key/);
    assert.doesNotMatch(await stateOf(user, 'known-logs'), /else\.example/);
  });

  test('hides what a colleague has seen', async () => {
    lie(() => undefined);
    await using user = await through(proxy.baseUrl);
    await install(user);
    const logs = await readFile(join(user.project, '.primes', 'logs.txt'), 'utf8');
    await using colleague = await through(proxy.baseUrl);
    await mkdir(join(colleague.project, '.primes'));
    await writeFile(join(colleague.project, '.primes', 'logs.txt'), logs);
    lie((path) => (isOriginProof(path) ? problem(404, 'not_found') : undefined));
    const { code, stderr } = await colleague.prime(['install', '@acme/one@1.0.0']);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /does not hand on the proof/);
  });
});

test('a mirror of a registry without a log is installed from as before', async () => {
  const plain = stack.use(await startFaultyProxy(origin.baseUrl));
  plain.fault = ({ path }) => (path.startsWith('/-/') ? problem(404, 'not_found') : undefined);
  const lonely = await mirrorOf(plain.baseUrl);
  await using user = await through(lonely.baseUrl);
  const { code, stdout, stderr } = await user.prime(['install', '@acme/one@1.0.0']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /logged #\d+\n/);
  assert.doesNotMatch(stderr, /does not hand on/);
});
