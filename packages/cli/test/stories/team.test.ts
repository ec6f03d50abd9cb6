// A story through the proxy of a company: an author with five Primes that require each other, the CI of the team, and a
// consumer.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { type AtomSource, atomFiles, createPrimeUser, manifestText } from '@prime-registry/testkit';
import { REGISTRY, startCompany } from '../company.ts';
import { writeFiles } from '../pack/prime-folder.ts';

/** Each requires the one before it. */
const PRIMES = ['base', 'core', 'style', 'web', 'app'] as const;

function atomOf(short: string, description: string): AtomSource {
  return { id: `@acme/fact-${short}`, description };
}

async function writePrime(folder: string, short: string, ...atoms: readonly AtomSource[]): Promise<void> {
  const required = PRIMES[PRIMES.indexOf(short as (typeof PRIMES)[number]) - 1];
  const extra = required === undefined ? '' : `requires:\n  "@acme/${required}": ^1\n`;
  await rm(join(folder, short), { recursive: true, force: true });
  await writeFiles(join(folder, short), {
    'pack.yaml': manifestText({ name: `@acme/${short}`, extra }),
    'README.md': `# ${short}\n`,
    ...atomFiles(...atoms),
  });
}

it('a team publishes with one command, and a consumer tries, installs and asks why', async () => {
  await using company = await startCompany();
  const network = { PRIME_REGISTRY: REGISTRY, HTTPS_PROXY: company.proxyUrl, SSL_CERT_FILE: company.cafile };
  const checkout = await mkdtemp(join(tmpdir(), 'team-'));
  await using _checkout = { [Symbol.asyncDispose]: () => rm(checkout, { recursive: true, force: true }) };
  const primes = join(checkout, 'primes');
  for (const short of PRIMES) await writePrime(primes, short, atomOf(short, `What ${short} says`));

  /** A job of CI has a fresh checkout and a fresh home. */
  const runCi = async () => {
    await using job = await createPrimeUser({ ...network, PRIME_REGISTRY_TOKEN: company.token });
    await cp(checkout, job.project, { recursive: true });
    const args = ['publish', '--all', '--auto', '--json', 'primes'];
    const { code, stdout, stderr } = await job.prime(args);
    assert.equal(code, 0, stderr);
    const report: { primes: { name: string; version: string; outcome: string }[] } = JSON.parse(stdout);
    return report.primes.map(({ name, version, outcome }) => `${name} ${version} ${outcome}`);
  };
  assert.deepEqual(
    await runCi(),
    PRIMES.map((short) => `@acme/${short} 1.0.0 published`),
  );

  // The author edits two atoms: one gets a better text, one a neighbour.
  await writePrime(primes, 'base', atomOf('base', 'Says it better'));
  await writePrime(primes, 'style', atomOf('style', 'What style says'), atomOf('style-two', 'And more'));
  assert.deepEqual(await runCi(), [
    '@acme/base 1.0.1 published',
    '@acme/core 1.0.0 unchanged',
    '@acme/style 1.1.0 published',
    '@acme/web 1.0.0 unchanged',
    '@acme/app 1.0.0 unchanged',
  ]);
  assert.ok((await runCi()).every((line) => line.endsWith(' unchanged')));

  await using consumer = await createPrimeUser(network);
  const prime = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await consumer.prime(args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  await prime('install', '@acme/web');
  assert.match(await prime('ls'), /@acme\/base +1\.0\.1[\s\S]+@acme\/style +1\.1\.0[\s\S]+4 Primes/);
  // A colleague has an idea for one of them.
  await writePrime(primes, 'core', atomOf('core', 'Another idea'));
  await prime('install', join(primes, 'core'));
  const locked = await readFile(join(consumer.project, '.primes/lock.yaml'), 'utf8');
  assert.match(locked, /registry: "?file:/);
  const frozen = await consumer.prime(['install', '--frozen']);
  assert.equal(frozen.code, 2, frozen.stderr);
  await prime('install', '@acme/core');
  await prime('install', '--frozen');
  assert.match(
    await prime('why', '@acme/base'),
    /^@acme\/base 1\.0\.1\n└─ @acme\/core 1\.0\.0 requires \^1\n {3}├─ installed by name as latest\n {3}└─ @acme\/style 1\.1\.0 requires \^1\n {6}└─ @acme\/web 1\.0\.0 requires \^1\n/,
  );
});
