// A folder with many Primes: one command publishes what has changed, in order, with the versions that it needs.
import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  type AtomSource,
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';

let registry: TestRegistry;
let user: PrimeUser;
let count = 0;

before(async () => {
  registry = await startRegistry();
});
after(() => registry.stop());
beforeEach(async () => {
  count += 1;
  user = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
});
afterEach(() => user.remove());

const nameOf = (short: string) => `@acme/t${count}-${short}`;
const folderOf = (short: string) => join(user.project, 'primes', short);
const atom = (short: string, word: string): AtomSource => ({
  id: `${nameOf(short)}-${word}`,
  description: word,
});

async function write(
  short: string,
  atoms: readonly AtomSource[],
  requires: Readonly<Record<string, string>> = {},
  version = '1.0.0',
): Promise<void> {
  await rm(folderOf(short), { recursive: true, force: true });
  const extra = `# Kept\nrequires: ${JSON.stringify(requires)}`;
  await writeFiles(folderOf(short), {
    'pack.yaml': manifestText({ name: nameOf(short), version, extra }),
    'README.md': `# ${short}\n`,
    ...atomFiles(...atoms),
  });
}

/** Five Primes, each of which requires the one before it. */
async function writeFive(): Promise<void> {
  const names = ['e-base', 'd-core', 'c-style', 'b-web', 'a-app'];
  for (const [index, short] of names.entries()) {
    const required = names[index - 1];
    await write(short, [atom(short, 'one')], required === undefined ? {} : { [nameOf(required)]: '^1' });
  }
}

interface Report {
  readonly primes: readonly { name: string; version: string; previous_version?: string; outcome: string }[];
}

async function publishAll(...args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await user.prime(['publish', '--all', '--json', ...args]);
  assert.equal(code, 0, stderr);
  const { primes } = JSON.parse(stdout) as Report;
  return primes.map(({ name, version, previous_version: previous, outcome }) =>
    [name.slice(nameOf('').length), ...(previous === undefined ? [] : [previous]), version, outcome].join(
      ' ',
    ),
  );
}

async function versionsOf(short: string): Promise<string[]> {
  const { json } = await registry.anonymous.get(`/pack/${encodeURIComponent(nameOf(short))}`);
  return json.versions.map(({ version }: { version: string }) => version);
}

const manifestOf = (short: string) => readFile(join(folderOf(short), 'pack.yaml'), 'utf8');

