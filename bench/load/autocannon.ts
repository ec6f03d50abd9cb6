// The load generator autocannon, in Node.js, for machines without wrk. It uses so much of its core that fast
// servers look alike. The report says when it was used.
import { join } from 'node:path';
import { BENCH_FOLDER } from '../processes/bench-dependencies.ts';
import type { RequestLoad, RequestRates } from './request-load.ts';
import { runLoad } from './run-load.ts';

const PROGRAM = join(BENCH_FOLDER, 'node_modules', 'autocannon', 'autocannon.js');

/** The part of its output that is used. */
interface AutocannonSummary {
  readonly duration: number;
  readonly requests: { readonly total: number };
  readonly throughput: { readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}

/** Runs autocannon. Its times are whole milliseconds. */
export async function loadWithAutocannon(load: RequestLoad): Promise<RequestRates> {
  const { url, headers, status, connections, seconds, signal } = load;
  const args = [
    ...[PROGRAM, '--json', '--no-progress', '--connections', String(connections)],
    ...['--duration', String(seconds), '--timeout', '60'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    url,
  ];
  const summary = (await runLoad(process.execPath, args, { seconds, signal })) as AutocannonSummary;
  const { duration, requests, throughput, latency, errors, timeouts, statusCodeStats } = summary;
  const wrongStatuses = requests.total - (statusCodeStats[status]?.count ?? 0);
  return {
    requestsPerSecond: requests.total / duration,
    bytesPerSecond: throughput.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failures: wrongStatuses + errors + timeouts,
  };
}
