// The manifest of a publish: required and optional fields, and that its text is what everybody reads.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { manifestText, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const REQUIRED = ['name', 'version', 'description', 'license', 'prime-version'];
const NAME = '@acme/web-style';

/** The lines of a valid manifest, with some keys replaced or, if undefined, removed. */
function manifestWith(lines: Readonly<Record<string, string | undefined>>): string {
  const good = {
    name: `"${NAME}"`,
    version: '1.0.0',
    description: 'Rules',
    license: 'MIT',
    'prime-version': '"1.0"',
  };
  return Object.entries({ ...good, ...lines })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

suite('the manifest of a publish', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  let versions = 0;
  /** Publishes under a new version and reads back what everybody reads. */
  async function publishAndRead(lines: Readonly<Record<string, string | undefined>>, version?: string) {
    versions += 1;
    const unique = version ?? `0.0.${versions}`;
    const name = version === undefined ? NAME : `@acme/read-${versions}`;
    const text = manifestWith({ name: `"${name}"`, version: unique, ...lines });
    // As bytes: fetch would turn the line ends of a field into CRLF.
    const manifest = Buffer.from(text);
    const published = await registry.author.publish({ manifest, files: { 'a.md': String(versions) } });
    assert.equal(published.status, 201, published.text);
    const read = await registry.anonymous.get(`/pack/${name}/${unique}`);
    const source = await registry.anonymous.get(`/-/primes/${name}/${unique}/pack.yaml`);
    assert.equal(source.text, text);
    return read.json;
  }

  for (const field of REQUIRED) {
    for (const [what, value] of [
      ['missing', undefined],
      ['empty', '""'],
      ['blank', '"  "'],
      ['without a value', ''],
      ['a list', '[a]'],
      ['a mapping', '{a: b}'],
    ] as const) {
      test(`${field} ${what}: 400 with a message that says so`, async () => {
        const manifest = manifestWith({ [field]: value });
        const problem = await expectRefused(registry, () => registry.author.publish({ manifest }), {
          code: 'invalid_manifest',
          fields: [field],
        });
        assert.match(problem.detail, new RegExp(`\\b${field}: `));
      });
    }
  }

  test('all missing fields are reported at once', async () => {
    const problem = await expectRefused(
      registry,
      () => registry.author.publish({ manifest: 'tags: [web]\n' }),
      { code: 'invalid_manifest', fields: REQUIRED },
    );
    for (const { message } of problem.errors ?? []) assert.match(message, /is missing; add a line such as '/);
  });

  const wrongValues: readonly (readonly [field: string, value: string, says: RegExp])[] = [
    ['name', '"@web-style"', /has no short name; use '@<scope>\/<name>', such as '@acme\/web-style'/],
    ['name', 'web-style', /does not begin with '@'/],
    ['name', '"@acme/web/style"', /more than one slash/],
    ['name', '"@Acme/web-style"', /write it in lower case: 'acme'/],
    ['name', '"@acme/1.0.0"', /may not itself be a version/],
    ['name', `"@acme/${'x'.repeat(65)}"`, /65 characters; at most 64/],
    ['name', '"@acme/-x"', /must begin and end with a letter or a digit/],
    ['version', 'v1.0.0', /leave out the 'v': '1.0.0'/],
    ['version', '1.0', /it needs three numbers, such as '1.0.0'/],
    ['version', '1.01.0', /may not begin with a zero/],
    ['version', `1.0.0-${'x'.repeat(123)}`, /at most 128 characters/],
    ['version', 'latest', /is not a semantic version/],
    ['atoms', '-1', /a whole number, 0 or more/],
    ['atoms', '1.5', /a whole number, 0 or more/],
    ['atoms', '"3"', /write the number without quotes/],
    ['atoms', 'many', /a whole number, 0 or more/],
    ['namespaces', '"@acme"', /a list of texts that begin with '@'/],
    ['namespaces', '[acme]', /a list of texts that begin with '@'/],
    ['namespaces', '["@acme", 3]', /a list of texts that begin with '@'/],
    ['sha256', 'abc', /64 lower-case hexadecimal digits/],
    ['sha256', 'A'.repeat(64), /64 lower-case hexadecimal digits/],
  ];
  for (const [field, value, says] of wrongValues) {
    test(`${field}: ${value.slice(0, 40)} is a 400 that says what would be right`, async () => {
      const manifest = manifestWith({ [field]: value });
      const problem = await expectRefused(registry, () => registry.author.publish({ manifest }), {
        code: 'invalid_manifest',
        fields: [field],
      });
      const [error] = problem.errors ?? [];
      assert.match(error?.message ?? '', says);
      const line = manifest.split('\n').findIndex((text) => text.startsWith(`${field}:`)) + 1;
      assert.equal(error?.line, line, 'where it is');
    });
  }

  const noManifests: readonly (readonly [what: string, manifest: string | Buffer, says: RegExp])[] = [
    ['a list', '- a\n- b\n', /is not a mapping/],
    ['a text', 'just words\n', /is not a mapping/],
    ['broken YAML', 'name: [unended\n', /is not valid YAML/],
    ['JSON with a fault', '{"name": "@acme/web-style",,}', /is not valid YAML/],
    ['two documents', `${manifestWith({})}---\n${manifestWith({})}`, /more than one YAML document/],
    ['YAML 1.1', `%YAML 1.1\n---\n${manifestWith({})}`, /use YAML 1.2/],
    ['not UTF-8', Buffer.concat([Buffer.from(manifestWith({})), Buffer.from([0xff])]), /is not valid UTF-8/],
    ['NUL', `${manifestWith({})}x: \0\n`, /unprintable character U\+0000/],
    ['too many aliases', `${manifestWith({})}a: &a x\nb: [${'*a, '.repeat(21)}]\n`, /more than 20 aliases/],
    [
      'deep nesting',
      `${manifestWith({})}x: ${'['.repeat(15_000)}`,
      /nested too deeply|too much structure|not valid YAML/,
    ],
    ['over 256 KiB', `${manifestWith({})}#${'x'.repeat(256 * 1024)}`, /at most 262144 \(256 KiB\)/],
    ['far over 256 KiB', `${manifestWith({})}#${'x'.repeat(1_500_000)}`, /at most 262144 \(256 KiB\)/],
  ];
  for (const [what, manifest, says] of noManifests) {
    test(`a manifest that is ${what} is a 400`, async () => {
      const problem = await expectRefused(registry, () => registry.author.publish({ manifest }), {
        code: 'invalid_manifest',
        fields: ['manifest'],
      });
      assert.match(problem.errors?.[0]?.message ?? '', says);
    });
  }

  test('a repeated key is a 400 that names it, whether it is known or not', async () => {
    for (const key of ['license', 'homepage']) {
      const manifest = `${manifestWith({ homepage: 'x' })}${key}: y\n`;
      const problem = await expectRefused(registry, () => registry.author.publish({ manifest }), {
        code: 'invalid_manifest',
        fields: [key],
      });
      assert.match(problem.errors?.[0]?.message ?? '', /more than once/);
    }
  });

  test('a manifest of exactly 256 KiB is published', async () => {
    const text = manifestText({ name: '@acme/large-manifest' });
    const manifest = Buffer.from(`${text}\n#${'x'.repeat(256 * 1024 - Buffer.byteLength(text) - 2)}`);
    assert.equal(manifest.length, 256 * 1024);
    assert.equal((await registry.author.publish({ manifest })).status, 201);
  });

  test('an unquoted scalar keeps its text', async () => {
    const read = await publishAndRead(
      { 'prime-version': '1.0', license: '0x1F', description: 'yes' },
      '1.10.0',
    );
    assert.equal(read.version, '1.10.0');
    assert.equal(read['prime-version'], '1.0');
    assert.equal(read.license, '0x1F');
    assert.equal(read.description, 'yes');
  });

  test('a folded description is folded, a literal one keeps its lines', async () => {
    const folded = await publishAndRead({ description: '>\n  Two lines\n  folded.\n\n  A paragraph.' });
    assert.equal(folded.description, 'Two lines folded.\nA paragraph.\n');
    const literal = await publishAndRead({ description: '|-\n  Two lines\n  kept.' });
    assert.equal(literal.description, 'Two lines\nkept.');
  });

  test('text in any script is unchanged', async () => {
    const description = 'Größe, 規則, قواعد, emoji 🧠, and a "quote" \\ backslash';
    const read = await publishAndRead({ description: JSON.stringify(description) });
    assert.equal(read.description, description);
  });

  test('an alias, an anchor and an explicit tag of the right kind are read', async () => {
    const read = await publishAndRead({
      description: '&text Shared',
      license: '*text',
      'prime-version': '!!str 2.0',
    });
    assert.deepEqual([read.license, read['prime-version']], ['Shared', '2.0']);
  });

  test('unknown keys are kept in the published text, and do no harm', async () => {
    const read = await publishAndRead({
      homepage: 'https://acme.example/ # a comment',
      __proto__x: '1',
      constructor: '{a: [1, {b: c}]}',
      yanked: 'true',
      tarball_url: '/elsewhere',
      published_at: 'never',
    });
    assert.equal(read.yanked, false);
    assert.match(read.tarball_url, /^\/pack\/@acme\/web-style\/0\.0\.\d+\/tarball$/);
    assert.match(read.published_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(!('homepage' in read));
  });

  test('a byte order mark and CRLF line ends are read', async () => {
    const manifest = `\ufeff${manifestWith({ name: '"@acme/crlf"' })}`.replaceAll('\n', '\r\n');
    assert.equal((await registry.author.publish({ manifest: Buffer.from(manifest) })).status, 201);
    assert.equal((await registry.anonymous.get('/pack/@acme/crlf/1.0.0')).json.license, 'MIT');
  });

  test('given atoms and namespaces are unchanged', async () => {
    const read = await publishAndRead({ atoms: '7', namespaces: '["@zulu", "@acme"]' });
    assert.deepEqual([read.atoms, read.namespaces], [7, ['@zulu', '@acme']]);
    const none = await publishAndRead({ atoms: '0', namespaces: '[]' });
    assert.deepEqual([none.atoms, none.namespaces], [0, []]);
  });
});
