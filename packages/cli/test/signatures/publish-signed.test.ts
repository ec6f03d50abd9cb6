// Publishing with a signature, with the real ssh-keygen.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PUBLISH_NAMESPACE, statementOf } from '@prime-registry/sshsig';
import { manifestText, type PrimeUser } from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import { startSigningRegistry } from './signing-registry.ts';
import { makeKey, signerOf } from './ssh-keys.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'keys-'));
const registry = await startSigningRegistry(signerOf);
after(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const ada = await makeKey(folder, 'ada');

async function writePrime(user: PrimeUser, name: string, version = '1.0.0'): Promise<void> {
  await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name, version }) });
}

describe('prime publish --sign', () => {
  it('sends a signature that ssh-keygen -Y verify takes, over what was published', async () => {
    await using user = await registry.makeUser();
    await writePrime(user, '@acme/signed');
    const { code, stdout, stderr } = await user.prime(['publish', `--sign=${ada.path}.pub`]);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes(`signed by  ${ada.fingerprint}\n`), stdout);
    const published = registry.versions.get('@acme/signed@1.0.0');
    assert.ok(published);
    const [only, ...more] = published.signatures;
    assert.deepEqual(more, []);
    const { sha256, manifestSha256 } = published;
    const statement = statementOf({ name: '@acme/signed', version: '1.0.0', sha256, manifestSha256 });
    const [signers, signature] = [join(folder, 'allowed'), join(folder, 'signature')];
    await writeFile(signers, `ada@example.com ${ada.line}\n`);
    await writeFile(signature, only?.signature ?? '');
    const args = ['-f', signers, '-I', 'ada@example.com', '-n', PUBLISH_NAMESPACE, '-s', signature];
    const verify = spawn('ssh-keygen', ['-Y', 'verify', ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
    verify.stdin.end(statement);
    assert.deepEqual((await once(verify, 'close'))[0], 0);
  });

  it('takes the key of git, of the settings, a literal key of an agent, and no key for a project that asks', async () => {
    await using user = await registry.makeUser();
    const gitConfig = join(user.project, '..', '.gitconfig');
    await writePrime(user, '@acme/keys');
    const without = await user.prime(['publish', '--sign']);
    assert.equal(without.code, 1);
    assert.match(without.stderr, /no key to sign with is named, and git does not sign with an SSH key/);
    await writeFile(gitConfig, `[gpg]\n\tformat = ssh\n[user]\n\tsigningkey = ${ada.path}\n`);
    await writePrime(user, '@acme/keys', '1.0.1');
    const byGit = await user.prime(['publish', '--sign', '--json']);
    assert.deepEqual(JSON.parse(byGit.stdout).signed_by, [ada.fingerprint], byGit.stderr);

    const eve = await makeKey(folder, 'eve');
    assert.equal((await user.prime(['config', 'set', 'signing-key', `${eve.path}.pub`])).code, 0);
    await writePrime(user, '@acme/keys', '1.0.2');
    const bySetting = await user.prime(['publish', '--sign', '--json']);
    assert.deepEqual(JSON.parse(bySetting.stdout).signed_by, [eve.fingerprint], bySetting.stderr);

    const { stdout } = await run('ssh-agent', ['-s']);
    const [, socket = ''] = /SSH_AUTH_SOCK=([^;]+)/.exec(stdout) ?? [];
    const [, pid = ''] = /SSH_AGENT_PID=(\d+)/.exec(stdout) ?? [];
    try {
      await run('ssh-add', ['-q', ada.path], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
      await writePrime(user, '@acme/keys', '1.0.3');
      const environment = { SSH_AUTH_SOCK: socket };
      const byAgent = await user.prime(['publish', `--sign=key::${ada.line}`, '--json'], { environment });
      assert.deepEqual(JSON.parse(byAgent.stdout).signed_by, [ada.fingerprint], byAgent.stderr);
      const other = await user.prime(['publish', `--sign=key::${eve.line}`], { environment });
      assert.equal(other.code, 1);
      assert.match(
        other.stderr,
        /no private key for the public key of the command line, neither next to it nor/,
      );
    } finally {
      process.kill(Number(pid));
    }
  });

  it("signs every publish with 'sign: always', unless --no-sign, and in dry runs only on request", async () => {
    await using user = await registry.makeUser();
    await user.prime(['config', 'set', 'sign', 'always']);
    await user.prime(['config', 'set', 'signing-key', ada.path]);
    await writePrime(user, '@acme/always');
    const dry = await user.prime(['publish', '--dry-run']);
    assert.equal(dry.code, 0, dry.stderr);
    const signed = await user.prime(['publish', '--json']);
    assert.deepEqual(JSON.parse(signed.stdout).signed_by, [ada.fingerprint], signed.stderr);
    await writePrime(user, '@acme/always', '1.0.1');
    const unsigned = await user.prime(['publish', '--no-sign', '--json']);
    assert.equal(JSON.parse(unsigned.stdout).signed_by, undefined, unsigned.stderr);
    assert.deepEqual(registry.versions.get('@acme/always@1.0.1')?.signatures, []);
    const loose = await user.prime(['config', 'set', 'sign', 'on-request', '--for-project']);
    assert.match(loose.stderr, /can only set sign to the stricter 'always'/);
  });

  it('signs each Prime of a workspace', async () => {
    await using user = await registry.makeUser();
    for (const name of ['one', 'two'])
      await writeFiles(join(user.project, name), {
        ...GOOD_PRIME,
        'pack.yaml': manifestText({ name: `@acme/space-${name}` }),
      });
    const { code, stderr } = await user.prime(['publish', '--all', `--sign=${ada.path}`]);
    assert.equal(code, 0, stderr);
    for (const name of ['one', 'two'])
      assert.deepEqual(
        registry.versions.get(`@acme/space-${name}@1.0.0`)?.signatures.map(({ fingerprint }) => fingerprint),
        [ada.fingerprint],
      );
  });

  it('warns if the registry keeps no signatures', async () => {
    await using user = await registry.makeUser();
    await writePrime(user, '@acme/lost');
    registry.isPlain = true;
    const { code, stderr } = await user.prime(['publish', `--sign=${ada.path}`]);
    registry.isPlain = false;
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /keeps no signatures: @acme\/lost 1\.0\.0 was published there without that of SHA256:/,
    );
  });

  it('says why it cannot sign, publishes nothing, and leaves no files', async () => {
    await using user = await registry.makeUser();
    const temporary = join(user.project, '..', 'temporary');
    await mkdir(temporary);
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) user.environment[name] = temporary;
    await writePrime(user, '@acme/refused');
    const locked = await makeKey(folder, 'locked', { passphrase: 'secret' });
    const weak = { path: join(folder, 'weak') };
    await run('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-N', '', '-f', weak.path]);
    const open = await makeKey(folder, 'open');
    await chmod(open.path, 0o644);
    const lonely = join(folder, 'lonely.pub');
    await writeFile(lonely, `${(await makeKey(folder, 'gone')).line}\n`);
    await writeFile(join(folder, 'text'), 'no key\n', { mode: 0o600 });
    const cases: [key: string, code: string, message: RegExp][] = [
      [join(folder, 'nowhere'), 'signing_key_not_found', /there is no key .*nowhere, which the command line/],
      [locked.path, 'signing_key_locked', /has a passphrase, and there is no terminal to ask for it/],
      [open.path, 'signing_key_unprotected', /is readable by others/],
      [
        lonely,
        'signing_key_not_found',
        /no private key for .*lonely\.pub, neither next to it nor in an SSH agent/,
      ],
      [join(folder, 'text'), 'signing_key_not_found', /no private key/],
      [weak.path, 'signing_failed', /nobody could use it: .*3072/],
      ['key::nonsense', 'signing_key_not_found', /after 'key::' comes a public key/],
    ];
    for (const [key, code, message] of cases) {
      const done = await user.prime(['publish', `--sign=${key}`, '--json']);
      assert.equal(done.code, 1, key);
      const { error } = JSON.parse(done.stdout);
      assert.equal(error.code, code, `${key}: ${error.message}`);
      assert.match(error.message, message);
    }
    const typo = await user.prime(['publish', '--sign', `${ada.path}.pub`]);
    assert.match(typo.stderr, /the key of --sign follows '=': --sign=/);
    assert.equal(registry.versions.get('@acme/refused@1.0.0'), undefined);
    assert.deepEqual(await readdir(temporary), []);
  });

  it('says what is wrong with ssh-keygen itself', async () => {
    await using user = await registry.makeUser();
    await writePrime(user, '@acme/tools');
    const bin = join(user.project, '..', 'bin');
    await mkdir(bin);
    const sign = (): ReturnType<PrimeUser['prime']> =>
      user.prime(['publish', `--sign=${ada.path}`, '--json'], { environment: { PATH: bin } });
    const codeOf = async (): Promise<string> => JSON.parse((await sign()).stdout).error.code;
    assert.equal(await codeOf(), 'ssh_keygen_missing');
    const says: [says: string, code: string][] = [
      ['unknown option -- Y\nusage: ssh-keygen [-q]', 'ssh_keygen_too_old'],
      ["Couldn't sign message: device timeout", 'signing_timeout'],
      ["Couldn't sign message (signer): agent refused operation", 'agent_refused'],
      ['Signing x failed: device not found', 'security_key_missing'],
      ['something else', 'signing_failed'],
    ];
    for (const [text, code] of says) {
      const script = `#!/bin/sh\ncat >&2 <<'TEXT'\n${text}\nTEXT\nexit 255\n`;
      await writeFile(join(bin, 'ssh-keygen'), script.replace('cat >&2', '/bin/cat >&2'), { mode: 0o755 });
      assert.equal(await codeOf(), code, text);
    }
  });
});
