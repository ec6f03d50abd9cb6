// The judgement of the guard, on made-up shares.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANDS, type Figure } from './bands.ts';
import { adviseOnBands, judgeGuard, type Shares } from './judge-guard.ts';

const middle = ({ atLeast, atMost }: { atLeast: number; atMost: number }): number => (atLeast + atMost) / 2;
const USUAL = Object.fromEntries(
  Object.entries(BANDS).map(([figure, band]) => [figure, [middle(band), middle(band), 0]]),
) as unknown as Shares;

test('each figure is judged by the median of its shares', () => {
  assert.ok(judgeGuard(USUAL).every(({ isMet }) => isMet));
  assert.deepEqual(adviseOnBands(USUAL), []);
  for (const figure of Object.keys(BANDS) as Figure[]) {
    const { title, atLeast, atMost } = BANDS[figure];
    const slow = { ...USUAL, [figure]: [atLeast * 0.9, atLeast * 0.9, 9] };
    const missed = judgeGuard(slow).filter(({ isMet }) => !isMet);
    assert.deepEqual(
      missed.map((verdict) => verdict.title),
      [title],
    );
    const fast = { ...USUAL, [figure]: [atMost * 1.1, atMost * 1.1, 0] };
    assert.match(adviseOnBands(fast).join(), new RegExp(`^The ${title} has .*: move its band up\\.$`));
    assert.ok(judgeGuard(fast).every(({ isMet }) => isMet));
  }
});
