// Mistakes in a lock file: each is reported with its position, and the contents of the file do not leak.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ValidationError } from '../../../src/errors/validation-error.ts';
import { readLockfile } from '../../../src/install/lockfile/read-lockfile.ts';

const project = await mkdtemp(join(tmpdir(), 'prime-lockfile-yaml-'));
const path = join(project, '.primes', 'lock.yaml');
await mkdir(join(project, '.primes'));
after(() => rm(project, { recursive: true }));

const DIGEST = '0123456789abcdef'.repeat(4);
/** Lines 4 to 9 are the only Prime. */
const GOOD = `# Written by prime. Commit it, so that everybody installs the same bytes.
lockfile-version: 1
primes:
  "@acme/api":
    version: 1.2.0
    range: ^1.0
    sha256: ${DIGEST}
    tree_sha256: ${DIGEST}
    registry: https://registry.example
`;
const ENTRY = GOOD.slice(GOOD.indexOf('  "@acme'));

async function rejection(text: string | Uint8Array): Promise<ValidationError> {
  await writeFile(path, text);
  try {
    await readLockfile(project);
  } catch (error) {
    assert.ok(error instanceof ValidationError, String(error));
    assert.ok(error.message.startsWith(path), error.message);
    return error;
  }
  assert.fail('it was taken');
}

