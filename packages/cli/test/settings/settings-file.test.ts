// A config.yaml is parsed strictly: every mistake is reported with its position and a correction.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { parseSettings } from '../../src/settings/parse-settings.ts';
import { readSettings } from '../../src/settings/settings-file.ts';

const NOTHING = { registries: [], scopes: new Map() };

/** The problems of a text, each as `line:column field message`. */
function problemsOf(text: string): string[] {
  try {
    parseSettings('config.yaml', text);
    return [];
  } catch (error) {
    assert.ok(error instanceof ValidationError, String(error));
    assert.equal(error.message, 'config.yaml is not valid');
    return error.problems.map(({ field, message, line, column }) => `${line}:${column} ${field} ${message}`);
  }
}

describe('a settings file', () => {
  test('has registries in order and the registries of scopes, normalised', () => {
    const text = [
      '# of the team',
      'registries:',
      '  - https://Primes.example.com/',
      '  - "http://127.0.0.1:4000" # mine',
      '  - https://primes.example.com:443',
      'scopes:',
      "  '@acme': https://primes.acme.example/",
      '  "@b.c": http://b.example:80',
    ].join('\n');
    assert.deepEqual(parseSettings('config.yaml', text), {
      registries: ['https://primes.example.com', 'http://127.0.0.1:4000'],
      scopes: new Map([
        ['@acme', 'https://primes.acme.example'],
        ['@b.c', 'http://b.example'],
      ]),
    });
  });

  test('without contents is empty', () => {
    for (const text of ['', '# only this\n', '{}', '---\n', 'registries: []\nscopes: {}\n']) {
      assert.deepEqual(parseSettings('config.yaml', text), NOTHING, text);
    }
  });

  const mistakes: readonly (readonly [text: string, problem: RegExp])[] = [
    ['- https://a.example', /^1:1 file must be a mapping/],
    ['just text', /^1:1 file must be a mapping/],
    [
      'registry: https://a.example',
      /^1:1 'registry' is not a key .* 'registries', 'scopes', 'signers', 'signing-key', 'cafile', 'log-policy', 'fallback', .*'max-entries'$/,
    ],
    ['registries:\n  - https://a.example\ntoken: abc', /^3:1 'token' is not a key/],
    ['[a]: b', /^1:1 '\?' is not a key/],
    ['registries: https://a.example', /^1:13 registries must be a list .* '- https:/],
    ['registries:', /registries must be a list/],
    ['fallback: none', /^1:11 fallback must be 'name' or 'version'$/],
    ['fallback:', /fallback must be 'name' or 'version'$/],
    ['sign: never', /^1:7 sign must be 'always' or 'on-request'$/],
    ['signing-key: id_ed25519', /^1:14 signing-key must be the absolute path of an SSH key, or 'key::'/],
    ['signing-key:', /signing-key must be/],
    ['signers: /etc/allowed_signers', /^1:10 signers must map scopes to files/],
    ['signers:\n  "@acme": ./allowed', /^2:12 signers\.@acme must be the absolute path/],
    ['signers:\n  acme: /etc/allowed', /^2:3 signers 'acme' does not begin with '@'/],
    ['not-found-pages: [allow]', /not-found-pages must be 'refuse' or 'allow'$/],
    ['registries:\n  - https://a.example\n  - nonsense', /^3:5 registries\[1\] 'nonsense' is not a URL/],
    ['registries:\n  -\n', /registries\[0\] must be a base URL/],
    ['registries:\n  - [https://a.example]', /^2:5 registries\[0\] must be a base URL/],
    ['registries:\n  - &a https://a.example\n  - *a', /^3:5 registries\[1\] must be a base URL/],
    ['registries: [4000]', /^1:14 registries\[0\] '4000' is not a URL/],
    ['registries:\n  - https://u:hunter2@a.example', /^2:5 registries\[0\] a URL must not have a user name/],
    ['scopes: [a]', /^1:9 scopes must map scopes to base URLs/],
    ['scopes:\n  acme: https://a.example', /^2:3 scopes 'acme' does not begin with '@'/],
    ['scopes:\n  "@Acme": https://a.example', /^2:3 scopes .* write it in lower case: 'acme'/],
    ['scopes:\n  "@acme/web": https://a.example', /^2:3 scopes /],
    ['scopes:\n  "@acme": [x]', /^2:12 scopes\.@acme must be a base URL/],
    ['scopes:\n  "@acme": mailto:x', /^2:12 scopes\.@acme 'mailto:x' does not begin/],
    ['scopes:\n  @acme: https://a.example', /^2:3 file needs quotes: write a scope as '@acme'/],
    ['registries: []\nregistries: []', /^2:1 file has this key twice/],
    ['registries:\n\t- x', /^2:1 file is indented with a tab/],
    ['registries: []\n---\nscopes: {}', /^2:1 file has a second document/],
    ['registries: [', /file is not valid YAML here/],
  ];
  for (const [text, problem] of mistakes) {
    test(`is refused: ${JSON.stringify(text)}`, () => {
      const problems = problemsOf(text);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0] ?? '', problem);
      assert.doesNotMatch(problems[0] ?? '', /hunter2/);
    });
  }

  test('has all its mistakes reported', () => {
    const text = 'registries:\n  - a\n  - b\nscopes:\n  c: d\nother: 1\n';
    assert.deepEqual(
      problemsOf(text).map((problem) => problem.split(' ', 1)[0]),
      ['2:5', '3:5', '5:3', '5:6', '6:1'],
    );
  });

  test('that does not exist is empty, and one that is too long is refused', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'prime-settings-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'config.yaml');
    assert.deepEqual(await readSettings(path), NOTHING);
    assert.deepEqual(await readSettings(join(path, 'config.yaml')), NOTHING);
    await writeFile(path, `# ${'x'.repeat(70_000)}\n`);
    await assert.rejects(readSettings(path), (error) => {
      assert.ok(error instanceof ValidationError);
      assert.match(error.message, /config\.yaml has 70003 bytes; the maximum is 65536/);
      return true;
    });
    // A path below a file does not exist either.
    assert.deepEqual(await readSettings(join(path, 'config.yaml')), NOTHING);
  });

  const isPosix = process.platform !== 'win32';
  test('that is a pipe or a device is refused without blocking', {
    skip: !isPosix,
    timeout: 20_000,
  }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'prime-settings-'));
    t.after(() => rm(folder, { recursive: true }));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink('/dev/zero', join(folder, 'zero'));
    for (const name of ['pipe', 'zero']) {
      await assert.rejects(readSettings(join(folder, name)), (error) => {
        assert.ok(error instanceof ValidationError);
        assert.equal(error.message, `${join(folder, name)} is not a regular file`);
        return true;
      });
    }
  });
});
