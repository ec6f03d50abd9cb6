// The report of the simulation of a large registry.
import { markdownTable } from '../report/markdown-table.ts';
import type { Flows } from './flows.ts';
import { flagOf, INPUTS, type Values } from './inputs.ts';
import type { Outcome } from './simulate-regions.ts';

const HOURS_OF_MONTH = 730;
const DAYS_OF_MONTH = 30.4;
const MILLION = 1e6;

/** The report as Markdown. */
export function formatSimulation(values: Values, flows: Flows, outcome: Outcome): string {
  return [
    '### Where reads go, at the peak\n',
    formatFlows(flows),
    '### What waits\n',
    formatLatencies(outcome),
    '### What is busy\n',
    formatUtilisations(outcome),
    '### What a month costs\n',
    formatCosts(values, flows),
    '### Inputs\n',
    formatInputs(values),
  ].join('\n');
}

function formatFlows({ regions, publishes, pulls, refreshesWithoutFeed, tarballHitRatio }: Flows): string {
  const rows = regions.map(({ isHome, reads, atCdn, hot, cold, tarballs, searches }, index) => [
    `${index + 1}: ${isHome ? 'replicas and database' : 'mirror'}`,
    ...[reads, atCdn, hot, cold, tarballs, searches].map(formatRate),
  ]);
  return [
    markdownTable(
      [
        'Region, requests a second',
        'all reads',
        'from the CDN',
        'cached answers',
        'from a database',
        'tarballs',
        'searches',
      ],
      rows,
    ),
    `The CDN has ${formatShare(tarballHitRatio)} of the tarballs that are asked for. In a burst there are ${formatRate(publishes)} publishes a second;`,
    `mirrors pull ${formatRate(pulls)} versions a second, and would ask for ${formatRate(refreshesWithoutFeed)} lists a second without the feed of changes.\n`,
  ].join('\n');
}

function formatLatencies({ latencies, groupSize }: Outcome): string {
  const rows = [...latencies].map(([kind, { perSecond, p50Ms, p99Ms }]) => [
    kind,
    formatRate(perSecond),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
  ]);
  return [
    markdownTable(['Request', 'answered a second', 'p50, ms', 'p99, ms'], rows),
    `Without the network between clients and their region. ${groupSize.toFixed(1)} publishes commit together in the mean.\n`,
  ].join('\n');
}

function formatUtilisations({ utilisations }: Outcome): string {
  const rows = utilisations.map(({ name, share, times }) => [
    name,
    formatShare(share),
    Number.isFinite(times) ? times.toFixed(1) : '',
  ]);
  const [first] = utilisations;
  return [
    markdownTable(
      ['Component, the busiest of its kind', 'used', 'saturated at so many times this load'],
      rows,
    ),
    first === undefined
      ? ''
      : `**${first.name}** is saturated first. The holder of the lock of the log commits a group, which grows with the load to 64 publishes.\n`,
  ].join('\n');
}

function formatCosts(values: Values, flows: Flows): string {
  const month = (perDay: number): number => perDay * DAYS_OF_MONTH;
  const reads = month(values.readsPerDay);
  const tarballs = reads * values.tarballShare;
  const mirrors = values.mirrorCores * (values.regions - 1);
  const gigabytes = (tarballs * values.tarballKb + (reads - tarballs) * values.listKb) / MILLION;
  const fetched = tarballs * (1 - flows.tarballHitRatio) + month(values.publishesPerDay) * values.regions;
  const costs: [string, number, number][] = [
    ['GB out of the CDN', gigabytes, values.cdnGb],
    ['million requests to the CDN', reads / MILLION, values.cdnMillionRequests],
    ['million requests to buckets', fetched / MILLION, values.millionRequests],
    ['core hours of replicas and mirrors', (mirrors + values.replicas) * HOURS_OF_MONTH, values.coreHour],
    ['core hours of the database', values.databaseCores * HOURS_OF_MONTH, values.databaseCoreHour],
  ];
  const rows = costs.map(([what, amount, price]) => [
    what,
    formatRate(amount),
    `$${price}`,
    `$${formatRate(amount * price)}`,
  ]);
  const total = costs.reduce((sum, [, amount, price]) => sum + amount * price, 0);
  return markdownTable(
    ['What', 'amount', 'price of one', 'cost'],
    [...rows, ['**all**', '', '', `**$${formatRate(total)}**`]],
  );
}

function formatInputs(values: Values): string {
  return markdownTable(
    ['Input', 'value', 'unit', 'source'],
    Object.entries(INPUTS).map(([name, { unit, source }]) => [
      `\`--${flagOf(name)}\``,
      String(values[name as keyof Values]),
      unit,
      source,
    ]),
  );
}

function formatRate(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
