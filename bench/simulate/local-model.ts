// The check of the model: what it says about one, two and three replicas on this machine, from what one replica takes.
// Replicas, database and load generators share the cores: each is a thread, and threads share cores equally.
import { type Process, Simulation } from './kernel.ts';
import { Latencies, type LatencySummary } from './latencies.ts';
import { createRegistry, type RegistryCosts } from './registry-model.ts';
import { Cores, Station } from './stations.ts';

/** What one replica was measured to take for a request, with one client and with several. Seconds. */
export interface MeasuredDemand {
  readonly replica: number;
  readonly database: number;
  /** The load generator. */
  readonly load: number;
  readonly elapsed: number;
}

/** The demands of a kind of request. */
export interface MeasuredDemands {
  readonly one: MeasuredDemand;
  readonly many: MeasuredDemand;
  /** Clients of `many`. */
  readonly clients: number;
}

/** What the model takes for a request; groups share a part of it. Seconds. */
export interface SplitDemands {
  readonly replicaEach: number;
  readonly replicaGroup: number;
  readonly databaseEach: number;
  readonly databaseGroup: number;
  readonly load: number;
  /** Waiting, without work: syncs, wake-ups, the network. */
  readonly wait: number;
}

/** The machine, and its load. */
export interface LocalLoad {
  readonly cores: number;
  readonly replicas: number;
  readonly clients: number;
  readonly kind: 'read' | 'publish';
}

const WARM_UP_SECONDS = 0.5;
const SECONDS = 4;
/** Steps of the search for the size of groups; they change little after the first. */
const STEPS = 6;
const NOTHING: RegistryCosts = {
  ...{ hotRead: 0, stamp: 0, stampInDatabase: 0, coldRead: 0, coldReadInDatabase: 0, publish: 0, group: 0 },
  ...{ groupInDatabase: 0, memberInDatabase: 0, roundTrip: 0, commit: 0, put: 0, get: 0 },
};

/** Runs clients that send the next request after the answer. */
export function simulateLocal(split: SplitDemands, load: LocalLoad): LatencySummary & { groupSize: number } {
  const simulation = new Simulation();
  const cores = new Cores(simulation, 'cores', load.cores);
  const registry = createRegistry(simulation, 'here', toCosts(split, load.kind), {
    replicas: load.replicas,
    coresOf: () => cores,
    databaseCores: cores,
    databaseConnections: 10 * load.replicas,
    isOneScope: true,
  });
  // Reads come from a load generator for each replica, publishes from one program.
  const generators = Array.from(
    { length: load.kind === 'read' ? load.replicas : 1 },
    () => new Station(simulation, 'load'),
  );
  const latencies = new Latencies(WARM_UP_SECONDS);
  function* client(index: number): Process {
    for (let turn = index; ; turn += load.replicas) {
      const startedAt = simulation.now;
      yield generators[index % generators.length]?.use(cores.run(split.load)) ?? simulation.delay(0);
      yield* load.kind === 'read' ? registry.hotRead(turn) : registry.publish(turn);
      latencies.add(load.kind, startedAt, simulation.now);
    }
  }
  for (let index = 0; index < load.clients; index += 1) simulation.spawn(client(index));
  simulation.runUntil(WARM_UP_SECONDS + SECONDS);
  const summary = latencies.summarize(simulation.now).get(load.kind);
  if (summary === undefined) throw new Error('no request was answered');
  return { ...summary, groupSize: registry.groupSize() };
}

function toCosts(split: SplitDemands, kind: LocalLoad['kind']): RegistryCosts {
  return kind === 'read'
    ? {
        ...NOTHING,
        hotRead: split.replicaEach,
        stamp: split.replicaGroup,
        stampInDatabase: split.databaseGroup,
        roundTrip: split.wait,
      }
    : {
        ...NOTHING,
        publish: split.replicaEach,
        group: split.replicaGroup,
        groupInDatabase: split.databaseGroup,
        memberInDatabase: split.databaseEach,
        commit: split.wait,
      };
}

/**
 * Splits what requests take into a part of each and a part of a group: with one client each is a group, and with several
 * they share it. The query of the stamp is the same however many wait for it.
 */
export function splitDemands(
  { one, many, clients }: MeasuredDemands,
  { cores, kind }: Pick<LocalLoad, 'cores' | 'kind'>,
): SplitDemands {
  const wait = Math.max(0, one.elapsed - one.replica - one.database - one.load);
  let groupSize = kind === 'read' ? Math.max(1, one.database / many.database) : Math.sqrt(clients);
  let split = splitAt(groupSize);
  if (kind === 'read') return split;
  for (let step = 0; step < STEPS; step += 1) {
    groupSize = simulateLocal(split, { cores, kind, clients, replicas: 1 }).groupSize;
    split = splitAt(groupSize);
  }
  return split;

  function splitAt(size: number): SplitDemands {
    const [replicaGroup, replicaEach] = splitOne(one.replica, many.replica, size);
    const [databaseGroup, databaseEach] =
      kind === 'read' ? [one.database, 0] : splitOne(one.database, many.database, size);
    return { replicaEach, replicaGroup, databaseEach, databaseGroup, load: many.load, wait };
  }
}

/** @returns the parts of a group and of each: their sum is `alone`, and in groups of this size each takes `together` */
function splitOne(alone: number, together: number, size: number): [group: number, each: number] {
  if (size <= 1) return [0, together];
  const group = Math.min(together * size, Math.max(0, (alone - together) / (1 - 1 / size)));
  return [group, Math.max(0, together - group / size)];
}
