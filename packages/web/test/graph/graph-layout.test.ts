// The picture of a graph: every node has a position, deterministic, for any graph.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { findComponents, type Link } from '../../src/graph/components.ts';
import { drawGraph, MAX_DRAWN } from '../../src/graph/graph-drawing.ts';
import { groupByKind } from '../../src/graph/graph-groups.ts';
import { breakName, chooseLabels } from '../../src/graph/graph-labels.ts';
import { layOutGraph } from '../../src/graph/graph-layout.ts';
import { renderGraph } from '../../src/graph/graph-svg.ts';
import { renderThumbnail } from '../../src/graph/graph-thumbnail.ts';

const atomsOf = (count: number, targetsOf: (index: number) => readonly number[]) =>
  Array.from({ length: count }, (_, index) => ({
    id: `@a/n-${index}`,
    kind: ['rule', 'fact'][index % 2] ?? '',
    name: `Name${index}`,
    label: undefined,
    description: `about <${index}>`,
    edges: targetsOf(index).map((target) => ({
      verb: 'requires',
      target: `@a/n-${target}`,
      standing: 'inside' as const,
    })),
  }));

const graph = fc
  .nat({ max: 60 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      count === 0
        ? fc.constant([])
        : fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 120 }),
    ),
  );

describe('a layout', () => {
  test('puts every node within its bounds, the same way each time', () => {
    fc.assert(
      fc.property(graph, ([count, links]) => {
        const layout = layOutGraph(count, links);
        for (let node = 0; node < count; node += 1) {
          const [x = Number.NaN, y = Number.NaN] = [layout.x[node], layout.y[node]];
          assert.ok(x >= 0 && x <= layout.width && y >= 0 && y <= layout.height, `${node}: ${x} ${y}`);
        }
        assert.deepEqual(layOutGraph(count, links), layout);
      }),
      COSTLY,
    );
  });

  test('leaves room between nodes, and keeps linked ones nearer than others', () => {
    const count = 200;
    const links = Array.from({ length: count - 1 }, (_, index): Link => [index + 1, Math.floor(index / 3)]);
    const { x, y, distance } = layOutGraph(count, links);
    const apart = (a: number, b: number): number =>
      Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0));
    let [pairs, sum, near] = [0, 0, 0];
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        pairs += 1;
        sum += apart(a, b);
        if (apart(a, b) < distance / 6) near += 1;
      }
    }
    const linked = links.reduce((total, [a, b]) => total + apart(a, b), 0) / links.length;
    assert.ok(linked < (sum / pairs) * 0.4, `${linked} of ${sum / pairs}`);
    assert.ok(near < count * 0.05, `${near} pairs are on top of each other`);
  });

  test('finds connected components', () => {
    assert.deepEqual(
      findComponents(6, [
        [4, 2],
        [2, 5],
        [1, 0],
      ]),
      [[2, 4, 5], [0, 1], [3]],
    );
  });
});

