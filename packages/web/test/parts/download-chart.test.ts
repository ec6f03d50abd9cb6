// The download chart: a bar for each week, and its text alternative.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDayShown, renderDownloads, WEEKS } from '../../src/parts/prime/download-chart.ts';

/** 21 November 2026, in days. */
const TODAY = 20_778;

const titlesIn = (text: string): string[] =>
  [...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? '');

test('there is a bar for each week; the last one includes today', () => {
  const days = [
    { day: firstDayShown(TODAY), downloads: 1 },
    { day: TODAY - 7, downloads: 2 },
    { day: TODAY - 6, downloads: 3 },
    { day: TODAY, downloads: 1200 },
  ];
  const { text } = renderDownloads(days, 5000, TODAY);
  const titles = titlesIn(text);
  assert.equal(titles.length, WEEKS);
  assert.deepEqual(
    [titles[0], titles.at(-2), titles.at(-1)],
    [
      '1 download in the week of 23 Aug 2026',
      '2 downloads in the week of 8 Nov 2026',
      '1,203 downloads in the week of 15 Nov 2026',
    ],
  );
  assert.match(text, /aria-label="1,206 downloads in the last 13 weeks; 1,203 in the best week"/);
  assert.match(text, /1,206 downloads in 13 weeks, 5,000 in total\./);
});

test('without downloads in these weeks it says so, and has no empty chart', () => {
  for (const [total, said] of [
    [0, 'None yet.'],
    [7, 'None in 13 weeks, 7 in total.'],
  ] as const) {
    const { text } = renderDownloads([], total, TODAY);
    assert.ok(text.includes(`>${said}<`), text);
    assert.doesNotMatch(text, /<svg/);
  }
});

test('all downloads in these weeks are said once', () => {
  const { text } = renderDownloads([{ day: TODAY, downloads: 3 }], 3, TODAY);
  assert.match(text, />3 downloads in 13 weeks\.</);
});
