// Base 64, compared with that of Node.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { decodeBase64, encodeBase64 } from '../../src/index.ts';

test('any bytes are written as Node.js writes them, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = encodeBase64(bytes);
      assert.equal(text, Buffer.from(bytes).toString('base64'));
      assert.deepEqual(decodeBase64(text), bytes);
    }),
  );
});

test('a text is accepted only if it is the one that encodes its bytes', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'AQgwZz+/_=- \n'), maxLength: 12 });
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = decodeBase64(text);
      const canonical = Buffer.from(text, 'base64').toString('base64');
      assert.equal(
        bytes === undefined ? undefined : encodeBase64(bytes),
        canonical === text ? text : undefined,
      );
    }),
  );
});

test('text of any length is read', () => {
  const text = 'A'.repeat(16_000_000);
  assert.equal(decodeBase64(text)?.length, 12_000_000);
  assert.equal(decodeBase64(`${text}AAA!`), undefined);
});
