// Characters of random texts.
import fc from 'fast-check';

/** Any code point, but no lone surrogate. The library's own unit `binary` is the same, and takes a second to build. */
export const CODE_POINT: fc.Arbitrary<string> = fc
  .nat({ max: 0x10f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));
