// Which files are pictures, and how large: by what they contain.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { sniffPicture } from '../../src/tasks/files/sniff-picture.ts';
import { gifOf, jpegOf, pngOf, webpOf } from './pictures.ts';

const SVG = 'image/svg+xml; charset=utf-8';
const svg = (text: string) => sniffPicture(Buffer.from(text));

describe('a picture', () => {
  test('has the type and size that its bytes say', () => {
    const size = { width: 700, height: 300 };
    assert.deepEqual(sniffPicture(pngOf(700, 300)), { type: 'image/png', ...size });
    assert.deepEqual(sniffPicture(gifOf(700, 300)), { type: 'image/gif', ...size });
    assert.deepEqual(sniffPicture(jpegOf(700, 300)), { type: 'image/jpeg', ...size });
    for (const form of ['VP8 ', 'VP8L', 'VP8X'] as const)
      assert.deepEqual(sniffPicture(webpOf(form, 700, 300)), { type: 'image/webp', ...size }, form);
  });

  test('that unpacks to more than a browser should hold is none', () => {
    assert.equal(sniffPicture(pngOf(4097, 4096)), undefined);
    assert.notEqual(sniffPicture(pngOf(4096, 4096)), undefined);
    assert.equal(sniffPicture(pngOf(2 ** 32 - 1, 1)), undefined);
    assert.equal(sniffPicture(pngOf(0, 1)), undefined);
    assert.equal(sniffPicture(gifOf(1, 1000, 65_535)), undefined, 'a frame that is larger than the picture');
    assert.equal(sniffPicture(jpegOf(65_535, 65_535)), undefined);
  });

  test('that is cut off, or hides its size, is none', () => {
    assert.equal(sniffPicture(jpegOf(7, 3).subarray(0, 60)), undefined);
    assert.equal(sniffPicture(jpegOf(7, 3, 65_000)) !== undefined, true);
    assert.equal(sniffPicture(Buffer.concat([gifOf(7, 3).subarray(0, 20)])), undefined);
    for (const bytes of [pngOf(7, 3), gifOf(7, 3), jpegOf(7, 3), webpOf('VP8X', 7, 3)])
      for (let length = 0; length < 24; length += 1)
        assert.equal(sniffPicture(bytes.subarray(0, length)), undefined);
  });

  test('cannot be made by any bytes that end the sniffing with an error', () => {
    const heads = [
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      '\xff\xd8\xff',
      'RIFF\0\0\0\0WEBPVP8L',
      '<svg ',
      '<!--',
      '<?',
    ];
    const bytes = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...heads), bytes, (head, rest) => {
        const found = sniffPicture(Buffer.concat([Buffer.from(head, 'latin1'), rest]));
        assert.ok(found === undefined || (found.width > 0 && found.height > 0));
      }),
    );
  });
});

describe('an SVG', () => {
  test('has the size of its root, or of its box', () => {
    assert.deepEqual(svg('<svg xmlns="x" width="64px" height=\'32\'></svg>'), {
      type: SVG,
      width: 64,
      height: 32,
    });
    assert.deepEqual(
      svg(
        '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg viewBox="0 0 20,10">',
      ),
      {
        type: SVG,
        width: 20,
        height: 10,
      },
    );
    assert.deepEqual(svg('<svg/>'), { type: SVG, width: 300, height: 150 });
    assert.deepEqual(svg('<svg width="1e9" height="100%" viewBox="0 0 40000 20000">'), {
      type: SVG,
      width: 2000,
      height: 1000,
    });
  });

  test('is no page, and declares no entities', () => {
    for (const text of [
      '<html><svg></svg></html>',
      '<svgx>',
      'a<svg>',
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>',
      '<!-- <svg>',
      '<svg ',
      '<x:svg xmlns:x="http://www.w3.org/2000/svg"/>',
      Buffer.from('\ufeff<svg/>', 'utf16le').toString('latin1'),
    ]) {
      assert.equal(svg(text), undefined, text);
    }
    assert.equal(svg(`${'<!---->'.repeat(20_000)}x`), undefined);
  });
});
