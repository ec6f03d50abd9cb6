// Compares a small and a large registry: both get the same requests, in turn.
import { mkdir } from 'node:fs/promises';
import { versionListPath, versionManifestPath } from '@prime-registry/protocol';
import { newName, newPlace, type Setting } from '../compare/setting.ts';
import { fillDatabase } from '../corpus/fill-database.ts';
import { runTraffic } from '../load/run-traffic.ts';
import type { TrafficJob, TrafficSummary } from '../load/traffic-job.ts';
import type { Place } from '../peers/peer.ts';
import {
  CAN_MEASURE_MEMORY,
  measurePeakBytesOfGroup,
  residentBytesOfGroup,
} from '../processes/resident-memory.ts';
import { startServerOn } from '../processes/server-process.ts';
import type { GrowthMetric } from './metrics.ts';
import { LARGE, listAsked, primesOf, type RegistrySize, SMALL } from './sizes.ts';

const MIB = 2 ** 20;
const PUBLISHERS = 16;
/** Every read is of another Prime and comes from the database. */
const ARGUMENTS = ['--response-cache', '0'];

/** The figures of one registry in one round. */
export type GrowthRound = Readonly<Record<GrowthMetric, number>>;

/** The rounds of both registries. */
export interface Growth {
  readonly small: readonly GrowthRound[];
  readonly large: readonly GrowthRound[];
}

/** A filled registry. */
interface Grown {
  readonly size: RegistrySize;
  readonly place: Place;
  readonly manifests: TrafficJob['reads'];
  readonly lists: TrafficJob['reads'];
}

/** Fills both, and measures them in each round, after a warm-up round that is not counted. */
export async function measureGrowth(setting: Setting, rounds: number, seconds: number): Promise<Growth> {
  console.error(`Filling a registry with ${LARGE.title}.`);
  const large = await grow(setting, LARGE);
  const growth: { small: GrowthRound[]; large: GrowthRound[] } = { small: [], large: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const label = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
    for (const which of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
      // Publishes of a round hardly change the large registry, but the small one is made again for each
      // round.
      const grown = which === 'small' ? await grow(setting, SMALL) : large;
      const measured = await measureRound(setting, grown, round === 0 ? 1 : seconds);
      console.error(`${label}, growth, ${grown.size.title}: ${JSON.stringify(measured, toShort)}`);
      if (round > 0) growth[which].push(measured);
    }
  }
  return growth;
}

async function grow(setting: Setting, size: RegistrySize): Promise<Grown> {
  const place = newPlace(setting, { name: 'prime' });
  await mkdir(place.folder);
  await fillDatabase(place.folder, primesOf(size));
  const asked = listAsked(size);
  return {
    size,
    place,
    manifests: asked.flatMap(({ name, versions }) =>
      versions.slice(0, 1).map((version) => ({ path: versionManifestPath(name, version), headers: {} })),
    ),
    lists: asked.map(({ name }) => ({ path: versionListPath(name), headers: {} })),
  };
}

async function measureRound(setting: Setting, grown: Grown, seconds: number): Promise<GrowthRound> {
  const { folder, compileCache, cores, signal } = grown.place;
  const server = await startServerOn(folder, compileCache, { args: ARGUMENTS, cores, signal });
  const run = (job: Pick<TrafficJob, 'readers' | 'publishers' | 'reads'>): Promise<TrafficSummary> =>
    runJob(setting, { ...job, baseUrl: server.baseUrl, seconds });
  try {
    let measured: Omit<GrowthRound, 'peakMiB'> | undefined;
    const peakBytes = await peakOf(server.pid, async () => {
      const manifest = await run({ readers: 1, publishers: 0, reads: grown.manifests });
      const list = await run({ readers: 1, publishers: 0, reads: grown.lists });
      const one = await run({ readers: 0, publishers: 1, reads: [] });
      const many = await run({ readers: 0, publishers: PUBLISHERS, reads: [] });
      measured = {
        manifestP50Ms: manifest.reads.p50Ms ?? Number.NaN,
        listP50Ms: list.reads.p50Ms ?? Number.NaN,
        publishP50Ms: one.publishes.p50Ms ?? Number.NaN,
        publishesPerSecond: many.publishes.perSecond,
        startMs: server.firstAnswerMs,
      };
    });
    if (measured === undefined) throw new Error('nothing was measured');
    return { ...measured, peakMiB: peakBytes / MIB };
  } finally {
    await server.stop();
  }
}

async function runJob(
  { folder, signal }: Setting,
  job: Pick<TrafficJob, 'baseUrl' | 'readers' | 'publishers' | 'reads' | 'seconds'>,
): Promise<TrafficSummary> {
  const namePrefix = newName('growth');
  const whole = { ...job, protocol: 'prime', readsPerPublish: 0, warmUpSeconds: 1, namePrefix } as const;
  const summary = await runTraffic(whole, folder, signal);
  if (summary.failures > 0) throw new Error(`${summary.failures} reads were not answered with 200`);
  return summary;
}

async function peakOf(pid: number, work: () => Promise<void>): Promise<number> {
  if (CAN_MEASURE_MEMORY) {
    const restingBytes = residentBytesOfGroup(pid);
    return Math.max(restingBytes, await measurePeakBytesOfGroup(pid, work));
  }
  await work();
  return Number.NaN;
}

function toShort(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value;
}
