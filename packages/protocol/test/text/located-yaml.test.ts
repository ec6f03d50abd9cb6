// A located YAML document keeps its scalars as written, and has line and column of every node and error.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMap, isScalar, isSeq } from 'yaml';
import { parseLocatedYaml } from '../../src/text/located-yaml.ts';

const TEXT = 'version: 1.10\nlist:\n  - yes\n  - !!int 7\n';

describe('a parsed document', () => {
  const { document, positionOf } = parseLocatedYaml(TEXT, { uniqueKeys: true });
  assert.ok(isMap(document.contents));
  const list = document.contents.get('list');
  assert.ok(isSeq(list));

  it('keeps scalars as text, even with a tag', () => {
    assert.equal(document.get('version'), '1.10');
    assert.deepEqual(
      list.items.map((item) => isScalar(item) && item.value),
      ['yes', '7'],
    );
  });

  it('has the positions of its nodes', () => {
    assert.deepEqual(positionOf(list.items[0]), { line: 3, column: 5 });
    assert.deepEqual(positionOf(document.contents), { line: 1, column: 1 });
  });

  it('has its start as the position of anything else', () => {
    for (const nothing of [undefined, null, 'version'])
      assert.deepEqual(positionOf(nothing), { line: 1, column: 1 });
  });
});

describe('an error of a document', () => {
  const placesIn = (text: string, uniqueKeys: boolean) => {
    const { document, positionAt } = parseLocatedYaml(text, { uniqueKeys });
    return document.errors.map(({ code, pos }) => [code, positionAt(pos[0])]);
  };

  it('has a position', () => {
    assert.deepEqual(placesIn('a: 1\nb: @x\n', true), [['BAD_SCALAR_START', { line: 2, column: 4 }]]);
  });

  it('is a second document', () => {
    assert.deepEqual(placesIn('a: 1\n---\nb: 2\n', true), [['MULTIPLE_DOCS', { line: 2, column: 1 }]]);
  });

  it('is a repeated key, if keys must be unique', () => {
    assert.deepEqual(placesIn('a: 1\na: 2\n', true), [['DUPLICATE_KEY', { line: 2, column: 1 }]]);
    assert.deepEqual(placesIn('a: 1\na: 2\n', false), []);
  });
});
