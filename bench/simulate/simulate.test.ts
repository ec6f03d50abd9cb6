// The laws that every model of queues obeys, whatever its inputs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../corpus/random-numbers.ts';
import { hitRatioBetweenCommits, hitRatioOfLru, zipfShares } from './caches.ts';
import { computeFlows } from './flows.ts';
import { valuesOf } from './inputs.ts';
import { type Process, Simulation } from './kernel.ts';
import { Latencies } from './latencies.ts';
import { type SplitDemands, simulateLocal, splitDemands } from './local-model.ts';
import { simulateRegions } from './simulate-regions.ts';
import { Cores, Group, Station } from './stations.ts';

const CORE_SECONDS = 0.001;

/** One thread with exponential work and Poisson arrivals, and how many requests were there in the mean. */
function runQueue(perSecond: number, seconds: number) {
  const simulation = new Simulation();
  const numbers = randomNumbers(7);
  const random = () => -Math.log((numbers() + 1) / (2 ** 32 + 1));
  const cores = new Cores(simulation, 'core', 1);
  const thread = new Station(simulation, 'thread');
  const latencies = new Latencies(0);
  let [present, since, area] = [0, 0, 0];
  const change = (by: number) => {
    area += present * (simulation.now - since);
    since = simulation.now;
    present += by;
  };
  function* request(): Process {
    const startedAt = simulation.now;
    change(1);
    yield thread.use(cores.run(CORE_SECONDS * random()));
    change(-1);
    latencies.add('request', startedAt, simulation.now);
  }
  const arrive = () => {
    simulation.spawn(request());
    simulation.after(random() / perSecond, arrive);
  };
  arrive();
  simulation.runUntil(seconds);
  change(0);
  const summary = latencies.summarize(seconds).get('request');
  assert.ok(summary);
  return {
    ...summary,
    meanPresent: area / seconds,
    utilisation: thread.utilisation(),
    used: cores.utilisation(),
  };
}

test("a queue obeys Little's law, and waits as theory says", () => {
  const { perSecond, meanMs, meanPresent, utilisation, used } = runQueue(700, 200);
  assert.ok(Math.abs(meanPresent / ((perSecond * meanMs) / 1000) - 1) < 0.01, 'L = λ W');
  // M/M/1: the mean time is that of the work divided by what is free.
  assert.ok(Math.abs(meanMs / (1000 * (CORE_SECONDS / (1 - 0.7))) - 1) < 0.1, `${meanMs} ms`);
  assert.ok(Math.abs(utilisation - 0.7) < 0.02);
  assert.ok(Math.abs(used - utilisation) < 1e-9, 'the only thread uses the only core');
});

test('a queue with too many requests is busy all the time, and never more', () => {
  const { perSecond, utilisation } = runQueue(3000, 5);
  assert.ok(utilisation > 0.99 && utilisation <= 1);
  assert.ok(Math.abs(perSecond * CORE_SECONDS - 1) < 0.1);
});

test('threads share cores equally', () => {
  const simulation = new Simulation();
  const cores = new Cores(simulation, 'cores', 2);
  const ends: number[] = [];
  function* work(seconds: number): Process {
    yield cores.run(seconds);
    ends.push(simulation.now);
  }
  for (const seconds of [1, 1, 2, 2]) simulation.spawn(work(seconds));
  simulation.runUntil(10);
  // Four threads on two cores take twice as long; the two that are left have a core each.
  assert.deepEqual(ends, [2, 2, 3, 3]);
  assert.ok(Math.abs(cores.utilisation() - 6 / 20) < 1e-9);
});

test('who comes during a commit forms the next group, up to its limit', () => {
  const simulation = new Simulation();
  const sizes: number[] = [];
  const group = new Group(simulation, 3, function* (members) {
    sizes.push(members);
    yield simulation.delay(1);
  });
  let done = 0;
  function* member(): Process {
    yield group.join();
    done += 1;
  }
  for (let index = 0; index < 6; index += 1) simulation.spawn(member());
  simulation.runUntil(10);
  assert.deepEqual(sizes, [1, 3, 2]);
  assert.equal(done, 6);
  assert.equal(group.meanSize, 2);
});

