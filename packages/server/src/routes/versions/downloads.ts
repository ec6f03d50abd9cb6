// GET /-/primes/…/downloads: how often a Prime was downloaded, by day and version.
import { type Downloads, DownloadsSchema, ROUTES } from '@prime-registry/protocol';
import type { DailyDownloads } from '@prime-registry/store';
import { dayOf } from '../../actions/download-counter.ts';
import { primeNotFound } from '../../actions/not-found.ts';
import { readName } from '../../http/requests/prime-path.ts';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { inQuery, json, PrimeParamsSchema, problems } from '../responses.ts';
import type { Route } from '../route.ts';

const DAYS = { minimum: 1, maximum: 366, default: 90 } as const;
const DAY_MS = 86_400_000;

export const downloads: Route<'store' | 'now'> = {
  path: ROUTES.downloads,
  schema: {
    operationId: 'readDownloads',
    summary: 'How often a Prime was downloaded',
    description:
      'Whole downloads, and partial ones that begin at the first byte. They are stored some seconds after they happen.',
    params: PrimeParamsSchema,
    querystring: inQuery({
      days: { type: 'integer', ...DAYS, description: 'How many days, today included.' },
    }),
    response: {
      200: json(DownloadsSchema, 'The downloads.'),
      ...problems([400, 'days is not a number from 1 to 366.'], [404, 'The Prime is not in this registry.']),
    },
  },
  async handle({ store, now }, request): Promise<Downloads> {
    const name = readName(request);
    const since = dayOf(now()) - readDays(request.query as { days?: unknown }) + 1;
    if (!(await store.hasPrime(name.full))) throw primeNotFound(name);
    const [total, counts] = await Promise.all([
      store.countDownloads(name.full),
      store.listDownloads(name.full, since),
    ]);
    return { name: name.full, total, since: dateOf(since), days: groupByDay(counts) };
  },
};

function groupByDay(counts: readonly DailyDownloads[]): Downloads['days'] {
  return [...Map.groupBy(counts, ({ day }) => day)].map(([day, ofDay]) => ({
    date: dateOf(day),
    downloads: ofDay.reduce((sum, each) => sum + each.downloads, 0),
    versions: ofDay.map(({ version, downloads: amount }) => ({ version, downloads: amount })),
  }));
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function readDays({ days }: { readonly days?: unknown }): number {
  if (days === undefined) return DAYS.default;
  const number = typeof days === 'string' && /^[0-9]{1,4}$/.test(days) ? Number(days) : Number.NaN;
  if (number >= DAYS.minimum && number <= DAYS.maximum) return number;
  const message = `is not a whole number from ${DAYS.minimum} to ${DAYS.maximum}, given once`;
  throw invalidQuery([{ field: 'days', message }]);
}
