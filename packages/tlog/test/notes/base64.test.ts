// Base 64, compared with that of Node.js.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { decodeBase64, encodeBase64 } from '../../src/index.ts';

/** What not every supported platform has. */
const NATIVE = [
  [Uint8Array, 'fromBase64'],
  [Uint8Array.prototype, 'toBase64'],
] as const;

for (const isNative of [true, false]) {
  describe(isNative ? 'with the functions of the platform' : 'without them', () => {
    const known = NATIVE.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
    before(() => {
      if (isNative) return;
      for (const [owner, name] of NATIVE)
        Object.defineProperty(owner, name, { value: undefined, configurable: true });
    });
    after(() => {
      for (const [index, [owner, name]] of NATIVE.entries())
        Object.defineProperty(owner, name, known[index] ?? { value: undefined, configurable: true });
    });

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

    test('a long text is no problem', () => {
      const bytes = new Uint8Array(12_000_000);
      assert.deepEqual(decodeBase64('AAAA'.repeat(bytes.length / 3)), bytes);
    });
  });
}