describe('a lock file is refused', () => {
  test('unless it is valid, like this one', async () => {
    await writeFile(path, GOOD);
    assert.deepEqual([...((await readLockfile(project))?.keys() ?? [])], ['@acme/api']);
  });

  const mistakes: Record<
    string,
    [text: string, field: string, line: number, column: number, message: RegExp]
  > = {
    'with a name that is a path': [GOOD.replace('@acme/api', '../../x'), "'../../x'", 4, 3, /begin with '@'/],
    'with a scope that is a path': [GOOD.replace('@acme/api', '@../api'), "'@../api'", 4, 3, /begin and end/],
    'with __proto__ for a name': [
      GOOD.replace('@acme/api', '__proto__'),
      "'__proto__'",
      4,
      3,
      /begin with '@'/,
    ],
    'with a range for a version': [
      GOOD.replace('1.2.0', '1.2'),
      "'@acme/api'.version",
      5,
      14,
      /semantic version/,
    ],
    'with an invalid range': [
      GOOD.replace('^1.0', 'Newest'),
      "'@acme/api'.range",
      6,
      12,
      /not a version range/,
    ],
    'with half a digest': [GOOD.replace(DIGEST, 'abc'), "'@acme/api'.sha256", 7, 13, /64 lower-case/],
    'with half a digest of the tree': [
      GOOD.replace(`tree_sha256: ${DIGEST}`, 'tree_sha256: abc'),
      "'@acme/api'.tree_sha256",
      8,
      18,
      /64 lower-case/,
    ],
    'with a registry on the disk': [GOOD.replace('https:', 'file:'), "'@acme/api'.registry", 9, 15, /http/],
    'with a password': [
      GOOD.replace('registry.example', 'a:b@registry.example'),
      "'@acme/api'.registry",
      9,
      15,
      /user name or a password/,
    ],
    'with a list for a value': [GOOD.replace('^1.0', '[a]'), "'@acme/api'.range", 6, 12, /it is empty/],
    'with an alias for a value': [
      GOOD.replace('^1.0', '&a ^1.0').replace(/https.*/, '*a'),
      "'@acme/api'.registry",
      9,
      15,
      /not a URL/,
    ],
    'with a field too few': [GOOD.replace(/ {4}registry.*\n/, ''), "'@acme/api'", 4, 3, /has no registry/],
    'with requirements that move': [
      `${GOOD}    requires: "@acme/core@latest"\n`,
      "'@acme/api'.requires",
      10,
      15,
      /moves from version to version/,
    ],
    'with requirements without a range': [
      `${GOOD}    requires: "@acme/core@^1, @acme/css"\n`,
      "'@acme/api'.requires",
      10,
      15,
      /'@acme\/css'/,
    ],
    'with a field too many': [
      `${GOOD}    constructor: x\n`,
      "'@acme/api'.constructor",
      10,
      18,
      /no field 'constructor'/,
    ],
    'with a file outside of the project': [
      `${GOOD}    required_by: ../x\n`,
      "'@acme/api'.required_by",
      10,
      18,
      /within the project/,
    ],
    'with text for a Prime': [`${GOOD}  "@acme/b": 1.0.0\n`, "'@acme/b'", 10, 3, /has no version, sha256/],
    'with a Prime twice': [GOOD + ENTRY, 'file', 10, 3, /twice/],
    'with a field twice': [`${GOOD}    range: ^2\n`, 'file', 10, 5, /twice/],
    'with text for all Primes': [
      GOOD.slice(0, GOOD.indexOf('primes')).concat('primes: all\n'),
      'primes',
      3,
      1,
      /must map names/,
    ],
    'with another key': [`${GOOD}other: 1\n`, "'other'", 10, 1, /not a key of lock files/],
    'of another kind': [
      GOOD.replace('version: 1\n', 'version: one\n'),
      'lockfile-version',
      2,
      19,
      /it must be 1/,
    ],
    'of a newer prime': [
      GOOD.replace('version: 1\n', 'version: 2\n'),
      'lockfile-version',
      2,
      19,
      /update prime/,
    ],
    'of a newer prime that looks different': [
      'lockfile-version: 3\nprimes: []\n',
      'lockfile-version',
      1,
      19,
      /update prime/,
    ],
    'with a new name that is no name': [
      GOOD.replace(/( {4})registry: (\S+)\n/, '$1registry: $2\n$1moved_to: "../../etc"\n'),
      "'@acme/api'.moved_to",
      10,
      15,
      /is not|does not begin/,
    ],
    'that is cut off': [`${GOOD}  "@acme/b`, 'file', 10, 11, /YAML/],
    'with the marks of a merge': [
      `<<<<<<< HEAD\n${GOOD}=======\n>>>>>>> main\n`,
      'file',
      1,
      1,
      /conflict marker of git/,
    ],
  };
  for (const [what, [text, field, line, column, message]] of Object.entries(mistakes)) {
    test(what, async () => {
      const { problems } = await rejection(text);
      assert.equal(problems.length, 1, JSON.stringify(problems));
      const [problem] = problems;
      assert.deepEqual({ ...problem, message: '' }, { field, line, column, message: '' });
      assert.match(problem?.message ?? '', message);
    });
  }

  test('without its version', async () => {
    for (const text of ['', GOOD.replace(/lockfile-version.*\n/, '')]) {
      const { problems } = await rejection(text);
      assert.match(problems[0]?.message ?? '', /write 'lockfile-version: 1'/);
    }
  });

  test('with all mistakes reported', async () => {
    const { problems } = await rejection(GOOD.replace('1.2.0', '1.2').replace('^1.0', 'Newest'));
    assert.deepEqual(
      problems.map(({ line }) => line),
      [5, 6],
    );
  });

  test('if it is not text, or too long', async () => {
    assert.match((await rejection(Buffer.from([0x70, 0xff, 0xfe]))).message, /not valid UTF-8/);
    assert.match((await rejection(`${GOOD}#${'x'.repeat(4 * 2 ** 20)}\n`)).message, /the maximum is 4194304/);
  });

  // With a quadratic comparison of names this would take some seconds.
  test('with very many mistakes, of which the first are reported and the rest counted', async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => `  "b${index}": x\n`).join('');
    const { problems } = await rejection(`lockfile-version: 1\nprimes:\n${entries}`);
    assert.equal(problems.length, 51);
    // Each has an invalid name, and no fields.
    assert.deepEqual(problems.at(-1), { field: '…', message: 'and 39950 more' });
  });

  // Each range takes a tenth of a millisecond to parse, and there is room for hundreds of thousands.
  test('with very many different ranges, however they are written', async () => {
    const requires = (prime: number): string =>
      Array.from({ length: 256 }, (_, index) => `@b/c${index}@^${prime}.${index}.1`).join(', ');
    const entries = Array.from(
      { length: 40 },
      (_, prime) =>
        `${ENTRY.replace('@acme/api', `@acme/p${prime}`)}    requires: ${JSON.stringify(requires(prime))}\n`,
    );
    for (const text of [entries.join(''), entries.toReversed().join('')]) {
      const { problems } = await rejection(`lockfile-version: 1\nprimes:\n${text}`);
      assert.match(problems[0]?.message ?? '', /at most 10000 different ones/);
    }
    await writeFile(path, `lockfile-version: 1\nprimes:\n${entries.slice(0, 30).join('')}`);
    assert.equal((await readLockfile(project))?.size, 30);
  });

  test('with more requirements of a Prime than it may have', async () => {
    const line = Array.from({ length: 257 }, (_, index) => `@b/c${index}@^1`).join(', ');
    const { problems } = await rejection(`${GOOD}    requires: ${JSON.stringify(line)}\n`);
    assert.match(problems[0]?.message ?? '', /has 257 Primes; a Prime requires at most 256/);
  });

  test('if it is nested too deep for a parser', async () => {
    const { problems } = await rejection(`lockfile-version: 1\nprimes: ${'['.repeat(20_000)}`);
    assert.match(problems[0]?.message ?? '', /YAML/);
  });

  const unix = process.platform === 'win32' ? 'there are no such files' : false;
  test('if it is a folder, a device or a pipe', { skip: unix }, async () => {
    const kinds: (() => unknown)[] = [
      () => mkdirSync(path),
      () => symlinkSync('/dev/zero', path),
      () => execFileSync('mkfifo', [path]),
    ];
    for (const make of kinds) {
      rmSync(path, { recursive: true, force: true });
      make();
      await assert.rejects(readLockfile(project), (error) => {
        assert.ok(error instanceof ValidationError);
        assert.equal(error.message, `${path} is not a regular file`);
        return true;
      });
    }
    rmSync(path, { recursive: true });
  });
});
