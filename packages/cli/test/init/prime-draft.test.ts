// The fields of a new Prime, and that pack.yaml preserves them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseManifest } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { suggestShortName } from '../../src/init/ask-draft.ts';
import { findFieldProblem, renderManifest } from '../../src/init/prime-draft.ts';

describe('a field of a draft', () => {
  it('is valid if a registry accepts it', () => {
    assert.equal(findFieldProblem('name', '@acme/x'), undefined);
    assert.equal(findFieldProblem('version', '1.0.0-beta.1'), undefined);
    assert.equal(findFieldProblem('description', 'Two\nlines: "quoted" # \\ é 😀'), undefined);
    assert.equal(findFieldProblem('license', 'MIT OR Apache-2.0'), undefined);
  });

  it('gets the error messages of the registry', () => {
    assert.match(findFieldProblem('name', '@acme') ?? '', /has no short name/);
    assert.match(findFieldProblem('version', 'v1.0.0') ?? '', /leave out the 'v'/);
    assert.match(findFieldProblem('description', ' ') ?? '', /is empty/);
    assert.match(findFieldProblem('description', 'a\u007fb') ?? '', /unprintable/);
    assert.match(findFieldProblem('license', 'a\nb') ?? '', /unprintable/);
  });
});

describe('the license of a draft', () => {
  it('is an SPDX expression, or a license of its own', () => {
    for (const license of ['0BSD', 'GPL-2.0-or-later WITH Classpath-exception-2.0', 'LicenseRef-of-acme'])
      assert.equal(findFieldProblem('license', license), undefined, license);
  });

  it('is not a version or another word, and the message says what would be right', () => {
    for (const license of ['1.0.0', 'Apache', 'free for all', 'mit', '(MIT'])
      assert.match(
        findFieldProblem('license', license) ?? '',
        /; use an identifier .* such as MIT, /,
        license,
      );
  });
});

const LICENSES = ['MIT', 'MIT OR Apache-2.0', '(0BSD AND LicenseRef-a.b)'] as const;

describe('the pack.yaml of a draft', () => {
  it('preserves any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...LICENSES), (description, license) => {
        fc.pre(findFieldProblem('description', description) === undefined);
        const text = renderManifest({ name: '@acme/x', version: '1.2.3', description, license });
        const parsed = parseManifest(Buffer.from(text));
        assert.ok('manifest' in parsed, text);
        const { manifest } = parsed;
        assert.deepEqual(
          [
            manifest.name.full,
            manifest.version.full,
            manifest.description,
            manifest.license,
            manifest.primeVersion,
          ],
          ['@acme/x', '1.2.3', description, license, '1.0'],
        );
      }),
    );
  });
});

describe('the name that a folder suggests', () => {
  for (const [folder, name] of [
    ['web-style', 'web-style'],
    ['Web Style (2)', 'web-style-2'],
    ['_private_', 'private'],
    ['Größe', 'gr-e'],
    ['1.0.0', ''],
    ['...', ''],
    ['', ''],
    ['x'.repeat(80), 'x'.repeat(64)],
  ] as const) {
    it(`is '${name}' for '${folder}'`, () => assert.equal(suggestShortName(folder), name));
  }
});
