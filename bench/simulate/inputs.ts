// The inputs of the simulation of a large registry, each with its source. What nobody here has measured is an assumption.

/** An input. */
export interface Input {
  readonly value: number;
  readonly unit: string;
  /** Where it was measured, or why it was assumed. */
  readonly source: string;
}

const input = (value: number, unit: string, source: string): Input => ({ value, unit, source });

const SIZING = 'docs/operations/sizing.md';
const COMPARISON = 'bench/results/2026-11-22.md';
const LOG = 'bench/results/2026-11-23-log-quiet.md';
const ASSUMED = 'assumed';

/** All inputs. A flag of the same name in kebab case changes one. */
export const INPUTS = {
  readsPerDay: input(1e9, 'reads', 'the task'),
  publishesPerDay: input(1e6, 'publishes', 'the task'),
  peak: input(3, 'times the mean', `${ASSUMED}: the busiest hour`),
  burst: input(10, 'times the mean', `${ASSUMED}: publishes of CI, in a tenth of the time`),
  regions: input(3, 'regions, the first with the database', 'the task'),
  primes: input(1e6, 'Primes', 'bench:scale'),
  zipf: input(
    0.9,
    'exponent of popularity',
    `${ASSUMED}: as published for package registries and the web, 0.6 to 1`,
  ),
  listShare: input(0.34, 'of reads', `${ASSUMED}: an install reads a list, a manifest and a tarball`),
  manifestShare: input(0.32, 'of reads', `${ASSUMED}: the same`),
  tarballShare: input(0.33, 'of reads', `${ASSUMED}: the same; the rest are searches and pages`),
  tarballKb: input(50, 'kB', `${ASSUMED}: the benchmarks use 10`),
  listKb: input(1.5, 'kB', `${ASSUMED}: ten versions, mostly a 304 without a body`),
  cdnTarballs: input(200_000, 'tarballs in each region of the CDN', `${ASSUMED}: 10 GB`),
  mirrorCores: input(4, 'processes of each mirror, a core each', 'chosen'),
  mirrorAnswers: input(20_000, 'answers in the cache of a process', `${ASSUMED}: 16 MB of 0.8 kB`),
  listMaxAge: input(60, 's', 'docs/operations/mirror.md, list-max-age'),
  replicas: input(3, 'replicas next to the database, a core each', 'chosen'),
  databaseCores: input(8, 'cores of the database', 'chosen'),
  hotReadUs: input(13, 'µs of a core', `${SIZING}, a cached read`),
  coldReadUs: input(50, 'µs of a core', `${SIZING}, another read`),
  stampUs: input(
    25,
    'µs of a core, for all who wait',
    `${COMPARISON}: manifests of a replica next to those of one process`,
  ),
  searchMs: input(4.6, 'ms of a core', `${COMPARISON}: the median kind of search in 100,000 Primes`),
  publishMs: input(1.5, 'ms of a core', `${SIZING}, a publish of 10 KB`),
  groupMs: input(
    1.2,
    'ms of a core of the database, for a group',
    `${LOG}: 4.5 ms elapsed with one client, 2.25 with 16`,
  ),
  memberMs: input(0.4, 'ms of a core of the database, for each member', `${LOG}, the same`),
  commitMs: input(2, 'ms', `${LOG}: what one client waits without work`),
  standbyMs: input(0, 'ms more', 'none in another region is waited for; 70 if one is'),
  roundTripMs: input(0.5, 'ms', `${ASSUMED}: between machines of a region`),
  betweenRegionsMs: input(80, 'ms', `${ASSUMED}: a round trip`),
  bucketPutMs: input(30, 'ms', `${ASSUMED}: usual for large clouds`),
  bucketGetMs: input(20, 'ms', `${ASSUMED}: usual for large clouds`),
  coreHour: input(0.05, '$', `${SIZING}, list prices of 2026: check them`),
  millionRequests: input(0.4, '$', `${SIZING}, of a bucket, the same`),
  cdnGb: input(0.01, '$', `${SIZING}, of a CDN, the same`),
  cdnMillionRequests: input(0.6, '$', `${ASSUMED}: usual for CDNs in 2026, and often negotiable: check it`),
  databaseCoreHour: input(0.2, '$', `${ASSUMED}: managed, with a standby: check it`),
} satisfies Readonly<Record<string, Input>>;

/** The name of an input. */
export type InputName = keyof typeof INPUTS;

/** The values of all inputs. */
export type Values = Readonly<Record<InputName, number>>;

/** The values, with some changed. */
export function valuesOf(changed: Partial<Values> = {}): Values {
  const entries = Object.entries(INPUTS).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(entries) as Record<InputName, number>), ...changed };
}

/** The flag of an input. */
export function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
