// Properties of all texts: printed atoms are read back, and no input throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { InventoryBuilder } from '../../src/index.ts';
import { parseSource } from '../../src/language/parse-source.ts';
import type { SourceValue } from '../../src/language/source-value.ts';
import { type AtomModel, atomModels, type Model, printAtom, Style, styles } from '../random-atoms.ts';

test('random atoms, printed in a random style, are read back', () => {
  fc.assert(
    fc.property(fc.array(atomModels, { maxLength: 4 }), styles, (models, choices) => {
      const style = new Style(choices);
      const { atoms, problems } = parseSource(models.map((model) => printAtom(model, style)).join(''));
      assert.deepEqual(problems, []);
      assert.deepEqual(
        atoms.map(({ kind, name, fields }) => ({
          kind,
          name,
          fields: toSorted(fields.map(({ key, value }) => [key, toModel(value)])),
        })),
        models.map(({ fields, ...rest }) => ({ ...rest, fields: sortFields(fields) })),
      );
    }),
  );
});

test('the hash does not depend on comments, spaces, quotes or the order of keys, but on everything else', async () => {
  await fc.assert(
    fc.asyncProperty(atomModels, styles, styles, async (model, one, other) => {
      const hash = await hashOf(printAtom(model, new Style(one)));
      assert.match(hash, /^[0-9a-f]{64}$/);
      assert.equal(await hashOf(printAtom(model, new Style(other))), hash);
      const changed = { ...model, fields: [...model.fields, ['more', { word: 'x' }] as const] };
      assert.notEqual(await hashOf(printAtom(changed, new Style(one))), hash);
      assert.notEqual(await hashOf(printAtom({ ...model, kind: `${model.kind}a` }, new Style(one))), hash);
    }),
    COSTLY,
  );
});

test('no text throws, and every problem has a position in the text', () => {
  const pieces = fc.constantFrom(
    'rule One {\n',
    '}',
    '{',
    '[',
    ']',
    '"',
    '"""',
    '\n',
    '  a: ',
    '@s/x',
    '//',
    '/*',
    '*/',
    '|',
    ',',
    'x',
    '\\',
    '(',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      for (const { offset, message } of parseSource(text).problems) {
        assert.ok(offset >= 0 && offset <= text.length);
        assert.ok(message.length > 0 && message.length < 600);
      }
    }),
  );
});

async function hashOf(text: string): Promise<string> {
  const builder = new InventoryBuilder();
  builder.add('primes/x.prime', new TextEncoder().encode(text));
  return (await builder.finish()).atoms[0]?.hash ?? '';
}

function toModel(value: SourceValue): Model {
  if (value.type === 'list') return { list: value.items.map(toModel) };
  if (value.type === 'object') {
    return { object: toSorted(value.fields.map((field) => [field.key, toModel(field.value)])) };
  }
  if (value.type === 'text') return { text: value.text };
  return value.type === 'word' ? { word: value.text } : { reference: value.text };
}

function sortFields(fields: AtomModel['fields']): AtomModel['fields'] {
  return toSorted(fields.map(([key, model]) => [key, sortModel(model)]));
}

function sortModel(model: Model): Model {
  if ('list' in model) return { list: model.list.map(sortModel) };
  return 'object' in model ? { object: sortFields(model.object) } : model;
}

function toSorted(fields: AtomModel['fields']): AtomModel['fields'] {
  return fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
