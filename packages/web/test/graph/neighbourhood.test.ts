// The small picture of an atom's neighbours.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PicturedEdge, renderNeighbourhood } from '../../src/graph/neighbourhood.ts';
import { cutToWidth, estimateWidth } from '../../src/graph/text-width.ts';

const CENTRE = { id: '@a/centre', kind: 'rule', label: 'Make `requests` conditional' };
const edgeTo = (id: string, rest: Partial<PicturedEdge> = {}): PicturedEdge => ({
  verb: 'requires',
  direction: 'out',
  neighbour: { id, kind: 'fact' },
  path: `/to/${id}`,
  ...rest,
});
const render = (edges: readonly PicturedEdge[]): string => {
  const picture = renderNeighbourhood(CENTRE, edges);
  assert.ok(picture);
  return picture.text;
};

describe('a neighbourhood', () => {
  test('has a link for each neighbour that has a page, and the verbs of its edges once', () => {
    const svg = render([
      edgeTo('@a/one'),
      edgeTo('@a/one', { verb: 'related' }),
      edgeTo('@a/one'),
      edgeTo('@a/two', { direction: 'in' }),
      edgeTo('@a/gone', { path: undefined, neighbour: { id: '@a/gone', kind: undefined } }),
    ]);
    assert.deepEqual(
      [...svg.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, path, shown = '']) => [
        path,
        shown.replaceAll(/<[^>]*>/g, ''),
      ]),
      [
        ['/to/@a/two', 'two requires'],
        ['/to/@a/one', 'one requires, related'],
      ],
      'links are named by what is seen',
    );
    assert.match(svg, /aria-label="Neighbours of Make requests conditional: 1 lead to it, it leads to 2"/);
    assert.match(svg, />gone</);
  });

  test('stays small: says how many neighbours it leaves out, and cuts names', () => {
    const label = 'A name that is much too long for a picture of this width, and longer';
    const many = Array.from({ length: 300 }, (_, number) =>
      edgeTo(`@a/${number}`, { neighbour: { id: `@a/${number}`, kind: 'rule', label } }),
    );
    const svg = render(many);
    assert.equal(svg.split('<a ').length, 7);
    assert.match(svg, />and 294 more that it leads to</);
    assert.match(svg, />A name that is much too[^<]*…</);
  });

  test('escapes what authors wrote, and is nothing without edges', () => {
    const svg = render([
      edgeTo('@a/x', { verb: '<b>', path: '/"x', neighbour: { id: '@a/x', kind: '<k>', label: '<script>' } }),
    ]);
    assert.doesNotMatch(svg, /<(b|k|script)>|"x"|style=|NaN|undefined/);
    assert.equal(renderNeighbourhood(CENTRE, []), false);
  });
});

test('a text is cut to a width, between letters', () => {
  assert.equal(cutToWidth('short', 5), 'short');
  assert.ok(estimateWidth(cutToWidth('日本語のとても長いラベル', 6)) <= 6);
  assert.match(cutToWidth('😀😀😀😀😀😀', 4), /^(😀)+…$/u);
});
