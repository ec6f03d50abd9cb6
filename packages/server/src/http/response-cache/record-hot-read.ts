// Records a hot read as every answer of a route is recorded: in the metrics, the downloads and the access
// log.
import type { FastifyBaseLogger } from 'fastify';
import type { DownloadCounter } from '../../actions/download-counter.ts';
import type { RegistryMetrics } from '../../metrics/registry-metrics.ts';
import type { FindClientAddress } from '../connections/client-address.ts';
import { type Secrets, toLoggedPath } from '../requests/secrets.ts';
import type { HotRequest } from './hot-request.ts';
import type { FinishedResponse } from './response-cache.ts';

/** Where hot reads are recorded. */
export interface HotReadRecords {
  readonly metrics: Pick<RegistryMetrics, 'requestDuration' | 'downloads' | 'downloadedBytes'>;
  readonly downloads: Pick<DownloadCounter, 'count'>;
  readonly log: FastifyBaseLogger;
  readonly addressOf: FindClientAddress;
  readonly secrets: Secrets;
}

/** Records an answer that was just sent. */
export type RecordHotRead = (hot: HotRequest, kept: FinishedResponse, requestId: string) => void;

/** Log levels at which every request has a line. */
const LOGGED_LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** Creates the function. */
export function createHotReadRecorder(records: HotReadRecords): RecordHotRead {
  const { metrics, log, addressOf, secrets } = records;
  const isLogged = LOGGED_LEVELS.has(log.level);
  return ({ request, response, receivedAtMs }, kept, requestId) => {
    const durationMs = performance.now() - receivedAtMs;
    const { method = 'GET', url = '' } = request;
    const status = response.statusCode;
    const labels = { method, route: kept.route, status: String(status) };
    metrics.requestDuration.observe(labels, durationMs / 1000);
    if (kept.tally !== undefined) kept.tally.hits += 1;
    if (status === 200 && method === 'GET') countDownload(records, kept);
    if (!isLogged) return;
    log.info(
      {
        request_id: requestId,
        method,
        path: toLoggedPath(url, secrets),
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        remote: addressOf(request),
      },
      'request',
    );
  };
}

function countDownload(
  { metrics, downloads }: HotReadRecords,
  { downloadKey, bodyBytes }: FinishedResponse,
): void {
  if (downloadKey === undefined) return;
  downloads.count(downloadKey);
  metrics.downloads.inc();
  metrics.downloadedBytes.inc(bodyBytes);
}
