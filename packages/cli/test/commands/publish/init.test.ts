// Creating a Prime, as its author sees it.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, eventually, type PrimeUser, startRegistry } from '@prime-registry/testkit';
import { runPrime } from '../../../src/run-prime.ts';
import { type FakeStreams, makeStreams } from '../../fake-streams.ts';
import { writeFiles } from '../../pack/prime-folder.ts';

const GIVEN = ['--yes', '--name', '@acme/web-style', '--description', 'Rules for "web" pages'];
const ATOM = 'primes/sources/@acme/fact-web-style-one-statement-each.prime';

let user: PrimeUser;
beforeEach(async () => {
  user = await createPrimeUser();
});
afterEach(() => user.remove());

describe('prime init', () => {
  it('writes a Prime with one atom that can be packed and published', async () => {
    const registry = await startRegistry();
    const { code, stdout, stderr } = await user.prime(['init', ...GIVEN]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(
      stdout.startsWith(`Created @acme/web-style 0.1.0 in ${user.project}\n\n  created  pack.yaml\n`),
      stdout,
    );
    assert.match(stdout, /\n {2}prime pack --dry-run +.*\n {2}prime publish +.*\n$/);

    const published = await user.prime(['publish', '--remote', registry.baseUrl], {
      environment: { PRIME_REGISTRY_TOKEN: registry.author.token ?? '' },
    });
    assert.equal(published.code, 0, published.stderr);
    const { json } = await registry.anonymous.get('/pack/@acme/web-style/0.1.0');
    await registry.stop();
    const { description, license, atoms, namespaces } = json;
    assert.deepEqual(
      { description, license, atoms, namespaces, format: json['prime-version'] },
      {
        description: 'Rules for "web" pages',
        license: 'Apache-2.0',
        atoms: 1,
        namespaces: ['@acme'],
        format: '1.0',
      },
    );
  });

  it('lists the written files as JSON; their texts have the name of the Prime', async () => {
    const { stdout } = await user.prime([
      'init',
      'mine',
      '--json',
      ...GIVEN,
      '--version',
      '2.0.0',
      '--license',
      'MIT',
    ]);
    const folder = join(user.project, 'mine');
    assert.deepEqual(JSON.parse(stdout), {
      name: '@acme/web-style',
      version: '2.0.0',
      folder,
      created: ['pack.yaml', 'README.md', '.primeignore', ATOM],
      kept: [],
    });
    const read = (path: string) => readFile(join(folder, path), 'utf8');
    assert.match(
      await read('pack.yaml'),
      /^# .*\nname: "@acme\/web-style"\n.*\nversion: "2\.0\.0"\n.*\nlicense: "MIT"\n/s,
    );
    assert.match(
      await read('README.md'),
      /^# @acme\/web-style\n\nRules for "web" pages\n.*prime install @acme\/web-style\n.*\nMIT\n$/s,
    );
    assert.match(
      await read(ATOM),
      /^\/\/ .*\nfact OneStatementEach \{\n {2}id: "@acme\/fact-web-style-one-statement-each"\n {2}version: "2\.0\.0"\n/s,
    );
  });

  it('keeps all existing files, and says so', async () => {
    await writeFile(join(user.project, 'README.md'), 'mine');
    await mkdir(join(user.project, 'primes'));
    const { code, stdout } = await user.prime(['init', ...GIVEN]);
    assert.equal(code, 0);
    assert.match(stdout, /\n {2}kept +README\.md\n {2}kept +primes\/\n/);
    assert.equal(await readFile(join(user.project, 'README.md'), 'utf8'), 'mine');
    assert.deepEqual(await readdir(join(user.project, 'primes')), [], 'existing atoms get no example');
  });

  it('changes nothing if there is a pack.yaml', async () => {
    await writeFile(join(user.project, 'pack.yaml'), 'mine');
    const { code, stderr } = await user.prime(['init', ...GIVEN]);
    assert.equal(code, 2);
    assert.equal(stderr, `error: ${join(user.project, 'pack.yaml')} exists already; nothing was changed\n`);
    assert.deepEqual(await readdir(user.project), ['pack.yaml']);
  });

  it('writes nothing if flags are invalid or missing, and reports all of them', async () => {
    const wrong = await user.prime(['init', 'new', '--name', 'x', '--version', '1', '--description', 'x']);
    assert.equal(wrong.code, 3);
    assert.match(
      wrong.stderr,
      /--name: 'x' does not begin with '@'.*--version: '1' is not a semantic version/,
    );
    const license = await user.prime(['init', 'new', ...GIVEN, '--license', '1.0.0']);
    assert.equal(license.code, 3);
    assert.match(license.stderr, /--license: '1\.0\.0' is not an identifier on the SPDX license list; use /);
    const missing = await user.prime(['init', 'new']);
    assert.equal(missing.code, 3);
    assert.match(
      missing.stderr,
      /^error: --name and --description must be given, because prime cannot ask here\n/,
    );
    const one = await user.prime(['init', 'new', '--yes', '--name', '@acme/x']);
    assert.match(one.stderr, /^error: --description must be given/);
    assert.deepEqual(await readdir(user.project), []);
  });
});

describe('prime init at a terminal', () => {
  /** Answers each question when it appears. */
  async function init(
    args: readonly string[],
    answers: readonly (readonly [question: string, keys: string])[],
  ) {
    const streams: FakeStreams = makeStreams({ columns: 100 });
    const folder = join(user.project, 'My Style');
    await mkdir(folder, { recursive: true });
    const host = { ...streams, env: {}, cwd: () => folder };
    const running = runPrime(['init', ...args], host);
    for (const [question, keys] of answers) {
      await eventually(() => assert.ok(streams.stderrText().includes(question), streams.stderrText()));
      streams.type(keys);
    }
    return { code: await running, streams, folder };
  }

  it('asks for missing fields, suggests defaults, and asks again after an invalid answer', async () => {
    const { code, streams, folder } = await init(
      ['--license', 'MIT'],
      [
        ['Scope', '@Acme\r'],
        ['only a to z', '\u007f\u007f\u007f\u007facme\r'],
        ['my-style', '\r'],
        ['Version', '\r'],
        ['Description', '\r'],
        ['is empty', 'Rules\r'],
      ],
    );
    assert.equal(code, 0, streams.stderrText());
    assert.ok(!streams.stderrText().includes('License'), 'a given field is not asked for');
    const manifest = await readFile(join(folder, 'pack.yaml'), 'utf8');
    assert.match(
      manifest,
      /\nname: "@acme\/my-style"\n.*\nversion: "0\.1\.0"\n.*\ndescription: "Rules"\n.*\nlicense: "MIT"\n/s,
    );
  });

  it('writes nothing if a question is cancelled', async () => {
    const { code, folder } = await init(['--description', 'Rules'], [['Scope', '\u0003']]);
    assert.equal(code, 130);
    assert.deepEqual(await readdir(folder), []);
  });

  it('asks nothing if there is a pack.yaml', async () => {
    await writeFiles(join(user.project, 'My Style'), { 'pack.yaml': 'mine' });
    // A question would be cancelled.
    const { code, streams } = await init([], [['', '\u0003']]);
    assert.equal(code, 2);
    assert.match(streams.stderrText(), /pack\.yaml exists already; nothing was changed\n$/);
  });

  it('asks nothing with --yes', async () => {
    const { code, streams } = await init([...GIVEN], []);
    assert.equal(code, 0);
    assert.equal(streams.stderrText(), '');
  });
});
