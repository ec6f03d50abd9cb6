// Changes of a config.yaml affect one key and nothing else in the file.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { applyChange, changeSettings, type SettingsChange } from '../../src/settings/change-settings.ts';
import { parseSettings } from '../../src/settings/parse-settings.ts';

const FILE = `# Settings of the team.

registries:
  # The company's own.
  - https://primes.example.com
  - https://mirror.example.com/ # slow

# Where private Primes live.
scopes:
  "@acme": https://primes.acme.example # private
  # Of the other team.
  "@other": https://other.example
`;

const change = (text: string, what: SettingsChange): string => applyChange('config.yaml', text, what);

test('changes of several commands at the same time all take effect', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'prime-settings-'));
  t.after(() => rm(parent, { recursive: true }));
  // The folder of settings is often a link into a folder with version control.
  await mkdir(join(parent, 'dotfiles'));
  await symlink(join(parent, 'dotfiles'), join(parent, 'config'), 'dir');
  const path = join(parent, 'config', 'config.yaml');
  const added = Array.from({ length: 6 }, (_, index) => `https://r${index}.example`);
  await Promise.all([
    ...added.map((each) => changeSettings(path, { added: each })),
    changeSettings(path, { scope: '@acme', registry: 'https://acme.example' }),
  ]);
  const { registries, scopes } = parseSettings(path, await readFile(path, 'utf8'));
  assert.deepEqual(registries.toSorted(), added);
  assert.deepEqual([...scopes], [['@acme', 'https://acme.example']]);
  assert.deepEqual(await readdir(join(parent, 'dotfiles')), ['config.yaml']);
});

test("changes of a project's file at the same time all take effect, and the lock leaves nothing", async (t) => {
  const project = await mkdtemp(join(tmpdir(), 'prime-settings-'));
  t.after(() => rm(project, { recursive: true }));
  const path = join(project, '.primes', 'config.yaml');
  const scopes = Array.from(
    { length: 6 },
    (_, index) => [`@s${index}`, `https://r${index}.example`] as const,
  );
  await Promise.all(scopes.map(([scope, registry]) => changeSettings(path, { scope, registry })));
  const found = parseSettings(path, await readFile(path, 'utf8')).scopes;
  assert.deepEqual([...found].toSorted(), scopes);
  assert.deepEqual(await readdir(join(project, '.primes')), ['config.yaml']);
});