describe('prime publish --all', () => {
  it('publishes Primes after those that they require, and only what is missing', async () => {
    await writeFive();
    const first = ['e-base', 'd-core', 'c-style', 'b-web', 'a-app'];
    assert.deepEqual(
      await publishAll(),
      first.map((short) => `${short} 1.0.0 published`),
    );
    assert.deepEqual(
      await publishAll(),
      first.map((short) => `${short} 1.0.0 unchanged`),
    );
  });

  it('publishes nothing if the compiled form of any Prime is stale', async () => {
    await write('e-base', [atom('e-base', 'one')]);
    for (const short of ['d-core', 'c-style']) {
      await write(short, [atom(short, 'one')], { [nameOf('e-base')]: '^1' });
      const compiled = await user.prime(['compile', folderOf(short)]);
      assert.equal(compiled.code, 0, compiled.stderr);
      const changed = atomFiles({ ...atom(short, 'one'), description: 'Says something else' });
      await writeFiles(folderOf(short), changed);
    }
    const refused = await user.prime(['publish', '--all']);
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /2 Primes of .* cannot be packed; nothing was published/);
    for (const short of ['d-core', 'c-style'])
      assert.match(refused.stderr, new RegExp(`primes/${short}/compiled/`), 'names the file');
    assert.match(refused.stderr, /\nhelp: run 'prime compile', .*--allow-stale\n$/);
    const { status } = await registry.anonymous.get(`/pack/${encodeURIComponent(nameOf('e-base'))}`);
    assert.equal(status, 404, 'not even the one before them');

    assert.equal((await user.prime(['compile', folderOf('d-core')])).code, 0);
    const one = await user.prime(['publish', '--all']);
    assert.match(one.stderr, /the compiled form in .*c-style does not match its sources/);
    assert.equal((await publishAll('--allow-stale')).length, 3);
  });

  it('writes the versions that the changes need, in CI too, and again', async () => {
    await writeFive();
    await publishAll();
    // One Prime gets an atom, the text of another one changes.
    const core = { [nameOf('e-base')]: '^1' };
    await write('d-core', [atom('d-core', 'one'), atom('d-core', 'two')], core);
    await write('e-base', [{ ...atom('e-base', 'one'), description: 'Says it better' }]);
    const before = await manifestOf('d-core');
    const expected = [
      'e-base 1.0.0 1.0.1 published',
      'd-core 1.0.0 1.1.0 published',
      'c-style 1.0.0 unchanged',
      'b-web 1.0.0 unchanged',
      'a-app 1.0.0 unchanged',
    ];
    assert.deepEqual(await publishAll('--auto', '--dry-run'), expected);
    assert.equal(await manifestOf('d-core'), before);
    assert.deepEqual(await versionsOf('d-core'), ['1.0.0']);

    assert.deepEqual(await publishAll('--auto'), expected);
    assert.equal(await manifestOf('d-core'), before.replace('version: 1.0.0', 'version: 1.1.0'));
    assert.deepEqual(await versionsOf('d-core'), ['1.0.0', '1.1.0']);

    // CI runs again on the same commit, where nobody has written the versions.
    await writeFile(join(folderOf('d-core'), 'pack.yaml'), before);
    assert.deepEqual((await publishAll('--auto'))[1], 'd-core 1.1.0 unchanged');
    assert.deepEqual(await versionsOf('d-core'), ['1.0.0', '1.1.0']);
  });

  it('may run twice at the same time', async () => {
    await writeFive();
    const token = registry.author.token ?? '';
    await using other = await createPrimeUser({
      PRIME_REGISTRY: registry.baseUrl,
      PRIME_REGISTRY_TOKEN: token,
    });
    await cp(user.project, other.project, { recursive: true });
    const runs = await Promise.all(
      [user, other].map((each) => each.prime(['publish', '--all', '--json', 'primes'])),
    );
    const outcomes = runs.map(({ code, stdout, stderr }) => {
      assert.equal(code, 0, stderr);
      return (JSON.parse(stdout) as Report).primes.map(({ outcome }) => outcome);
    });
    // Each Prime was published by one of them, or by both before either had finished.
    for (const index of outcomes[0]?.keys() ?? [])
      assert.ok(outcomes.some((each) => each[index] === 'published'));
    assert.deepEqual(await versionsOf('a-app'), ['1.0.0']);
  });

  it('publishes nothing if a version is too low and must not be written', async () => {
    await writeFive();
    await publishAll();
    await write('a-app', [atom('a-app', 'one'), atom('a-app', 'two')], { [nameOf('b-web')]: '^1' });
    await write('e-base', [atom('e-base', 'one'), atom('e-base', 'two')], {}, '1.1.0');
    const { code, stderr } = await user.prime(['publish', '--all']);
    assert.equal(code, 2);
    assert.match(stderr, /some versions are too low or taken; nothing was published/);
    assert.match(stderr, /-a-app +1\.0\.0 → 1\.1\.0: /);
    assert.match(stderr, /'--auto' writes these versions/);
    assert.deepEqual(await versionsOf('e-base'), ['1.0.0']);
  });

  it('publishes nothing that nobody could install', async () => {
    await write('base', [atom('base', 'one')]);
    await write('web', [atom('web', 'one')], { [nameOf('base')]: '^2' });
    const { code, stderr } = await user.prime(['publish', '--all']);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /-web +requires @acme\/t\d+-base@\^2, but primes\/base is 1\.0\.0, and no published version/,
    );
    assert.equal((await registry.anonymous.get(`/pack/${encodeURIComponent(nameOf('base'))}`)).status, 404);
  });

  it('publishes nothing if a manifest is wrong', async () => {
    await writeFive();
    await writeFile(join(folderOf('c-style'), 'pack.yaml'), 'name: x\n');
    const { code, stderr } = await user.prime(['publish', '--all']);
    assert.equal(code, 2);
    assert.match(stderr, /primes\/c-style\/pack\.yaml version +is missing/);
    const { status } = await registry.anonymous.get(`/pack/${encodeURIComponent(nameOf('e-base'))}`);
    assert.equal(status, 404);
  });

  it('says what was published before a failure, and goes on from there', async () => {
    await writeFive();
    const right = await manifestOf('c-style');
    await writeFile(
      join(folderOf('c-style'), 'pack.yaml'),
      right.replace(nameOf('c-style'), '@other/c-style'),
    );
    const { code, stderr } = await user.prime(['publish', '--all']);
    assert.equal(code, 1);
    const published = [...stderr.matchAll(/^Published @acme\/t\d+-(\S+) 1\.0\.0\.$/gm)].map(
      ([, each]) => each,
    );
    assert.match(stderr, /@other\/c-style could not be published; the same command goes on with it/);
    assert.ok(!published.includes('c-style'));

    await writeFile(join(folderOf('c-style'), 'pack.yaml'), right);
    const again = await publishAll();
    assert.deepEqual(
      again
        .filter((line) => line.endsWith('unchanged'))
        .map((line) => line.split(' ')[0])
        .sort(),
      published.sort(),
    );
    assert.deepEqual(await versionsOf('a-app'), ['1.0.0']);
  });

  it('refuses two Primes with one name, and a folder without any', async () => {
    await write('one', [atom('one', 'x')]);
    await writeFiles(folderOf('two'), { 'pack.yaml': manifestText({ name: nameOf('one') }) });
    const twice = await user.prime(['publish', '--all']);
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /is the name of primes\/one and primes\/two; give one of them another name/);
    await rm(join(user.project, 'primes'), { recursive: true });
    const none = await user.prime(['publish', '--all']);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /there is no pack\.yaml in .+ or in a folder below/);
  });

  it('shows one report', async () => {
    await write('base', [atom('base', 'one')]);
    await write('web', [atom('web', 'one')], { [nameOf('base')]: '^1' });
    await publishAll();
    await write('web', [atom('web', 'two')], { [nameOf('base')]: '^1' });
    const { stdout } = await user.prime(['publish', '--all', '--auto']);
    assert.match(stdout, /^= @acme\/t\d+-base +1\.0\.0 +unchanged$/m);
    assert.match(stdout, /^\+ @acme\/t\d+-web +1\.0\.0 → 2\.0\.0 /m);
    assert.match(stdout, /^1 Prime published, 1 unchanged\.$/m);
  });
});

