// No secret is packed or published unless its author insists.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { buildTarball, createPrimeUser, manifestText, type PrimeUser } from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../../pack/prime-folder.ts';

const TOKEN = generateToken();
const PRIVATE_KEY = `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n`;
const ATOM = 'primes/sources/@acme/fact-two.prime';

describe('a secret in a Prime', () => {
  let user: PrimeUser;
  beforeEach(async () => {
    // Nothing listens there: a request would be another error.
    user = await createPrimeUser({ PRIME_REGISTRY: 'http://127.0.0.1:9' });
  });
  afterEach(() => user.remove());

  it('stops pack and publish before anything is written or sent, and is not repeated', async () => {
    await writeFiles(user.project, {
      ...GOOD_PRIME,
      [ATOM]: `fact Two {\n  statement: "log in with ${TOKEN}"\n}\n`,
      deploy_key: PRIVATE_KEY,
    });
    const before = await readdir(user.project);
    for (const args of [['pack'], ['pack', '--dry-run'], ['publish'], ['publish', '--dry-run', '--json']]) {
      const { code, stdout, stderr } = await user.prime(args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^error: \S+ contains secrets/m);
      assert.match(
        stderr,
        /fact-two\.prime +has a token of a registry of Primes \[prime-token\] \(line 2, column 27\)/,
      );
      assert.match(stderr, /deploy_key +has a private key \[private-key\] \(line 1, column 1\)/);
      assert.match(stderr, /help: .*--allow-secret/);
      assert.ok(!`${stdout}${stderr}`.includes(TOKEN.slice(4, 12)));
    }
    assert.deepEqual(await readdir(user.project), before);
  });

  it('is packed if the author insists, by path, by rule, or in .primeignore', async () => {
    await writeFiles(user.project, {
      ...GOOD_PRIME,
      '.primeignore': '!demo.pem\n',
      'demo.pem': PRIVATE_KEY,
      'notes.md': TOKEN,
      'prod.env': 'A=1',
    });
    for (const allowed of ['notes.md', 'prime-token']) {
      const { code, stdout, stderr } = await user.prime(['pack', '--dry-run', '--allow-secret', allowed]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /demo\.pem/);
      assert.doesNotMatch(stdout, /prod\.env/);
      assert.match(
        stderr,
        /left out, because it may contain secrets: prod\.env; to pack one, write '!prod\.env'/,
      );
    }
  });

  it('in a tarball that something else packed is found as well, by name too', async () => {
    const tarball = buildTarball({
      'pack.yaml': manifestText({}),
      'README.md': '# x\n',
      '.kube/config': 'clusters: []\n',
      'notes.md': TOKEN,
    });
    await writeFile(join(user.project, 'x.tar.gz'), tarball);
    const { code, stderr } = await user.prime(['publish', 'x.tar.gz']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /\.kube\/config +has a name of files that hold secrets \[secret-file\]/);
    assert.match(stderr, /notes\.md +has a token/);
    const insisting = ['--allow-secret', '.kube/config', '--allow-secret', 'prime-token'];
    const environment = { PRIME_REGISTRY: '' };
    const insisted = await user.prime(['publish', 'x.tar.gz', '--dry-run', ...insisting], { environment });
    assert.equal(insisted.code, 0, insisted.stderr);
  });
});
