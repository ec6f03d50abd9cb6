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

test('without downloads it says so, and shows no bar', () => {
  const { text } = renderDownloads([], 0, TODAY);
  assert.match(text, /aria-label="0 downloads in the last 13 weeks; 0 in the best week"/);
  assert.doesNotMatch(text, /NaN/);
  assert.equal(text.split(' height="0.0"').length - 1, WEEKS);
});
