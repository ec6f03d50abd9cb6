// Measures a running server: its throughput under load, or the latency of one client's searches.
import { runTraffic } from '../load/run-traffic.ts';
import type { LaunchedServer } from '../processes/launch.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { CAN_MEASURE_MEMORY } from '../processes/resident-memory.ts';
import type { Case, RequestWork } from './case.ts';
import { type Measurement, measureWithMemory } from './measurement.ts';
import { presentOf } from './metrics.ts';
import { newName, type Setting } from './setting.ts';
import type { StandingServer } from './standing-servers.ts';
import type { Target } from './targets.ts';

const BYTES_PER_MB = 1_000_000;

/** Measures a case of reads for this number of seconds. */
export async function measureReads(
  setting: Setting,
  { server, targets }: StandingServer,
  { name, work }: Case,
  seconds: number,
): Promise<Measurement> {
  const target = targets.get(name);
  if (target === undefined) throw new Error(`${name} has no target`);
  return measureWithMemory(server.pid, () =>
    work.kind === 'requests'
      ? measureRequests(setting, server, target, work, seconds)
      : measureSearch(setting, server.baseUrl, target, seconds),
  );
}

async function measureRequests(
  { generator, signal }: Setting,
  { pid, baseUrl }: LaunchedServer,
  { requests: [request] }: Target,
  { status, connections }: RequestWork,
  seconds: number,
): Promise<Measurement> {
  if (request === undefined) throw new Error('the target has no request');
  const { path, headers } = request;
  const load = { url: `${baseUrl}${path}`, headers, status, connections, seconds, signal };
  const processorMs = (): number => (CAN_MEASURE_MEMORY ? processorMsOfGroup(pid) : Number.NaN);
  const beforeMs = processorMs();
  const { bytesPerSecond, failures, ...rates } = await generator.run(load);
  const usedUs = (processorMs() - beforeMs) * 1000;
  const processor = CAN_MEASURE_MEMORY
    ? { requestProcessorUs: usedUs / (rates.requestsPerSecond * seconds) }
    : {};
  return { metrics: { ...rates, ...processor, mbPerSecond: bytesPerSecond / BYTES_PER_MB }, failures };
}

async function measureSearch(
  { folder, signal }: Setting,
  baseUrl: string,
  { requests }: Target,
  seconds: number,
): Promise<Measurement> {
  const job = {
    baseUrl,
    // Unused, because nothing is published.
    protocol: 'prime' as const,
    readers: 1,
    reads: requests,
    publishers: 0,
    readsPerPublish: 0,
    warmUpSeconds: 0,
    seconds,
    namePrefix: newName('search'),
  };
  const { reads, failures } = await runTraffic(job, folder, signal);
  return { metrics: presentOf({ p50Ms: reads.p50Ms, p99Ms: reads.p99Ms }), failures };
}