describe('a drawing', () => {
  test('has every atom as a link with its name and kind', () => {
    const atoms = atomsOf(16, (index) => [(index * 7) % 16, 99]);
    const drawing = drawGraph(atoms);
    const svg = renderGraph(drawing, '@a/p', '1.0.0', 'A <graph>').text;
    for (const { id, kind } of atoms) {
      assert.equal(svg.split(`href="/-/prime/@a/p/1.0.0/atom/${id}"`).length, 2, id);
      assert.ok(svg.includes(`<title>${id.slice(3)} (${kind})</title>`));
    }
    assert.match(svg, /aria-label="A &#60;graph&#62;"/);
    assert.doesNotMatch(svg, /NaN|undefined|style=/);
    assert.doesNotMatch(renderThumbnail(drawing), /NaN|undefined|style=|<text/);
  });

  test('joins edges between the same atoms, and leaves out edges to missing atoms', () => {
    const [first, ...others] = atomsOf(3, () => []);
    const edges = ['a', 'b', 'a'].map((verb) => ({ verb, target: '@a/n-1', standing: 'inside' as const }));
    assert.ok(first);
    const self = { verb: 'c', target: '@a/n-0', standing: 'inside' as const };
    const gone = { verb: 'c', target: '@b/gone', standing: 'outside' as const };
    const drawing = drawGraph([{ ...first, edges: [...edges, self, gone] }, ...others]);
    assert.deepEqual(drawing.edges, [{ from: 0, to: 1, verbs: ['a', 'b'] }]);
    assert.deepEqual(drawing.verbs, [
      { verb: 'a', count: 1 },
      { verb: 'b', count: 1 },
    ]);
  });

  test('has a piece of a path for each atom and line, in the order of the list', () => {
    const atoms = atomsOf(200, (index) => [(index * 7) % 200]);
    const drawing = drawGraph(groupByKind(atoms).flatMap((group) => group.atoms));
    const svg = renderGraph(drawing, '@a/p', '1.0.0', 'x').text;
    assert.doesNotMatch(svg, /<a /, 'of many atoms, only the list has links');
    const [, ends = '', d = ''] = /data-lines="([^"]*)" .* d="([^"]*)"/.exec(svg.split('/>')[0] ?? '') ?? [];
    assert.equal(ends.split(';').length, drawing.edges.length);
    for (const [index, piece] of d.split('M').slice(1).entries()) {
      const [from = Number.NaN] = (ends.split(';')[index] ?? '').split(' ').map(Number);
      assert.ok(piece.startsWith(`${drawing.atoms[from]?.x} ${drawing.atoms[from]?.y}L`));
    }
    const shapes = [...svg.matchAll(/<path class="k(\d)" d="([^"]*)"/g)];
    assert.deepEqual(
      shapes.map(([, , shape = '']) => shape.split('M').length - 1),
      [100, 100],
    );
  });

  test('gives the rarest of many verbs one name', () => {
    const [first, second] = atomsOf(2, () => []);
    assert.ok(first && second);
    const edges = Array.from({ length: 40 }, (_, number) => ({
      verb: `verb-${number}`,
      target: second.id,
      standing: 'inside' as const,
    }));
    const { verbs, edges: lines } = drawGraph([{ ...first, edges }, second]);
    assert.equal(verbs.length, 16);
    assert.deepEqual(verbs.at(-1), { verb: 'other', count: 1 });
    assert.equal(lines[0]?.verbs.length, 16);
  });

  test('of very many atoms shows those with the most edges', () => {
    const count = MAX_DRAWN + 50;
    const { atoms } = drawGraph(atomsOf(count, (index) => (index === 0 ? [] : [count - 1])));
    assert.equal(atoms.length, MAX_DRAWN);
    assert.ok(atoms.some(({ atom }) => atom.id === `@a/n-${count - 1}`));
  });

  test('of nothing is empty', () => {
    const drawing = drawGraph([]);
    assert.match(renderGraph(drawing, '@a/p', '1.0.0', 'x').text, /^<svg .*<\/svg>$/s);
  });
});

describe('names', () => {
  test('do not overlap', () => {
    const at = (x: number) => ({ x, y: 0, lines: ['ten letter'] });
    assert.deepEqual(chooseLabels([at(0), at(20), at(200)], 10, 9), [at(0), at(200)]);
    assert.deepEqual(chooseLabels([at(0), at(200)], 10, 1), [at(0)]);
  });

  test('are broken between words, and cut if they are long', () => {
    assert.deepEqual(breakName('short'), ['short']);
    assert.deepEqual(breakName('prefer-functional-array-methods'), ['prefer-functional-', 'array-methods']);
    assert.deepEqual(breakName('PreferFunctionalArrayMethods'), ['PreferFunctional', 'ArrayMethods']);
    assert.ok(breakName('x'.repeat(100)).join('').length <= 44);
    assert.ok(breakName('word '.repeat(40)).every((line) => line.length < 32));
  });
});
