// The times of the starts as Markdown.
import { markdownTable } from '../report/markdown-table.ts';
import { formatNumber } from '../report/number.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type MeasuredStarts, moreThanNode, STARTS, timesThat, timesThatOfClone } from './start-times.ts';

/** A table with a row for each start of each installation, and one of the idle memory. */
export function formatStarts(measured: MeasuredStarts): string {
  const { bare } = measured;
  const rows = measured.times.map((times) => [
    `${STARTS[times.start]}, ${times.installation}`,
    formatSpread(spreadOf(times.runs)),
    formatSpread(moreThanNode(measured, times)),
    times.installation === 'clone' ? '' : formatSpread(timesThatOfClone(measured, times), formatNumber),
  ]);
  const head = ['Start', 'ms', 'ms more than `node -e 0`', 'Times that of the clone'];
  const starts = markdownTable(head, [
    ['`node -e 0`', formatSpread(spreadOf(measured.node)), '', ''],
    ['first answer of a bare `node:http`', formatSpread(spreadOf(bare.firstAnswerMs)), '', ''],
    ...rows,
  ]).trimEnd();
  return measured.memory.length === 0 ? starts : `${starts}\n\n${formatMemory(measured)}`;
}

function formatMemory({ bare, memory }: MeasuredStarts): string {
  const rows = memory.map(({ installation, runs }) => [
    `\`prime-registry serve\`, ${installation}`,
    formatSpread(spreadOf(runs)),
    formatSpread(timesThat(runs, bare.idleMiB), formatNumber),
  ]);
  const head = ['Idle memory', 'RSS, MiB', 'Times that of a bare `node:http`'];
  return markdownTable(head, [
    ['bare `node:http`', formatSpread(spreadOf(bare.idleMiB)), ''],
    ...rows,
  ]).trimEnd();
}
