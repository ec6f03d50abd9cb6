// Installs and verifications under a policy: what is refused, with which line, and who cannot get around it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import type { Provenance } from '@prime-registry/protocol';
import type { PrimeUser } from '@prime-registry/testkit';
import { FakeLog, makeWitness, problem } from '@prime-registry/testkit/fake-log';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import { startSigningRegistry } from '../signatures/signing-registry.ts';
import { makeKey, signerOf } from '../signatures/ssh-keys.ts';

const folder = await mkdtemp(join(tmpdir(), 'keys-'));
const registry = await startSigningRegistry(signerOf);
after(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const [ada, eve] = [await makeKey(folder, 'ada'), await makeKey(folder, 'eve')];

const ISSUER = 'https://token.actions.githubusercontent.com';
const PROVENANCE: Provenance = {
  issuer: ISSUER,
  rule: 'knowledge',
  preset: 'github',
  claims: { repository: 'acme/knowledge', ref: 'refs/heads/main', sha: '3f2c1e9aaaa' },
};
const BY_ACME = `published-by:\n      issuer: ${ISSUER}\n      repository: acme/knowledge\n      ref: refs/heads/main\n`;

let user: PrimeUser;
let name: string;
let count = 0;
beforeEach(async () => {
  user = await registry.makeUser();
  count += 1;
  name = `@acme/policy-${count}`;
});
afterEach(async () => {
  await user.remove();
  registry.log = undefined;
  registry.isPlain = false;
});

/** Writes a policy with one rule for all Primes of @acme. */
async function writePolicy(wish: string, place = join(user.project, '.primes')): Promise<void> {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'policy.yaml'), `rules:\n  - primes: '@acme/*'\n    ${wish}\n`);
}

/** Adds a version to the log of the registry, with provenance or without. */
function addToLog(log: FakeLog, version: string, sha256: string, more: object = {}): number {
  const entry = { type: 'publish', v: 1, at: '2026-11-21T06:19:30Z', by: 'token-1', size: 1 } as const;
  return log.add({ ...entry, name, version, sha256, manifest_sha256: 'a'.repeat(64), ...more });
}

