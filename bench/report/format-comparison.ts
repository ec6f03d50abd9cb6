// The report of a run as Markdown.
import { METRICS, type MetricName } from '../compare/metrics.ts';
import { formatGrowth } from '../growth/format-growth.ts';
import type { GrownFigure } from '../growth/judge-growth.ts';
import { LARGE } from '../growth/sizes.ts';
import type { PeerName } from '../peers/peer.ts';
import { formatTimes } from '../search/format-times.ts';
import { SEARCHED_PRIMES } from '../search/measure-search.ts';
import type { KindTimes } from '../search/times.ts';
import type { Comparison, MeasuredCase, MeasuredMetric } from './comparison.ts';
import { formatCircumstances } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { formatNoise } from './noise.ts';
import { formatNumber } from './number.ts';
import { formatSpread, type Spread } from './spread.ts';
import { formatVerdicts } from './verdict-table.ts';

const NOTHING = '';
const NO_WRK =
  '**wrk is not installed (apt-get install wrk). The other load generator uses so much of its core that fast servers ' +
  'look alike.**';

/** The report. */
export function formatComparison(comparison: Comparison): string {
  const { cases, search, growth } = comparison;
  return [
    formatConditions(comparison),
    '## Goals',
    'Judged by the median, memory under load by the worst. A ratio is how many times as good this registry is in a round: above 1 is better.',
    formatVerdicts(comparison.verdicts),
    ...(cases.length === 0 ? [] : formatCases(comparison)),
    ...(search === undefined ? [] : formatSearch(search)),
    ...(growth === undefined ? [] : formatGrown(growth)),
  ].join('\n\n');
}

function formatCases(comparison: Comparison): string[] {
  return [
    '## Ratios',
    'This registry compared with each: above 1 it is better. Min–median–max of the rounds.',
    formatRatios(comparison),
    '## Figures',
    'Min–median–max of the rounds.',
    formatFigures(comparison),
    '## Memory under load',
    'Peak RSS in MiB while a case ran, all processes of a server summed; median of the rounds.',
    formatMetric(comparison, 'peakMiB'),
    '## Bodies',
    'Size of the bodies in bytes. Other formats contain more or less information.',
    formatBodies(comparison),
  ];
}

function formatSearch(times: readonly KindTimes[]): string[] {
  return [
    `## Search in ${SEARCHED_PRIMES.toLocaleString('en-US')} Primes`,
    'Milliseconds for the first 20 results over HTTP, one client on a keep-alive connection; all rounds together.',
    formatTimes(times),
  ];
}

function formatGrown(figures: readonly GrownFigure[]): string[] {
  return [
    '## Growth',
    `The same registry, small and large (${LARGE.primes.toLocaleString('en-US')} Primes); min–median–max of the rounds. ` +
      'One client reads another Prime each time, without the response cache.',
    formatGrowth(figures),
  ];
}

function formatConditions(comparison: Comparison): string {
  const { circumstances, rounds, seconds, loadGenerator, pinning, participants, missing } = comparison;
  return [
    `${formatCircumstances(circumstances)}`,
    `Rounds: ${rounds}, interleaved, of ${seconds} s for each measurement; load from ${loadGenerator}; ${pinning}.`,
    ...(comparison.cases.length === 0 ? [] : [formatNoise(comparison.cases, rounds)]),
    ...missing.map(({ title, problem }) => `**${title} was left out: ${problem}.**`),
    ...(loadGenerator === 'wrk' ? [] : [NO_WRK]),
    ...formatFailures(comparison),
    participants.map(({ title, version, role }) => `- **${title}** ${version}: ${role}`).join('\n'),
  ].join('\n\n');
}

function formatFailures({ cases, participants }: Comparison): string[] {
  return cases.flatMap(({ title, failures }) =>
    participants.flatMap((peer) => {
      const count = failures[peer.name];
      return count === undefined ? [] : [`**${peer.title} failed ${count} requests of “${title}”.**`];
    }),
  );
}

function formatRatios({ cases, participants }: Comparison): string {
  const others = participants.filter(({ name }) => name !== 'prime');
  return table(
    others.map(({ name, title }) => [name, `÷ ${title}`]),
    rowsOf(
      cases,
      ({ ratios }, peer) => format(ratios[peer]),
      ({ ratios }) => Object.keys(ratios).length > 0,
    ),
  );
}

function formatFigures({ cases, participants }: Comparison): string {
  return table(
    participants.map(({ name, title }) => [name, title]),
    rowsOf(cases, ({ values }, peer) => format(values[peer])),
  );
}

function formatMetric({ cases, participants }: Comparison, metric: MetricName): string {
  const rows = cases.flatMap((each): Row[] => {
    const measured = each.metrics.find((candidate) => candidate.metric === metric);
    if (measured === undefined) return [];
    return [[each.title, (peer) => formatOptional(measured.values[peer]?.median)]];
  });
  return table(
    participants.map(({ name, title }) => [name, title]),
    rows,
  );
}

function formatBodies({ cases, participants }: Comparison): string {
  const rows = cases
    .filter(({ bodyBytes }) => Object.keys(bodyBytes).length > 0)
    .map(({ title, bodyBytes }): Row => [title, (peer) => formatOptional(bodyBytes[peer])]);
  return table(
    participants.map(({ name, title }) => [name, title]),
    rows,
  );
}

/** A title, and the cell of each peer. */
type Row = readonly [title: string, cellOf: (peer: PeerName) => string];

function rowsOf(
  cases: readonly MeasuredCase[],
  cellOf: (metric: MeasuredMetric, peer: PeerName) => string,
  isWorthARow: (metric: MeasuredMetric) => boolean = () => true,
): Row[] {
  return cases.flatMap(({ title, shown, metrics }) =>
    shown.flatMap((name): Row[] => {
      const metric = metrics.find((candidate) => candidate.metric === name);
      if (metric === undefined || !isWorthARow(metric)) return [];
      return [[`${title}: ${METRICS[name].title}`, (peer) => cellOf(metric, peer)]];
    }),
  );
}

function table(columns: readonly (readonly [name: PeerName, title: string])[], rows: readonly Row[]): string {
  if (rows.length === 0 || columns.length === 0) return 'Nothing.';
  const cells = rows.map(([title, cellOf]) => [title, ...columns.map(([name]) => cellOf(name))]);
  return markdownTable(['Case', ...columns.map(([, title]) => title)], cells).trimEnd();
}

function format(spread: Spread | undefined): string {
  return spread === undefined ? NOTHING : formatSpread(spread, formatNumber);
}

function formatOptional(value: number | undefined): string {
  return value === undefined ? NOTHING : formatNumber(value);
}
