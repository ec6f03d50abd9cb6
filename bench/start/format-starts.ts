// The times of the starts as Markdown.
import { markdownTable } from '../report/markdown-table.ts';
import { formatNumber } from '../report/number.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type MeasuredStarts, moreThanNode, STARTS, timesThatOfClone } from './start-times.ts';

/** A table with a row for each start of each installation. */
export function formatStarts(measured: MeasuredStarts): string {
  const rows = measured.times.map((times) => [
    `${STARTS[times.start]}, ${times.installation}`,
    formatSpread(spreadOf(times.runs)),
    formatSpread(moreThanNode(measured, times)),
    times.installation === 'clone' ? '' : formatSpread(timesThatOfClone(measured, times), formatNumber),
  ]);
  const head = ['Start', 'ms', 'ms more than `node -e 0`', 'Times that of the clone'];
  return markdownTable(head, [
    ['`node -e 0`', formatSpread(spreadOf(measured.node)), '', ''],
    ...rows,
  ]).trimEnd();
}