async function refusal(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 2, `${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

async function must(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

describe('signed-by', () => {
  it('names file and line, what was wanted and what is there, and changes nothing', async () => {
    await registry.publish(name, '1.0.0', eve);
    await writePolicy(`signed-by: [${ada.fingerprint}]`);
    const stderr = await refusal('install', name);
    assert.ok(
      stderr.includes(
        `${name} 1.0.0  .primes/policy.yaml, line 3 (signed-by): wants signed by ${ada.fingerprint}; it is signed by ${eve.fingerprint}\n`,
      ),
      stderr,
    );
    assert.match(stderr, /the policy is not met\. Nothing was changed/);
    assert.equal(await readFile(join(user.project, '.primes', 'lock.yaml'), 'utf8').catch(() => ''), '');
    const json = JSON.parse((await user.prime(['install', name, '--json'])).stdout);
    assert.equal(json.error.code, 'policy_not_met');
  });

  it('is met by files of allowed signers beside the policy, and by one of several', async () => {
    await registry.publish(name, '1.0.0', ada);
    await writePolicy(`signed-by: [${eve.fingerprint}, ./allowed_signers]`);
    await writeFile(join(user.project, '.primes', 'allowed_signers'), `ada@example.com ${ada.line}\n`);
    await must('install', name);
    assert.match(await must('policy', 'check'), new RegExp(`${name} +1\\.0\\.0 +signed by SHA256:`));
    assert.match(await must('verify'), /1 Prime intact, 1 signed\./);
  });

  it('lets a project only ask for more than the user', async () => {
    await registry.publish(name, '1.0.0', eve);
    await writePolicy(`signed-by: [${ada.fingerprint}]`, user.configFolder);
    await writePolicy(`signed-by: [${eve.fingerprint}]`);
    const stderr = await refusal('install', name);
    assert.match(stderr, /config\/policy\.yaml, line 3 \(signed-by\)/);
    assert.doesNotMatch(stderr, /\.primes\/policy\.yaml, line/);
  });

  it('finds a signature that was added later', async () => {
    await registry.publish(name, '1.0.0');
    await must('install', name);
    await writePolicy(`signed-by: [${ada.fingerprint}]`);
    assert.match(await refusal('verify'), /no signatures are stored here/);
    assert.match(await refusal('install'), /it is not signed/);
    await must('sign', `${name}@1.0.0`, ada.path, '--yes');
    await must('install');
    assert.match(await must('verify'), /1 signed/);
  });

  it('holds for a lock file that somebody has brought, also with --frozen', async () => {
    const { sha256 } = await registry.publish(name, '1.0.0');
    await must('install', name);
    await using victim = await registry.makeUser();
    await mkdir(join(victim.project, '.primes'));
    const lock = await readFile(join(user.project, '.primes', 'lock.yaml'), 'utf8');
    assert.ok(lock.includes(sha256));
    await writeFile(join(victim.project, '.primes', 'lock.yaml'), lock);
    await writePolicy(`signed-by: [${ada.fingerprint}]`, victim.configFolder);
    for (const args of [['install'], ['install', '--frozen']]) {
      const { code, stderr } = await victim.prime(args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /it is not signed/);
    }
    // A registry that is not one of the user's is not asked, whatever the file says.
    const other = lock.replaceAll(registry.baseUrl, 'http://127.0.0.1:9');
    await writeFile(join(victim.project, '.primes', 'lock.yaml'), other);
    const { code, stderr } = await victim.prime(['install', '--frozen']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /no signatures are stored here/);
  });

  it('refuses what is from this machine, unless the command names it', async () => {
    await writePolicy('logged: true');
    const own = join(user.project, 'own');
    await writeFiles(own, { ...GOOD_PRIME, 'pack.yaml': String(GOOD_PRIME['pack.yaml']) });
    await must('install', './own');
    assert.match(await refusal('install'), /wants a version of a registry; it is from this machine/);
    assert.match(await refusal('verify'), /it is from this machine/);
  });
});

describe('published-by', () => {
  it('believes the log of the registry, and not its manifest', async () => {
    const log = new FakeLog();
    registry.log = log;
    const published = await registry.publish(name, '1.0.0');
    published.provenance = PROVENANCE;
    addToLog(log, '1.0.0', published.sha256);
    await writePolicy(BY_ACME);
    assert.match(
      await refusal('install', name),
      /line 3 \(published-by\): wants published by repository acme\/knowledge, ref refs\/heads\/main of https:\/\/token.*; the log does not say who published it/,
    );
    const next = await registry.publish(name, '1.1.0');
    addToLog(log, '1.1.0', next.sha256, { provenance: PROVENANCE });
    await must('install', name);
    assert.match(
      await must('policy', 'check'),
      /published by acme\/knowledge at 3f2c1e9 \(https:\/\/token\.actions\.githubusercontent\.com\) +logged #2/,
    );
    assert.match(await must('verify', '--json'), /"proved": true/);
  });

  it('compares issuer and claims byte for byte', async () => {
    const log = new FakeLog();
    registry.log = log;
    await writePolicy(BY_ACME);
    const wrong: [provenance: Provenance, found: RegExp][] = [
      [
        { ...PROVENANCE, issuer: `${ISSUER}/` },
        /the issuer is https:\/\/token\.actions\.githubusercontent\.com\//,
      ],
      [
        { ...PROVENANCE, claims: { ...PROVENANCE.claims, ref: 'refs/heads/main2' } },
        /ref is 'refs\/heads\/main2'/,
      ],
      [{ ...PROVENANCE, claims: { repository: 'acme/knowledge' } }, /there is no ref/],
      [
        { ...PROVENANCE, claims: { ...PROVENANCE.claims, repository: 'Acme/knowledge' } },
        /repository is 'Acme/,
      ],
    ];
    for (const [index, [provenance, found]] of wrong.entries()) {
      const version = `1.${index}.0`;
      const { sha256 } = await registry.publish(name, version);
      addToLog(log, version, sha256, { provenance });
      assert.match(await refusal('install', `${name}@${version}`), found);
    }
  });

  it('takes the word of a registry without a log, and says that it is only that', async () => {
    const published = await registry.publish(name, '1.0.0');
    await writePolicy(BY_ACME);
    assert.match(await refusal('install', name), /nothing says who published it/);
    published.provenance = PROVENANCE;
    await must('install', name);
    assert.match(
      await must('policy', 'check'),
      /published by acme\/knowledge at 3f2c1e9 \(https:\/\/token\S+\), as the registry says/,
    );
    assert.match(await must('install', '--offline'), /nothing to do/);
  });

  it('is not met by what somebody has written into the cache', async () => {
    const { sha256 } = await registry.publish(name, '1.0.0');
    await must('install', name);
    await writePolicy('signed-by: [SHA256:ilLscTNEqImiTHXrfpOImzTxQPrX+l2Pt3FZf4oCz30]');
    await refusal('install', name);
    const place = join(user.cacheFolder, 'signatures', sha256.slice(0, 2));
    const [file = ''] = await readdir(place);
    await writePolicy(BY_ACME);
    const record = JSON.parse(await readFile(join(place, file), 'utf8'));
    for (const seal of [undefined, '0'.repeat(64), 1])
      for (const args of [
        ['policy', 'check'],
        ['install', '--offline'],
      ]) {
        await writeFile(join(place, file), JSON.stringify({ ...record, provenance: PROVENANCE, seal }));
        assert.match(await refusal(...args), /nothing says who published it/);
      }
  });

  it('is not met if the registry hides its log from those who know it', async () => {
    const log = new FakeLog();
    registry.log = log;
    const { sha256 } = await registry.publish(name, '1.0.0');
    addToLog(log, '1.0.0', sha256, { provenance: PROVENANCE });
    await writePolicy(BY_ACME);
    await must('install', name);
    const next = await registry.publish(name, '1.1.0');
    next.provenance = PROVENANCE;
    registry.log = undefined;
    const { code, stderr } = await user.prime(['update']);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /has a transparency log, but/);
  });

  it('is not met by the manifest of a registry whose log does not have the version yet', async () => {
    const log = new FakeLog();
    const answer = log.answer.bind(log);
    log.answer = async (target) =>
      target.includes('/proof') ? problem(404, 'not_logged_yet') : answer(target);
    const published = await registry.publish(name, '1.0.0');
    published.provenance = PROVENANCE;
    registry.log = log;
    await writePolicy(BY_ACME);
    assert.match(await refusal('install', name), /\(published-by\): .*; the log of its registry does not/);
  });

  it('does not believe a mirror that has no proof of the registry behind it', async () => {
    const log = new FakeLog();
    registry.log = log;
    const { sha256 } = await registry.publish(name, '1.0.0');
    const published_at = '2026-11-20T06:19:30Z';
    const mirrored = {
      type: 'mirror',
      origin: 'https://primes.example',
      published_at,
      provenance: PROVENANCE,
    };
    addToLog(log, '1.0.0', sha256, mirrored);
    await writePolicy(BY_ACME);
    assert.match(
      await refusal('install', name),
      /has it from https:\/\/primes\.example, and does not hand on the proof/,
    );
  });
});

describe('logged, witnessed and registry', () => {
  it('asks for a log, and for witnesses that are named', async () => {
    const log = new FakeLog();
    const [one, two] = [makeWitness('one.example'), makeWitness('two.example')];
    const { sha256 } = await registry.publish(name, '1.0.0');
    await writePolicy(`logged: true\n    witnessed: {at-least: 2, of: [${one.vkey}, ${two.vkey}]}`);
    const plain = await refusal('install', name);
    assert.match(
      plain,
      /line 3 \(logged\): wants in a transparency log; its registry has no log that is known/,
    );
    assert.match(
      plain,
      /line 4 \(witnessed\): wants cosigned by 2 of one\.example, two\.example; its registry/,
    );
    registry.log = log;
    const index = addToLog(log, '1.0.0', sha256);
    log.witnesses.push(one, two);
    one.size = log.size;
    const half = await refusal('install', name);
    assert.match(half, /\(witnessed\): .*; 1 of them have/);
    assert.doesNotMatch(half, /\(logged\)/);
    two.size = log.size;
    await must('install', name);
    assert.match(await must('policy', 'check'), /witnessed by one\.example, two\.example/);
    // The log grows, and witnesses lag behind: the proof in the head that they have cosigned is enough.
    const next = await registry.publish(name, '1.1.0');
    addToLog(log, '1.1.0', next.sha256);
    one.size = two.size = log.size;
    log.publish({ name: '@acme/other', version: '1.0.0', sha256: 'b'.repeat(64) });
    await must('update');
    assert.match(await must('policy', 'check'), new RegExp(`logged #${index + 1} +witnessed by one`));
  });

  it('asks for the key of a log, which a registry cannot replace at the first look', async () => {
    const log = new FakeLog();
    const { sha256 } = await registry.publish(name, '1.0.0');
    addToLog(log, '1.0.0', sha256);
    registry.log = log;
    await writePolicy(`logged: ${new FakeLog().vkey}`);
    assert.match(
      await refusal('install', name),
      /line 3 \(logged\): wants in the log primes\.example\/-\/log, signed by a key of the rule; the log primes\.example\/-\/log is signed by another key/,
    );
    await writePolicy(`logged: [${new FakeLog().vkey}, ${log.vkey}]`);
    await must('install', name);
  });

  it('asks for a registry', async () => {
    await registry.publish(name, '1.0.0');
    await writePolicy('registry: https://primes.acme.example');
    const stderr = await refusal('install', name);
    assert.ok(
      stderr.includes(`wants from https://primes.acme.example; it is from ${registry.baseUrl}`),
      stderr,
    );
    await writePolicy(`registry: [https://primes.acme.example, ${registry.baseUrl}]`);
    await must('install', name);
  });

  it('is read strictly at every install, and refused if it is too large or no file', async () => {
    await registry.publish(name, '1.0.0');
    const path = join(user.project, '.primes', 'policy.yaml');
    await writePolicy('loged: true');
    assert.match(await refusal('install', name), /policy\.yaml is not valid[\s\S]*line 3, column 5/);
    await writeFile(path, `#${'x'.repeat(70_000)}\n`);
    await refusal('install', name);
    await rm(path);
    await mkdir(path);
    assert.match(await refusal('install', name), /policy\.yaml is not a regular file/);
    await rm(path, { recursive: true });
    await symlink('nowhere', path);
    assert.match(await refusal('install', name), /policy\.yaml is a link to a file that is not there/);
  });
});

