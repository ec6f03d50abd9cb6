// Content-Type and Content-Disposition as clients write them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { parseParameterized } from '../../../../src/http/requests/multipart/parameterized-value.ts';

const wellFormed: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['form-data', 'form-data', {}],
  ['form-data; name=manifest', 'form-data', { name: 'manifest' }],
  ['form-data; name="manifest"', 'form-data', { name: 'manifest' }],
  ['  Form-Data ; NAME="x"', 'form-data', { name: 'x' }],
  ['FORM-DATA;NAME="Manifest"', 'form-data', { name: 'Manifest' }],
  ['form-data; name="a; filename=b"', 'form-data', { name: 'a; filename=b' }],
  ['form-data; name="a\\"b\\\\c"', 'form-data', { name: 'a"b\\c' }],
  ['form-data; name=""; filename=', 'form-data', { name: '', filename: '' }],
  ['form-data; name="one"; name="two"', 'form-data', { name: 'one' }],
  ['form-data; filename="C:\\\\x"; name=a;', 'form-data', { filename: 'C:\\x', name: 'a' }],
  [
    "form-data; name=a; filename*=UTF-8''n%C3%A4me",
    'form-data',
    { name: 'a', 'filename*': "UTF-8''n%C3%A4me" },
  ],
  ['form-data;; ;name="é"', 'form-data', { name: 'é' }],
];

suite('a header value with parameters', () => {
  for (const [header, value, parameters] of wellFormed) {
    test(header, () => {
      const parsed = parseParameterized(header);
      assert.deepEqual(parsed && [parsed.value, Object.fromEntries(parsed.parameters)], [value, parameters]);
    });
  }

  for (const header of [
    '',
    ' ',
    ';',
    '; name=a',
    'form-data; name="a',
    'form-data name=a',
    'form-data; name="a"b',
    'form-data; name = a',
  ]) {
    test(`'${header}' is malformed`, () => assert.equal(parseParameterized(header), undefined));
  }

  test('any name survives quoting', () => {
    const property = fc.property(
      fc.string({ unit: fc.constantFrom(...'a"\\;= \té\0', '🧠'), maxLength: 20 }),
      (name) => {
        const quoted = name.replaceAll(/["\\]/g, '\\$&');
        assert.equal(parseParameterized(`form-data; name="${quoted}"`)?.parameters.get('name'), name);
      },
    );
    fc.assert(property);
  });
});
