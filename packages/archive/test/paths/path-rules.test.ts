// The rules for single paths, each with a path that breaks it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPathProblem } from '../../src/paths/path-rules.ts';

const GOOD = [
  'pack.yaml',
  'primes/@web-style/rule.prime',
  'a b/c',
  '.hidden',
  '...x',
  'a..b',
  'console.md',
  'com0',
  'nullable',
  'lexicon.md',
  'telecom1',
  'é/日本語/👩‍👩‍👧',
  '\u2764\ufe0f.md',
  'план/заметка.md',
  'ελληνικά.md',
  `${'a'.repeat(255)}/${'b'.repeat(255)}`,
  'docs/Pack.yaml',
];

const BAD: readonly (readonly [path: string, problem: RegExp])[] = [
  ['', /empty path/],
  ['/etc/passwd', /absolute/],
  ['C:/x', /drive letter/],
  ['c:x', /drive letter/],
  ['..', /'\.\.'/],
  ['a/../b', /'\.\.'/],
  ['../a', /'\.\.'/],
  ['a//b', /empty part/],
  ['a/', /empty part/],
  ['a/./b', /'\.' part/],
  ['./a', /'\.' part/],
  ['a\\b', /backslash/],
  ['a\0b', /control/],
  ['a\nb', /control/],
  ['a\x7fb', /control/],
  ['a\u0085b', /control/],
  ['a\u202eb', /invisible/],
  ['a\u2066b', /invisible/],
  ['a\u200fb', /invisible/],
  ['a\u2028b', /invisible/],
  ['\ufeffa', /invisible/],
  ['read\u00adme', /invisible/],
  ['read\u200bme', /invisible/],
  ['read\u2060me', /invisible/],
  ['read\u206fme', /invisible/],
  ['read\u034fme', /invisible/],
  ['read\u3164me', /invisible/],
  ['read\u115fme', /invisible/],
  ['read\uffa0me', /invisible/],
  ['read\u2800me', /invisible/],
  ['read\u17b4me', /invisible/],
  ['read\u180bme', /invisible/],
  ['read\ufe01me', /invisible/],
  ['read\u{e0100}me', /invisible/],
  ['cafe\u0301', /decomposed Unicode form/],
  ['\u{e0072}\u{e006d}', /invisible/],
  ['\ud800', /Unicode/],
  ['pack\u200c.yaml', /is the manifest on some systems/],
  ['pack.ya\u200dml', /is the manifest on some systems/],
  ['x/pack.yaml::$DATA', /holds ':'/],
  ['pack.yaml:x', /holds ':'/],
  ['a?', /holds '\?'/],
  ['a*b', /holds '\*'/],
  ['a<b', /holds '<'/],
  ['a"b', /holds '"'/],
  ['a|b', /holds '\|'/],
  ['dir./x', /ends in a dot/],
  ['a ', /ends in a dot or a space/],
  ['con', /device/],
  ['a/NUL', /device/],
  ['Aux.md', /device/],
  ['com1', /device/],
  ['x/LPT9.tar.gz', /device/],
  ['com².txt', /device/],
  ['prn .txt', /device/],
  ['CONIN$', /device/],
  ['p\u0430ck.yaml', /looks like it; spell it 'pack\.yaml'/],
  ['\uff50ack.yaml', /looks like it; spell it 'pack\.yaml'/],
  ['pack\ufe0f.yaml', /looks like it; spell it 'pack\.yaml'/],
  ['Pack.yaml', /spell it 'pack\.yaml'/],
  ['PACK.YAML', /spell it 'pack\.yaml'/],
  ['a'.repeat(256), /longer than 255 bytes/],
  ['é'.repeat(128), /longer than 255 bytes/],
  [`${'a/'.repeat(512)}b`, /longer than 1024 bytes/],
];

/** For titles, which go to terminals and into reports: the path in quotes, with nothing invisible in it. */
function visible(path: string): string {
  return JSON.stringify(path).replaceAll(
    /[^ -~]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

describe('findPathProblem', () => {
  for (const path of GOOD) {
    it(`accepts ${visible(path).slice(0, 50)}`, () => {
      assert.equal(findPathProblem(path), undefined);
    });
  }

  for (const [path, problem] of BAD) {
    it(`refuses ${visible(path).slice(0, 50)}`, () => {
      assert.match(findPathProblem(path) ?? 'no problem', problem);
    });
  }

  it('accepts a path of exactly 1024 bytes', () => {
    const path = `${'a/'.repeat(511)}bb`;
    assert.equal(Buffer.byteLength(path), 1024);
    assert.equal(findPathProblem(path), undefined);
  });
});