describe('prime policy', () => {
  it('says what holds for Primes without a policy, and exits with 0', async () => {
    await registry.publish(name, '1.0.0');
    await must('install', name);
    assert.match(
      await must('policy', 'check'),
      /1\.0\.0 +signatures unknown +publisher unknown +no proof of a log\n1 Prime meets the rules\.\n$/,
    );
    assert.match(await must('policy', 'check', '--online'), /1\.0\.0 +not signed +publisher unknown/);
    await mkdir(user.configFolder, { recursive: true });
    const rules =
      "rules:\n  - primes: '@acme/*'\n    registry: http://127.0.0.1:9\n  - primes: '@acm/*'\n    logged: true\n";
    await writeFile(join(user.configFolder, 'policy.yaml'), rules);
    const checked = await user.prime(['policy', 'check']);
    assert.equal(checked.code, 2);
    assert.match(
      checked.stdout,
      /policy\.yaml, line 3 \(registry\): wants from http:.*\n1 Prime of 1 does not meet/,
    );
    assert.match(checked.stderr, /policy\.yaml, line 4: the rule is about none of the locked Primes/);
    const { code, stderr } = await user.prime(['policy', 'show']);
    assert.equal(code, 3);
    assert.match(stderr, /'show' is not 'check'/);
  });
});
