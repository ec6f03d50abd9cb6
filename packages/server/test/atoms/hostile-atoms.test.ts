// No atom prevents a publish, and none makes the registry do more than it can handle.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildTarball, sourceOf, startRegistry, type TarballFiles } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());

let published = 0;

async function publish(files: TarballFiles) {
  published += 1;
  const tarball = buildTarball(files);
  const { atoms } = await registry.author.mustPublish({ version: `${published}.0.0`, tarball });
  assert.ok(atoms !== undefined);
  return { ...atoms, path: `/-/primes/@acme/web-style/${published}.0.0/atoms` };
}

test('unreadable atoms are reported with file and line, and the others are read', async () => {
  const { count, problem_count, problems, path } = await publish({
    'primes/good.prime': sourceOf({ id: '@acme/good' }),
    'primes/broken.prime': 'rule Broken {\n  id: "@acme/broken\n}\n',
    'primes/binary.prime': Buffer.from([0xff, 0xfe, 0x00]),
    'primes/empty.prime': '',
  });
  assert.equal(count, 1);
  assert.equal(problem_count, problems.length);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const files = new Set(errors.map(({ path: file }) => file));
  for (const file of ['primes/binary.prime', 'primes/broken.prime']) assert.ok(files.has(file), file);
  assert.ok(!files.has('primes/good.prime'));
  assert.ok(errors.some(({ path: file, line }) => file === 'primes/broken.prime' && line !== undefined));
  const list = (await registry.anonymous.get(`${path}?problems=include`)).json;
  assert.deepEqual([list.total, list.problems.length], [1, problem_count]);
});

test('the manifest counts files, even if their atoms cannot be read', async () => {
  await publish({
    'primes/a.prime': `${sourceOf({ id: '@acme/a' })}\n${sourceOf({ id: '@acme/b' })}`,
    'primes/b.prime': 'nonsense',
  });
  const manifest = (await registry.anonymous.get(`/pack/@acme/web-style/${published}.0.0`)).json;
  assert.equal(manifest.atoms, 2);
});

test('a file that is too long is skipped and reported', async () => {
  const long = `# ${'x'.repeat(300 * 1024)}`;
  const { count, problems } = await publish({
    'primes/long.prime': long,
    'primes/good.prime': sourceOf({ id: '@acme/good' }),
  });
  assert.equal(count, 1);
  const told = problems.find(({ path }) => path === 'primes/long.prime');
  assert.match(told?.message ?? '', /bytes and was not read/);
});

test('thousands of atoms are read up to a limit, and the rest is reported', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, file) => [
      `primes/${file}.prime`,
      Array.from({ length: 200 }, (_atom, atom) => sourceOf({ id: `@acme/a-${file}-${atom}` })).join('\n'),
    ]),
  );
  const { count, problem_count, problems, path } = await publish(files);
  assert.equal(count, 10_000);
  assert.ok(problem_count > problems.length);
  assert.equal(problems.length, 50);
  const page = (await registry.anonymous.get(`${path}?offset=9990&limit=100`)).json;
  assert.deepEqual([page.total, page.atoms.length], [10_000, 10]);
  assert.equal((await registry.anonymous.get(`${path}?q=a-59-199`)).json.total <= 1, true);
});

test('ids that look like properties of objects are only ids', async () => {
  const { kinds, path } = await publish({
    'primes/a.prime': 'constructor Proto {\n  id: "@acme/constructor"\n  __proto__: [@acme/toString]\n}\n',
    'primes/b.prime': 'toString Proto {\n  id: "@acme/hasownproperty"\n}\n',
  });
  assert.ok(kinds.some(({ kind }) => kind === 'constructor'));
  assert.equal((await registry.anonymous.get(`${path}?kind=constructor`)).json.total, 1);
  assert.equal((await registry.anonymous.get('/-/atoms/@acme/constructor?text=full')).status, 200);
});
