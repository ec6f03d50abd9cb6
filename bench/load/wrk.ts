// The load generator wrk, in C. It needs so little of its core that it does not limit the server.
import { join } from 'node:path';
import type { RequestLoad, RequestRates } from './request-load.ts';
import { runLoad } from './run-load.ts';

const SCRIPT = join(import.meta.dirname, 'wrk.lua');
/** wrk counts answers with this status or a higher one as errors. */
const FIRST_ERROR_STATUS = 400;

/** The output of the script. */
interface WrkSummary {
  readonly requests: number;
  readonly bytes: number;
  readonly durationMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errorStatuses: number;
  readonly unanswered: number;
}

/** Runs wrk with one thread. @param program - its path */
export function createWrkLoad(program: string): (load: RequestLoad) => Promise<RequestRates> {
  return async ({ url, headers, status, connections, seconds, signal }) => {
    const args = [
      ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
      ...['--timeout', '60s', '--script', SCRIPT],
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      url,
    ];
    const summary = (await runLoad(program, args, { seconds, signal })) as WrkSummary;
    const { requests, bytes, durationMs, p50Ms, p99Ms, errorStatuses, unanswered } = summary;
    const wrongStatuses = status < FIRST_ERROR_STATUS ? errorStatuses : requests - errorStatuses;
    return {
      requestsPerSecond: (requests * 1000) / durationMs,
      bytesPerSecond: (bytes * 1000) / durationMs,
      p50Ms,
      p99Ms,
      failures: wrongStatuses + unanswered,
    };
  };
}
