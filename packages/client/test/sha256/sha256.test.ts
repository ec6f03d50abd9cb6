// Both SHA-256 implementations match the standard and each other, for any chunks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { createSha256 as createNodeSha256 } from '../../src/sha256/node-sha256.ts';
import { createSha256 as createPortableSha256 } from '../../src/sha256/portable-sha256.ts';
import type { Sha256 } from '../../src/sha256/sha256.ts';

const WAYS = { node: createNodeSha256, portable: createPortableSha256 };

function digest(create: () => Sha256, pieces: readonly Uint8Array[]): string {
  const hash = create();
  for (const piece of pieces) hash.update(piece);
  return hash.digestHex();
}

for (const [name, create] of Object.entries(WAYS)) {
  describe(`SHA-256 (${name})`, () => {
    // The examples that NIST publishes for FIPS 180-4.
    const examples: Record<string, string> = {
      '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
        '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    };
    for (const [text, expected] of Object.entries(examples)) {
      it(`of '${text}'`, () => assert.equal(digest(create, [Buffer.from(text)]), expected));
    }
  });
}

describe('SHA-256', () => {
  it('is the same in both at every length around the ends of blocks', () => {
    for (let length = 0; length <= 260; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => index * 7 + length);
      assert.equal(digest(createPortableSha256, [bytes]), digest(createNodeSha256, [bytes]), `${length}`);
    }
  });

  it('does not depend on the chunks', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const whole = digest(createNodeSha256, [Buffer.concat(parts)]);
        assert.equal(digest(createPortableSha256, parts), whole);
        assert.equal(digest(createNodeSha256, parts), whole);
      }),
    );
  });
});
