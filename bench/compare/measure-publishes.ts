// Measures publishes to a newly started registry, alone and during reads.
import { runTraffic } from '../load/run-traffic.ts';
import type { TrafficJob } from '../load/traffic-job.ts';
import type { Peer } from '../peers/peer.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { CAN_MEASURE_MEMORY } from '../processes/resident-memory.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import type { ReadKind } from '../protocols/protocol.ts';
import type { Work } from './case.ts';
import { type Measurement, measureWithMemory } from './measurement.ts';
import { presentOf } from './metrics.ts';
import { firstReleaseOf } from './release-sets.ts';
import { seed } from './seed.ts';
import { newName, newPlace, type Setting } from './setting.ts';

/** A new process must first compile its code. */
const WARM_UP_SECONDS = 1;
/** What readers read in turn. */
const MIXED_READS: readonly ReadKind[] = ['manifest', 'list', 'tarball'];
const READ_SET = 'list-50';

type PublishWork = Extract<Work, { kind: 'publish' | 'mixed' }>;

/** Starts the peer without data, measures, and stops it. */
export async function measurePublishes(
  setting: Setting,
  peer: Peer,
  work: PublishWork,
  seconds: number,
): Promise<Measurement> {
  if ('repeat' in peer.content) throw new Error(`${peer.title} does not support publishes`);
  const { protocol } = peer.content;
  const server = await peer.start(newPlace(setting, peer));
  try {
    const job: TrafficJob = {
      baseUrl: server.baseUrl,
      protocol,
      readers: 0,
      reads: [],
      publishers: work.publishers,
      readsPerPublish: 0,
      warmUpSeconds: WARM_UP_SECONDS,
      seconds,
      namePrefix: newName('publish'),
    };
    if (work.kind === 'publish')
      return await measureWithMemory(server.pid, () => measurePublish(setting, server.pid, job));
    await seed(server.baseUrl, protocol, [READ_SET], setting.signal);
    const release = firstReleaseOf(READ_SET, PROTOCOLS[protocol]);
    const mixed = {
      ...job,
      readers: work.readers,
      reads: MIXED_READS.map((kind) => PROTOCOLS[protocol].read(kind, release)),
      readsPerPublish: work.readsPerPublish,
    };
    return await measureWithMemory(server.pid, () => measureMixed(setting, mixed));
  } finally {
    await server.stop();
  }
}

async function measurePublish(
  { folder, signal }: Setting,
  pid: number,
  job: TrafficJob,
): Promise<Measurement> {
  // From /proc, as the memory.
  const processorMs = (): number => (CAN_MEASURE_MEMORY ? processorMsOfGroup(pid) : Number.NaN);
  const beforeMs = processorMs();
  const { publishes, published, failures } = await runTraffic(job, folder, signal);
  const publishProcessorMs = CAN_MEASURE_MEMORY ? (processorMs() - beforeMs) / published : null;
  const { perSecond, p99Ms } = publishes;
  const metrics = { publishesPerSecond: perSecond, publishP99Ms: p99Ms, publishProcessorMs };
  return { metrics: presentOf(metrics), failures };
}

async function measureMixed({ folder, signal }: Setting, job: TrafficJob): Promise<Measurement> {
  const alone = await runTraffic({ ...job, publishers: 0, namePrefix: newName('reads') }, folder, signal);
  const { reads, publishes, failures } = await runTraffic(job, folder, signal);
  const allPerSecond = reads.perSecond + publishes.perSecond;
  const metrics = presentOf({
    aloneP50Ms: alone.reads.p50Ms,
    aloneP99Ms: alone.reads.p99Ms,
    p50Ms: reads.p50Ms,
    p99Ms: reads.p99Ms,
    p99Times: reads.p99Ms === null || alone.reads.p99Ms === null ? null : reads.p99Ms / alone.reads.p99Ms,
    publishP99Ms: publishes.p99Ms,
    publishPercent: (publishes.perSecond / allPerSecond) * 100,
    requestsPerSecond: allPerSecond,
  });
  return { metrics, failures: alone.failures + failures };
}