test('larger caches and rarer commits let more reads hit', () => {
  const shares = zipfShares(1000, 0.9);
  const ratios = [1, 10, 100, 900, 1000].map((capacity) => hitRatioOfLru(shares, capacity));
  assert.deepEqual(
    ratios,
    ratios.toSorted((a, b) => a - b),
  );
  assert.equal(ratios.at(-1), 1);
  const between = [100, 10, 1, 0].map((commits) => hitRatioBetweenCommits(shares, 1000, commits));
  assert.deepEqual(
    between,
    between.toSorted((a, b) => a - b),
  );
  assert.ok(Math.abs((between.at(-1) ?? 0) - 1) < 1e-9);
});

test("Che's approximation agrees with a cache that is simulated", () => {
  const shares = zipfShares(200, 0.8);
  let sum = 0;
  const sums = shares.map((share) => {
    sum += share;
    return sum;
  });
  const numbers = randomNumbers(11);
  const cache = new Map<number, true>();
  let hits = 0;
  const requests = 40_000;
  for (let turn = 0; turn < requests; turn += 1) {
    const chosen = numbers() / 2 ** 32;
    const object = sums.findIndex((sum) => chosen < sum);
    if (cache.delete(object)) hits += 1;
    cache.set(object, true);
    if (cache.size > 40) cache.delete(cache.keys().next().value ?? -1);
  }
  assert.ok(Math.abs(hits / requests - hitRatioOfLru(shares, 40)) < 0.02);
});

const SPLIT: SplitDemands = {
  ...{ replicaEach: 0.001, replicaGroup: 0.0005, databaseEach: 0.0003, databaseGroup: 0.001 },
  ...{ load: 0.0002, wait: 0.002 },
};

test('the demands of one replica are found again in what it takes', () => {
  const measure = (clients: number, size: number) => ({
    replica: SPLIT.replicaEach + SPLIT.replicaGroup / size,
    database: SPLIT.databaseEach + SPLIT.databaseGroup / size,
    load: SPLIT.load,
    elapsed:
      clients === 1
        ? 0.002 +
          SPLIT.replicaEach +
          SPLIT.replicaGroup +
          SPLIT.databaseEach +
          SPLIT.databaseGroup +
          SPLIT.load
        : 0,
  });
  const kind = 'publish';
  const { groupSize } = simulateLocal(SPLIT, { cores: 2, replicas: 1, clients: 16, kind });
  const found = splitDemands(
    { one: measure(1, 1), many: measure(16, groupSize), clients: 16 },
    { cores: 2, kind },
  );
  for (const [name, value] of Object.entries(found))
    assert.ok(Math.abs(value / SPLIT[name as keyof SplitDemands] - 1) < 0.1, `${name}: ${value}`);
});

test('more replicas and more cores never answer fewer requests', () => {
  const rate = (cores: number, replicas: number) =>
    simulateLocal(SPLIT, { cores, replicas, clients: 32, kind: 'read' }).perSecond;
  assert.ok(rate(4, 1) >= rate(2, 1) * 0.99);
  assert.ok(rate(8, 3) >= rate(8, 1) * 0.99);
});

test('regions: all reads go somewhere, a seed gives the same again, and more load waits longer', () => {
  const values = valuesOf({ readsPerDay: 2e7, primes: 10_000, cdnTarballs: 1000, mirrorAnswers: 1000 });
  const flows = computeFlows(values);
  for (const { reads, atCdn, hot, cold, tarballs, searches } of flows.regions)
    assert.ok(Math.abs((atCdn + hot + cold + tarballs + searches) / reads - 1) < 1e-9);
  const run = (times: number, seed = 1) => {
    const more = valuesOf({
      ...values,
      readsPerDay: times * values.readsPerDay,
      publishesPerDay: times * 5e5,
    });
    return simulateRegions(computeFlows(more), more, { seconds: 2, seed });
  };
  const [once, again, other, more] = [run(1), run(1), run(1, 2), run(4)];
  assert.deepEqual(once, again);
  assert.notDeepEqual(once, other);
  const busiest = ({ utilisations }: typeof once) => Math.max(...utilisations.map(({ share }) => share));
  assert.ok(busiest(more) > busiest(once));
  for (const { share } of more.utilisations) assert.ok(share >= 0 && share <= 1);
  const publish = ({ latencies }: typeof once) => latencies.get('publish from home')?.p99Ms ?? 0;
  assert.ok(publish(more) >= publish(once) * 0.9);
});