describe('a change', () => {
  test('creates a file', () => {
    const text = change('', { registries: ['https://a.example', 'http://127.0.0.1:4000'] });
    assert.equal(text, 'registries:\n  - https://a.example\n  - http://127.0.0.1:4000\n');
    const both = change(text, { scope: '@acme', registry: 'https://b.example' });
    assert.equal(both, `${text}scopes:\n  "@acme": https://b.example\n`);
    assert.equal(change('# mine\n', { registries: ['https://a.example'] }).split('\n')[0], '# mine');
  });

  test('of the list keeps the comments of remaining entries', () => {
    const registries = ['https://new.example', 'https://mirror.example.com', 'https://primes.example.com'];
    const changed = change(FILE, { registries });
    assert.deepEqual(parseSettings('config.yaml', changed).registries, registries);
    for (const comment of FILE.match(/#.*/g) ?? []) assert.ok(changed.includes(comment), comment);
  });

  test('that adds a registry keeps the others, and adds none twice', () => {
    const added = change(FILE, { added: 'https://new.example' });
    assert.equal(added, FILE.replace('# slow\n', '# slow\n  - https://new.example\n'));
    assert.equal(change(added, { added: 'https://new.example' }), added);
  });

  test('of a scope leaves the rest unchanged', () => {
    const pinned = change(FILE, { scope: '@acme', registry: 'https://new.example' });
    assert.equal(pinned, FILE.replace('https://primes.acme.example', 'https://new.example'));
    const unpinned = change(FILE, { scope: '@acme', registry: undefined });
    assert.equal(unpinned, FILE.replace(/ {2}"@acme".*\n/, ''));
  });

  test('that removes the last entry leaves no empty key, and the next one can be added', () => {
    let text = change(FILE, { scope: '@acme', registry: undefined });
    text = change(text, { scope: '@other', registry: undefined });
    assert.doesNotMatch(text, /^scopes/m);
    text = change(text, { registries: undefined });
    assert.deepEqual(parseSettings('config.yaml', text), { registries: [], scopes: new Map() });
    text = change(text, { registries: ['https://a.example'] });
    assert.match(text, /^registries:\n {2}- https:\/\/a\.example$/m);
  });

  test('of an invalid file is refused', () => {
    const attempt = () => change('registry: x', { registries: ['https://a.example'] });
    assert.throws(attempt, ValidationError);
  });

  test('is effective for any previous contents', () => {
    const url = fc.constantFrom('https://a.example', 'http://b.example:8080/x', 'https://c.example');
    const scope = fc.constantFrom('@a', '@b.c', '@0');
    const anyChange: fc.Arbitrary<SettingsChange> = fc.oneof(
      fc.record({ registries: fc.option(fc.uniqueArray(url), { nil: undefined }) }),
      fc.record({ scope, registry: fc.option(url, { nil: undefined }) }),
      fc.record({
        setting: fc.constant('fallback' as const),
        value: fc.option(fc.constantFrom('name', 'version'), { nil: undefined }),
      }),
      fc.record({ added: fc.constantFrom('https://a.example', 'https://primes.example.com') }),
      fc.record({
        setting: fc.constant('cafile' as const),
        value: fc.constantFrom('/etc/ca.pem', '/home/: #"x', undefined),
      }),
      fc.record({
        setting: fc.constant('log-policy' as const),
        value: fc.constantFrom('/etc/policy', undefined),
      }),
      fc.record({
        setting: fc.constant('signing-key' as const),
        value: fc.constantFrom('/home/: #"x', 'key::ssh-ed25519 AAAA', undefined),
      }),
      fc.record({ signersOf: scope, path: fc.constantFrom('/etc/allowed_signers', undefined) }),
    );
    fc.assert(
      fc.property(fc.constantFrom('', FILE), fc.array(anyChange), (before, changes) => {
        const { registries, scopes } = parseSettings('config.yaml', before);
        const none: string | undefined = undefined;
        const expected = {
          registries,
          scopes: new Map(scopes),
          fallback: none as string | undefined,
          cafile: none as string | undefined,
          'log-policy': none as string | undefined,
          'signing-key': none as string | undefined,
          signers: new Map<string, string>(),
        };
        let text: string = before;
        for (const one of changes) {
          text = change(text, one);
          if ('registries' in one) expected.registries = one.registries ?? [];
          else if ('added' in one) expected.registries = [...new Set([...expected.registries, one.added])];
          else if ('setting' in one) Object.assign(expected, { [one.setting]: one.value });
          else if ('signersOf' in one) {
            if (one.path === undefined) expected.signers.delete(one.signersOf);
            else expected.signers.set(one.signersOf, one.path);
          } else if (one.registry === undefined) expected.scopes.delete(one.scope);
          else expected.scopes.set(one.scope, one.registry);
        }
        const after = parseSettings('config.yaml', text);
        assert.deepEqual(after.registries, expected.registries);
        assert.deepEqual(after.scopes, expected.scopes);
        assert.equal(after.choices?.get('fallback'), expected.fallback);
        assert.equal(after.cafile, expected.cafile);
        assert.equal(after['log-policy'], expected['log-policy']);
        assert.equal(after['signing-key'], expected['signing-key']);
        const signers = [...(after.signers ?? [])].map(([of, { path }]) => [of, path] as const);
        assert.deepEqual(new Map(signers), expected.signers);
      }),
    );
  });
});
