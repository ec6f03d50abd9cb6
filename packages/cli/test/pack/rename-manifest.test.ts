// Replaces the name in a pack.yaml and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseManifest } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { renameManifest } from '../../src/pack/rename-manifest.ts';

const NAME = '@me/other';
const rename = (text: string) => Buffer.from(renameManifest(Buffer.from(text), NAME)).toString();

describe('the name of a manifest', () => {
  for (const [kind, before, after] of [
    ['in double quotes', 'name: "@web-style"\n', 'name: "@me/other"\n'],
    [
      'in single quotes',
      "name: '@web-style' # why\nversion: 1.0.0",
      'name: "@me/other" # why\nversion: 1.0.0',
    ],
    ['without quotes', 'name: web style  # why\n', 'name: "@me/other"  # why\n'],
    [
      'over several lines',
      'name: web\n  style\n# why\nversion: 1.0.0',
      'name: "@me/other"\n# why\nversion: 1.0.0',
    ],
    ['folded', 'name: >\n  web\n  style\n\n# why\nv: 1', 'name: "@me/other"\n\n# why\nv: 1'],
    ['as a block that keeps its end', 'name: |+\n  web\n\n\nv: 1', 'name: "@me/other"\n\n\nv: 1'],
    ['with an anchor', 'name: &n "@x"\nlabel: *n\n', 'name: &n "@me/other"\nlabel: *n\n'],
    ['by an alias', 'label: &n "@x"\nname: *n # why\n', 'label: &n "@x"\nname: "@me/other" # why\n'],
    ['under a quoted key', '"name" :  "@x"\n', '"name" :  "@me/other"\n'],
    ['after a question mark', '? name\n: "@x"\nv: 1', '? name\n: "@me/other"\nv: 1'],
    ['in braces', '{v: 1, name: web-style , w: 2}', '{v: 1, name: "@me/other" , w: 2}'],
    ['in braces without spaces', '{"name":"@x","v":1}', '{"name":"@me/other","v":1}'],
    ['left empty', 'name:\nv: 1', 'name: "@me/other"\nv: 1'],
    ['left empty before spaces', 'name:  \r\nv: 1\r\n', 'name:  "@me/other"\r\nv: 1\r\n'],
    ['left empty before a comment', 'name: # why\nv: 1', 'name: "@me/other" # why\nv: 1'],
    ['left empty in braces', '{name:, v: 1}', '{name: "@me/other", v: 1}'],
    ['after a byte order mark', '\uFEFFname: "@x"\n', '\uFEFFname: "@me/other"\n'],
    [
      'next to the same name in a nested mapping',
      'a: {name: x}\nname: y\n',
      'a: {name: x}\nname: "@me/other"\n',
    ],
  ] as const) {
    it(`is replaced ${kind}`, () => assert.equal(rename(before), after));
  }

  for (const [kind, before, after] of [
    [
      'in front of the first key',
      '# about\n\nversion: 1.0.0\n',
      '# about\n\nname: "@me/other"\nversion: 1.0.0\n',
    ],
    ['after a document marker', '--- # x\nv: 1\n', '--- # x\nname: "@me/other"\nv: 1\n'],
    ['after a byte order mark', '\uFEFFv: 1\n', '\uFEFFname: "@me/other"\nv: 1\n'],
    ['with the indentation that is there', '  v: 1\n  w: 2\n', '  name: "@me/other"\n  v: 1\n  w: 2\n'],
    ['with the line ends that are there', 'v: 1\r\nw: 2\r\n', 'name: "@me/other"\r\nv: 1\r\nw: 2\r\n'],
    ['in front of an anchor', '&a v: 1\n', 'name: "@me/other"\n&a v: 1\n'],
    ['into braces', '--- {v: 1}\n', '--- {name: "@me/other", v: 1}\n'],
    ['though there is one further in', 'a:\n  name: x\n', 'name: "@me/other"\na:\n  name: x\n'],
  ] as const) {
    it(`is added ${kind}`, () => assert.equal(rename(before), after));
  }

  it('stays if it is not text or is there twice, because the manifest is invalid then', () => {
    for (const text of ['name: [a]\nv: 1', 'name:\n  a: b\n', '{name, v: 1}', '[a]', '']) {
      assert.equal(rename(text), text);
    }
    const twice = Buffer.from(rename('name: "@a/b"\nname: "@c/d"\n'));
    const parsed = parseManifest(twice);
    assert.ok(
      'problems' in parsed && parsed.problems.some(({ message }) => message.includes('more than once')),
    );
  });

  it('is the only change for a parser, in any context', () => {
    const comment = fc.constantFrom('', ' # a comment', '   ');
    const value = fc.constantFrom('"@web-style"', "'@Web'", 'web', '', '>-\n  a\n  b', '"@old/name"');
    const line = fc.constantFrom(
      '# note',
      '',
      'tags: [a, b]',
      'other: |\n  name: no\n',
      'list:\n  - name: no',
    );
    fc.assert(
      fc.property(
        value,
        comment,
        fc.array(line, { maxLength: 2 }),
        fc.boolean(),
        (old, note, lines, isFirst) => {
          fc.pre(!(old.startsWith('>') && note !== ''));
          const rest = 'version: 1.2.3\ndescription: "two # words" # x\nlicense: MIT\nprime-version: 1.0\n';
          const named = `name: ${old}${note}\n`;
          const text = `${isFirst ? named + rest : rest + named}${[...new Set(lines)].join('\n')}\n`;
          const renamed = rename(text);
          const parsed = parseManifest(Buffer.from(renamed));
          assert.ok('manifest' in parsed, renamed);
          const { name, version, description } = parsed.manifest;
          assert.deepEqual([name.full, version.full, description], [NAME, '1.2.3', 'two # words']);
          // The text before and after the value is unchanged.
          const start = text.indexOf(named) + 'name:'.length;
          assert.equal(renamed.slice(0, start), text.slice(0, start));
          const tail = text.slice(start + old.length + 1).trimStart();
          assert.ok(renamed.endsWith(tail), renamed);
        },
      ),
    );
  });
});