describe('prime version --auto --all', () => {
  it('writes the versions of all Primes, and publishes nothing', async () => {
    await writeFive();
    await publishAll();
    await write('e-base', [atom('e-base', 'one'), atom('e-base', 'two')]);
    const { code, stdout } = await user.prime(['version', '--auto', '--all']);
    assert.equal(code, 0);
    assert.match(stdout, /-e-base 1\.0\.0 → 1\.1\.0: /);
    assert.match(await manifestOf('e-base'), /^version: 1\.1\.0$/m);
    assert.deepEqual(await versionsOf('e-base'), ['1.0.0']);
  });
});

describe('edges between the Primes of a workspace', () => {
  it('lead somewhere, also to a Prime that is published later', async () => {
    const [base, web] = [atom('base', 'one'), atom('web', 'one')];
    await write('base', [{ ...base, edges: { related: [web.id] } }], { [nameOf('web')]: '^1' });
    await write('web', [{ ...web, edges: { requires: [base.id] } }], { [nameOf('base')]: '^1' });
    const dryRun = await user.prime(['publish', '--all', '--dry-run']);
    assert.equal(dryRun.code, 0, dryRun.stderr);
    assert.equal((await publishAll()).length, 2);
  });

  it('that lead nowhere stop the publish', async () => {
    const lost = { ...atom('base', 'one'), edges: { related: [nameOf('gone')] } };
    await write('base', [lost]);
    const { code, stderr } = await user.prime(['publish', '--all']);
    assert.deepEqual([code, /1 edge of the Prime leads nowhere/.test(stderr)], [2, true], stderr);
    assert.equal((await user.prime(['publish', '--all', '--allow-dangling'])).code, 0);
  });
});
