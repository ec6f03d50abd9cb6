// The paths of tiles, and how wide tiles are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { formatTilePath, parseTilePath, type TilePath, tileWidth } from '../../src/index.ts';

test('paths are written as C2SP tlog-tiles writes them', () => {
  const paths: [TilePath, string][] = [
    [{ level: 0, position: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, position: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 63, position: 999, width: 1 }, 'tile/63/999.p/1'],
    [{ level: 'entries', position: 1000, width: 255 }, 'tile/entries/x001/000.p/255'],
    [{ level: 2, position: Number.MAX_SAFE_INTEGER, width: 256 }, 'tile/2/x009/x007/x199/x254/x740/991'],
  ];
  for (const [tile, path] of paths) {
    assert.equal(formatTilePath(tile), path);
    assert.deepEqual(parseTilePath(path), tile);
  }
});

test('every tile has one path', () => {
  const tile = fc
    .tuple(
      fc.oneof(fc.nat({ max: 63 }), fc.constant('entries' as const)),
      fc.maxSafeNat(),
      fc.integer({ min: 1, max: 256 }),
    )
    .map(([level, position, width]) => ({ level, position, width }));
  fc.assert(fc.property(tile, (each) => assert.deepEqual(parseTilePath(formatTilePath(each)), each)));
});

test('any other text is no path', () => {
  const texts = [
    '',
    'tile',
    'tile/0',
    'tile/0/',
    'tile/64/000',
    'tile/00/000',
    'tile/-1/000',
    'tile/data/000',
    'tile/0/0',
    'tile/0/1000',
    'tile/0/x000/001',
    'tile/0/x001',
    'tile/0/001/002',
    'tile/0/x1/002',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/',
    'tile/0/000.p',
    'tile/0/000/',
    'tile/0/000\n',
    '/tile/0/000',
    'tile/0/x009/x007/x199/x254/x740/992',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    'tile/entries/٠٠٠',
  ];
  for (const text of texts) assert.equal(parseTilePath(text), undefined, text);
});

test('what is no tile has no path', () => {
  for (const tile of [
    { level: 64, position: 0, width: 256 },
    { level: 0, position: -1, width: 256 },
    { level: 0, position: 0, width: 0 },
    { level: 0, position: 0, width: 257 },
    { level: 0.5, position: 0, width: 256 },
  ]) {
    assert.throws(() => formatTilePath(tile), { name: 'TlogError', message: /^there is no tile of level/ });
  }
});

test('the tiles of 70,000 leaves are as wide as C2SP tlog-tiles says', () => {
  const widths = [
    [0, 272, 256],
    [0, 273, 112],
    [0, 274, 0],
    [1, 0, 256],
    [1, 1, 17],
    [1, 2, 0],
    [2, 0, 1],
    [3, 0, 0],
  ] as const;
  for (const [level, position, width] of widths) assert.equal(tileWidth(level, position, 70_000), width);
  assert.equal(tileWidth('entries', 273, 70_000), 112);
  assert.equal(tileWidth(1, 0, 256), 1);
});
