// The model of a registry: replicas with one thread each, their database, and their bucket.
import type { Process, Simulation } from './kernel.ts';
import { type Cores, Group, Station } from './stations.ts';

/** Times in seconds: of a core, unless it says otherwise. */
export interface RegistryCosts {
  /** A replica: a read from its cache of answers. */
  readonly hotRead: number;
  /** A replica: the query of the change stamp, one for all reads that wait. */
  readonly stamp: number;
  /** The database: the same. */
  readonly stampInDatabase: number;
  /** A replica: a read that is not in the cache. */
  readonly coldRead: number;
  /** The database: the queries of such a read. */
  readonly coldReadInDatabase: number;
  /** A replica: a publish, without what a group shares. */
  readonly publish: number;
  /** A replica: a group of publishes. */
  readonly group: number;
  /** The database: a group of publishes, and each of its members. */
  readonly groupInDatabase: number;
  readonly memberInDatabase: number;
  /** Waiting: a round trip between replica and database. */
  readonly roundTrip: number;
  /** Waiting: the commit of a group, with its sync and those of standbys that it waits for. */
  readonly commit: number;
  /** Waiting: a tarball into the bucket, and out of it. */
  readonly put: number;
  readonly get: number;
}

/** What runs where. */
export interface RegistryHosts {
  readonly replicas: number;
  /** The cores of each replica; the same for all on one machine. */
  coresOf(replica: number): Cores;
  readonly databaseCores: Cores;
  readonly databaseConnections: number;
  /** Whether all publishes are in one scope: then its lock is held for the whole transaction, by one replica at a time. */
  readonly isOneScope?: boolean;
}

/** Requests of a registry. */
export interface RegistryModel {
  readonly components: readonly (Cores | Station)[];
  hotRead(replica: number): Process;
  coldRead(replica: number, options: { readonly isTarball: boolean }): Process;
  publish(replica: number): Process;
  /** The mean number of publishes that committed together so far. */
  groupSize(): number;
}

/** As in packages/store/src/versions/insert: publishes of one transaction. */
export const MOST_IN_GROUP = 64;

/** Of a group, and those of them that follow the lock of the log. */
export const STATEMENTS = 18;
export const STATEMENTS_OF_LOG = 6;

/** The name of the lock of a registry's log. */
export const logOf = (registry: string): string => `${registry}: lock of the log`;

/** Makes a registry. @param name - begins the names of its components */
export function createRegistry(
  simulation: Simulation,
  name: string,
  costs: RegistryCosts,
  { replicas, coresOf, databaseCores, databaseConnections, isOneScope = false }: RegistryHosts,
): RegistryModel {
  const connections = new Station(simulation, `${name}: connections of the database`, databaseConnections);
  const locked = isOneScope ? STATEMENTS : STATEMENTS_OF_LOG;
  // Anyone who appends to the log of the registry waits for the one before.
  const log = new Station(simulation, logOf(name));
  const inDatabase = (seconds: number) => connections.use(databaseCores.run(seconds));
  const all = Array.from({ length: replicas }, (_, index) => {
    const thread = new Station(simulation, `${name}: replica`);
    const cores = coresOf(index);
    const onThread = (seconds: number) => thread.use(cores.run(seconds));
    const stamps = new Group(simulation, Number.POSITIVE_INFINITY, function* () {
      yield onThread(costs.stamp);
      yield simulation.delay(costs.roundTrip);
      yield inDatabase(costs.stampInDatabase);
    });
    // Between two statements, the thread may have other work.
    function* runStatements(count: number, members: number): Process {
      const inDatabaseEach = (costs.groupInDatabase + members * costs.memberInDatabase) / STATEMENTS;
      for (let statement = 0; statement < count; statement += 1) {
        yield onThread(costs.group / STATEMENTS);
        yield simulation.delay(costs.roundTrip);
        yield inDatabase(inDatabaseEach);
      }
    }
    function* commit(members: number, resume: () => void): Process {
      yield* runStatements(locked, members);
      yield simulation.delay(costs.commit);
      resume();
    }
    const groups = new Group(simulation, MOST_IN_GROUP, function* (members) {
      yield* runStatements(STATEMENTS - locked, members);
      yield log.use((resume) => simulation.spawn(commit(members, resume)));
    });
    return { thread, onThread, stamps, groups };
  });

  function replicaOf(index: number) {
    const replica = all[index % all.length];
    if (replica === undefined) throw new Error('a registry needs a replica');
    return replica;
  }

  return {
    components: [
      ...new Set([
        ...all.map(({ thread }) => thread),
        ...all.map((_, index) => coresOf(index)),
        ...[databaseCores, connections, log],
      ]),
    ],
    *hotRead(index) {
      const { onThread, stamps } = replicaOf(index);
      yield onThread(costs.hotRead);
      yield stamps.join();
    },
    *coldRead(index, { isTarball }) {
      const { onThread } = replicaOf(index);
      yield onThread(costs.coldRead);
      yield simulation.delay(costs.roundTrip);
      yield inDatabase(costs.coldReadInDatabase);
      if (isTarball) yield simulation.delay(costs.get);
    },
    *publish(index) {
      const { onThread, groups } = replicaOf(index);
      yield onThread(costs.publish);
      yield simulation.delay(costs.put);
      yield groups.join();
    },
    groupSize: () => all.reduce((sum, { groups }) => sum + groups.meanSize, 0) / all.length,
  };
}
