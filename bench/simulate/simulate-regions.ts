// Simulates the regions of a large registry at its peak: queues, groups and waits behind the CDN.
import { randomNumbers } from '../corpus/random-numbers.ts';
import type { Flows } from './flows.ts';
import type { Values } from './inputs.ts';
import { type Process, Simulation } from './kernel.ts';
import { Latencies, type LatencySummary } from './latencies.ts';
import { createRegistry, logOf, MOST_IN_GROUP, type RegistryModel } from './registry-model.ts';
import { type Component, Cores, Station } from './stations.ts';

/** How long is simulated. */
export interface Extent {
  readonly seconds: number;
  readonly seed: number;
}

/** The use of a component. */
export interface Utilisation {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  /** How many times this load saturates it. */
  readonly times: number;
}

/** What it says. */
export interface Outcome {
  readonly latencies: ReadonlyMap<string, LatencySummary>;
  /** What is used of each kind of component: of those of a kind, the busiest. What is saturated first comes first. */
  readonly utilisations: readonly Utilisation[];
  /** Publishes that committed together, in the mean. */
  readonly groupSize: number;
}

const HOME = 'home';
const HOME_LOG = logOf(HOME);
const WARM_UP_SECONDS = 1;
const CONNECTIONS_OF_REPLICA = 10;
const MICRO = 1e-6;
const MILLI = 1e-3;

/** Runs the simulation. The same seed gives the same outcome. */
export function simulateRegions(flows: Flows, values: Values, { seconds, seed }: Extent): Outcome {
  const simulation = new Simulation();
  const numbers = randomNumbers(seed);
  // Above 0, so that its logarithm is a number.
  const random = (): number => (numbers() + 1) / (2 ** 32 + 1);
  const latencies = new Latencies(WARM_UP_SECONDS);
  const home = createHome(simulation, values);
  const components: Component[] = [...home.components];

  /** Requests of a Poisson process. */
  const arrive = (perSecond: number, kind: string, request: (turn: number) => Process): void => {
    if (perSecond <= 0) return;
    let turn = 0;
    const next = (): void => {
      turn += 1;
      simulation.spawn(timed(kind, request(turn)));
      simulation.after(-Math.log(random()) / perSecond, next);
    };
    simulation.after(-Math.log(random()) / perSecond, next);
  };
  function* timed(kind: string, request: Process): Process {
    const startedAt = simulation.now;
    yield* request;
    latencies.add(kind, startedAt, simulation.now);
  }
  function* publishFrom(region: number, turn: number): Process {
    if (region > 0) yield simulation.delay(values.betweenRegionsMs * MILLI);
    yield* home.publish(turn);
  }

  const reads = flows.regions.reduce((sum, region) => sum + region.reads, 0);
  for (const [index, region] of flows.regions.entries()) {
    const server = region.isHome ? undefined : createMirror(simulation, values);
    if (server !== undefined) components.push(...server.components);
    const where = region.isHome ? 'home' : 'mirror';
    arrive(
      region.hot,
      `${where}: list or manifest, cached`,
      (turn) => server?.read('hot') ?? home.hotRead(turn),
    );
    arrive(
      region.cold,
      `${where}: list or manifest, from the database`,
      (turn) => server?.read('cold') ?? home.coldRead(turn, { isTarball: false }),
    );
    arrive(
      region.tarballs,
      `${where}: tarball that the CDN lacks`,
      (turn) => server?.read('cold') ?? home.coldRead(turn, { isTarball: true }),
    );
    arrive(region.searches, `${where}: search`, (turn) => server?.read('search') ?? home.search(turn));
    const publishes = (flows.publishes * region.reads) / reads;
    arrive(publishes, `publish from ${region.isHome ? 'home' : 'another region'}`, (turn) =>
      publishFrom(index, turn),
    );
  }
  arrive(flows.pulls, 'pull of a mirror', (turn) => home.coldRead(turn, { isTarball: true }));
  simulation.runUntil(WARM_UP_SECONDS + seconds);
  return {
    latencies: latencies.summarize(simulation.now),
    utilisations: busiestOfEach(components, mostPublishesPerSecond(values) / flows.publishes),
    groupSize: home.groupSize(),
  };
}

function createHome(
  simulation: Simulation,
  values: Values,
): RegistryModel & { search(turn: number): Process } {
  const coresOf = Array.from(
    { length: values.replicas },
    () => new Cores(simulation, 'home: core of a replica', 1),
  );
  const databaseCores = new Cores(simulation, 'home: cores of the database', values.databaseCores);
  const registry = createRegistry(
    simulation,
    HOME,
    {
      hotRead: values.hotReadUs * MICRO,
      stamp: values.stampUs * MICRO,
      stampInDatabase: values.stampUs * MICRO,
      coldRead: values.coldReadUs * MICRO,
      coldReadInDatabase: values.coldReadUs * MICRO,
      publish: values.publishMs * MILLI,
      group: values.coldReadUs * MICRO,
      groupInDatabase: values.groupMs * MILLI,
      memberInDatabase: values.memberMs * MILLI,
      roundTrip: values.roundTripMs * MILLI,
      commit: (values.commitMs + values.standbyMs) * MILLI,
      put: values.bucketPutMs * MILLI,
      get: values.bucketGetMs * MILLI,
    },
    {
      replicas: values.replicas,
      coresOf: (index) => coresOf[index] ?? databaseCores,
      databaseCores,
      databaseConnections: values.replicas * CONNECTIONS_OF_REPLICA,
    },
  );
  return {
    ...registry,
    *search() {
      yield databaseCores.run(values.searchMs * MILLI);
    },
  };
}

type MirrorRead = 'hot' | 'cold' | 'search';

/** A mirror: processes with a core each, and their database in a file. */
function createMirror(simulation: Simulation, values: Values) {
  const threads = new Station(simulation, 'mirror: processes', values.mirrorCores);
  const cores = new Cores(simulation, 'mirror: cores', values.mirrorCores);
  const costs: Readonly<Record<MirrorRead, number>> = {
    hot: values.hotReadUs * MICRO,
    cold: values.coldReadUs * MICRO,
    search: values.searchMs * MILLI,
  };
  return {
    components: [threads, cores],
    *read(kind: MirrorRead): Process {
      yield threads.use(cores.run(costs[kind]));
    },
  };
}

/** Groups grow with the load until they are full; then the lock of the log is saturated. */
function mostPublishesPerSecond({ groupMs, memberMs, commitMs, standbyMs }: Values): number {
  return MOST_IN_GROUP / ((groupMs + MOST_IN_GROUP * memberMs + commitMs + standbyMs) * MILLI);
}

function busiestOfEach(components: readonly Component[], timesOfLog: number): Utilisation[] {
  const shares = new Map<string, number>();
  for (const component of components)
    shares.set(component.name, Math.max(shares.get(component.name) ?? 0, component.utilisation()));
  return [...shares]
    .map(([name, share]) => ({ name, share, times: name === HOME_LOG ? timesOfLog : 1 / share }))
    .toSorted((a, b) => a.times - b.times);
}
