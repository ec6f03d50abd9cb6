// Records a hot read as every answer of a route is recorded: in the metrics, the downloads and the access
// log.
import type { DownloadCounter } from '../../actions/download-counter.ts';
import type { RegistryMetrics } from '../../metrics/registry-metrics.ts';
import type { FindClientAddress } from '../connections/client-address.ts';
import type { LogStream } from '../request-log/log-stream.ts';
import { formatRequestLine, writeSoonTo } from '../request-log/request-line.ts';
import type { HotRequest } from './hot-request.ts';
import type { FinishedResponse } from './response-cache.ts';

/** Where hot reads are recorded. */
export interface HotReadRecords {
  readonly metrics: Pick<RegistryMetrics, 'requestDuration' | 'downloads' | 'downloadedBytes'>;
  readonly downloads: Pick<DownloadCounter, 'count'>;
  /** Undefined if requests are not logged. */
  readonly log: LogStream | undefined;
  readonly addressOf: FindClientAddress;
}

/** Records an answer that was just sent. */
export type RecordHotRead = (hot: HotRequest, kept: FinishedResponse, requestId: string) => void;

export function createHotReadRecorder(records: HotReadRecords): RecordHotRead {
  const { metrics, log, addressOf } = records;
  return ({ request, response, receivedAtMs }, kept, requestId) => {
    const durationMs = performance.now() - receivedAtMs;
    const { method = 'GET' } = request;
    const status = response.statusCode;
    metrics.requestDuration.seriesOf(method, kept.route, status).observe(durationMs / 1000);
    if (kept.tally !== undefined) kept.tally.hits += 1;
    if (status === 200 && method === 'GET') countDownload(records, kept);
    if (log === undefined) return;
    const remote = addressOf(request);
    const { quotedPath } = kept;
    writeSoonTo(log, formatRequestLine({ requestId, method, quotedPath, status, durationMs, remote }));
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
