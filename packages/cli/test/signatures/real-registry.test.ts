// The story of signatures with a real registry: its log, its list of signers, and two people who install.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import { makeKey } from './ssh-keys.ts';

const folder = await mkdtemp(join(tmpdir(), 'keys-'));
const [ada, eve] = [await makeKey(folder, 'ada'), await makeKey(folder, 'eve')];
let registry: TestRegistry;
let author: PrimeUser;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  author = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.admin.token ?? '',
  });
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
after(async () => {
  await Promise.all([author.remove(), user.remove(), registry.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const NAME = '@acme/web-style';

/** Publishes a version of another content. */
function publish(version: string, ...args: readonly string[]): ReturnType<PrimeUser['prime']> {
  return publishAs(NAME, version, ...args);
}

async function publishAs(
  name: string,
  version: string,
  ...args: readonly string[]
): ReturnType<PrimeUser['prime']> {
  const pack = manifestText({ name, version });
  await writeFiles(author.project, { ...GOOD_PRIME, 'pack.yaml': pack, 'CHANGES.md': version });
  return author.prime(['publish', '--allow-small-step', '--json', ...args]);
}

async function must(who: PrimeUser, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await who.prime(args);
  assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

async function errorOf(
  who: PrimeUser,
  ...args: readonly string[]
): Promise<{ code: string; message: string }> {
  const { code, stdout } = await who.prime([...args, '--json']);
  assert.notEqual(code, 0, stdout);
  return JSON.parse(stdout).error;
}

describe('signatures with a real registry', () => {
  it('go from the author to the consumer, through the log', async () => {
    const published = await publish('1.0.0', `--sign=${ada.path}`);
    assert.deepEqual(JSON.parse(published.stdout).signed_by, [ada.fingerprint], published.stderr);
    const installed = await user.prime(['install', NAME]);
    assert.equal(installed.code, 0, installed.stderr);
    assert.match(
      installed.stdout,
      new RegExp(`logged #\\d+ +signed by ${ada.fingerprint.replaceAll('+', '\\+')}`),
    );
    assert.ok((await must(user, 'info', NAME)).includes(ada.fingerprint));
    assert.match(await must(user, 'verify'), /1 Prime intact, 1 signed\./);
    assert.match(await must(user, 'verify', '--log', '--online'), /1 signed/);
  });

  it('refuse another signer until it is accepted, and a policy by its line', async () => {
    await publish('1.1.0', `--sign=${eve.path}`);
    assert.equal((await errorOf(user, 'update')).code, 'signer_changed');
    await must(user, 'update', '--accept-signer');
    const signers = await readFile(join(user.project, '.primes', 'signers.txt'), 'utf8');
    assert.ok(signers.includes(ada.fingerprint) && signers.includes(eve.fingerprint), signers);
    const policy = join(user.project, '.primes', 'policy.yaml');
    await writeFile(
      policy,
      `rules:\n  - primes: '${NAME}'\n    logged: true\n    signed-by: ${ada.fingerprint}\n`,
    );
    const verified = await user.prime(['verify']);
    assert.equal(verified.code, 2);
    assert.match(verified.stdout, /\.primes\/policy\.yaml, line 4 \(signed-by\): wants signed by SHA256:/);
    assert.equal((await errorOf(user, 'install')).code, 'policy_not_met');
    await must(user, 'install', `${NAME}@1.0.0`);
    await must(user, 'policy', 'check');
    await rm(policy);
  });

  it('a scope has signers, and may require them', async () => {
    assert.match(await must(author, 'scope', 'signers', '@acme'), /versions need not be signed\n {2}no key/);
    const add = ['scope', 'signers', 'add', '@acme'];
    const added = await must(author, ...add, `${ada.path}.pub`, '--principal', 'ada@example.com');
    assert.match(added, /SHA256:\S+ +ada@example\.com +since #\d+/);
    // The private key is not read: its public half is next to it.
    await must(author, ...add, eve.path);
    await must(author, 'scope', 'signers', 'remove', '@acme', eve.fingerprint);
    const listed = JSON.parse(await must(author, 'scope', 'signers', '@acme', '--json'));
    assert.deepEqual(
      listed.signers.map(({ fingerprint, until_index }: Record<string, unknown>) => [
        fingerprint,
        until_index !== undefined,
      ]),
      [
        [ada.fingerprint, false],
        [eve.fingerprint, true],
      ],
    );
    await must(author, 'scope', 'signing-policy', '@acme', 'required');
    for (const [args, code] of [
      [[], 'signature_required'],
      [[`--sign=${eve.path}`], 'signer_not_allowed'],
    ] as const) {
      const { stdout } = await publish('1.2.0', ...args);
      assert.equal(JSON.parse(stdout).error.code, code, stdout);
    }
    const signed = await publish('1.2.0', `--sign=${ada.path}`);
    assert.equal(signed.code, 0, signed.stderr);
    await must(author, 'scope', 'signing-policy', '@acme', 'optional');
    const usage: [args: readonly string[], message: RegExp][] = [
      [['signers'], /<@scope> is missing/],
      [['signers', 'add', '@acme'], /<key> is missing/],
      [['signers', 'add', '@acme', join(folder, 'nowhere')], /there is no public key/],
      [['signing-policy', '@acme', 'maybe'], /@acme required', or optional/],
      [['keys', '@acme'], /'keys' is not one of/],
      [['signers', '@acme', '--principal', 'x'], /--principal is for/],
    ];
    for (const [args, message] of usage) {
      const { code, stderr } = await author.prime(['scope', ...args]);
      assert.equal(code, 3, args.join(' '));
      assert.match(stderr, message);
    }
  });

  it('are added to what is published, and go along with a promotion', async () => {
    await publish('1.3.0');
    const asked = await author.prime(['sign', `${NAME}@1.3.0`, ada.path]);
    assert.equal(asked.code, 3);
    assert.match(asked.stderr, /needs a confirmation/);
    const signed = JSON.parse(await must(author, 'sign', `${NAME}@1.3.0`, ada.path, '--yes', '--json'));
    assert.deepEqual(signed.signed_by, [ada.fingerprint]);
    const target = await startRegistry();
    try {
      const token = target.admin.token ?? '';
      const promoted = await author.prime(
        ['promote', `${NAME}@1.3.0`, '--from', registry.baseUrl, '--to', target.baseUrl],
        { environment: { PRIME_REGISTRY: target.baseUrl, PRIME_REGISTRY_TOKEN: token } },
      );
      assert.equal(promoted.code, 0, promoted.stderr);
      const { json } = await target.anonymous.get(`/pack/${NAME}/1.3.0`);
      assert.deepEqual(json.signed_by, [ada.fingerprint]);
    } finally {
      await target.stop();
    }
  });

  it('hold for a Prime that has moved: it is met under both names', async () => {
    await using other = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await publishAs('@acme/old', '1.0.0', `--sign=${ada.path}`);
    await must(other, 'install', '@acme/old');
    await publishAs('@acme/new', '1.1.0', `--sign=${eve.path}`);
    await must(author, 'move', '@acme/old', '@acme/new', '--yes');
    const refused = await errorOf(other, 'install', '@acme/old@^1.1');
    assert.equal(refused.code, 'signer_changed');
    await must(other, 'install', '@acme/old@^1.1', '--accept-signer');
    for (const name of ['@acme/old', '@acme/new']) {
      const rule = `rules:\n  - primes: '${name}'\n    signed-by: ${ada.fingerprint}\n`;
      await writeFile(join(other.project, '.primes', 'policy.yaml'), rule);
      assert.equal((await errorOf(other, 'install')).code, 'policy_not_met', name);
    }
  });

  it('come through a mirror, with the registry behind it in its proof', async () => {
    await publishAs('@acme/far', '1.0.0', `--sign=${ada.path}`);
    const mirror = await startRegistry({
      upstreams: [
        {
          ...{ url: registry.baseUrl, scopes: ['*'], token: undefined, timeoutMs: 5000, listMaxAgeMs: 0 },
          ...{ allowsPrivateAddresses: true, acceptsNotFoundPages: false },
        },
      ],
    });
    try {
      await using far = await createPrimeUser({ PRIME_REGISTRY: mirror.baseUrl });
      const rule = (url: string, key: string): Promise<void> =>
        writeFile(
          join(far.project, '.primes', 'policy.yaml'),
          `rules:\n  - primes: '@acme/far'\n    registry: ${url}\n    signed-by: ${key}\n`,
        );
      await mkdir(join(far.project, '.primes'));
      await rule('http://127.0.0.1:9', ada.fingerprint);
      const wrong = await far.prime(['install', '@acme/far']);
      assert.equal(wrong.code, 2);
      const word = `it is from ${mirror.baseUrl}, and only that registry says which key the log of ${registry.baseUrl} has`;
      assert.ok(wrong.stderr.includes(word), wrong.stderr);
      const [vkey] = (await registry.anonymous.get('/-/log')).json.vkeys;
      await must(far, 'log', 'trust', registry.baseUrl, vkey, '--remote', registry.baseUrl);
      const known = await far.prime(['install', '@acme/far']);
      assert.ok(known.stderr.includes(`it is from ${mirror.baseUrl}, of ${registry.baseUrl}`), known.stderr);
      await rule(registry.baseUrl, eve.fingerprint);
      assert.equal((await errorOf(far, 'install', '@acme/far')).code, 'policy_not_met');
      await rule(registry.baseUrl, ada.fingerprint);
      await must(far, 'install', '@acme/far');
      assert.match(await must(far, 'verify'), /1 signed/);
      // On a machine that has seen nothing of it.
      for (const place of [far.cacheFolder, join(far.project, '.primes', '@acme')])
        await rm(place, { recursive: true });
      await must(far, 'install', '--frozen');
    } finally {
      await mirror.stop();
    }
  });

  it('hold for a colleague with an empty cache, and offline', async () => {
    await using colleague = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await mkdir(join(colleague.project, '.primes'));
    for (const name of ['lock.yaml', 'signers.txt', 'logs.txt'])
      await writeFile(
        join(colleague.project, '.primes', name),
        await readFile(join(user.project, '.primes', name)),
      );
    await must(colleague, 'install', '--frozen');
    assert.doesNotMatch(await must(colleague, 'verify'), /signed/);
    assert.match(await must(colleague, 'verify', '--online'), /1 signed/);
    assert.match(await must(colleague, 'verify'), /1 signed/);
  });
});
