// Compares the model with this machine: one, two and three replicas, predicted from the processor time of one.
import { availableParallelism } from 'node:os';
import { markdownTable } from '../report/markdown-table.ts';
import type { Benchmark } from '../run-benchmark.ts';
import { simulateLocal, splitDemands } from './local-model.ts';
import { CLIENTS, type LocalReplicas, type MeasuredRun, startReplicas } from './measure-local.ts';

const REPLICAS = [1, 2, 3];
/** Publishes that are not counted: a new process first compiles its code. */
const WARM_UPS = 2;

/** Measures and predicts. @returns Markdown */
export async function checkModel(benchmark: Benchmark): Promise<string> {
  const cores = availableParallelism();
  const rows: string[][] = [];
  const demands: string[][] = [];
  const calibrated = new Map<'read' | 'publish', ReturnType<typeof splitDemands>>();
  for (const replicas of REPLICAS) {
    benchmark.signal.throwIfAborted();
    console.error(`${replicas} of ${REPLICAS.at(-1)} replicas`);
    await using ending = new AsyncDisposableStack();
    const local = await startReplicas({ ...benchmark, cleanUp: ending }, replicas);
    for (const kind of ['read', 'publish'] as const) {
      const measure = measurerOf(local, kind);
      for (let times = 0; times < WARM_UPS; times += 1) await measure(CLIENTS[kind]);
      const clients = CLIENTS[kind];
      if (replicas === 1) {
        const one = await measure(1);
        const many = await measure(clients);
        calibrated.set(kind, splitDemands({ one, many, clients }, { cores, kind }));
        demands.push(describe(`${kind}, one client`, one), describe(`${kind}, ${clients} clients`, many));
      }
      const split = calibrated.get(kind);
      if (split === undefined) throw new Error('one replica is measured first');
      const { perSecond } = await measure(clients);
      const predicted = simulateLocal(split, { cores, replicas, clients, kind });
      rows.push([
        `${kind}, ${clients} clients, ${replicas} replica${replicas === 1 ? '' : 's'}`,
        perSecond.toFixed(0),
        predicted.perSecond.toFixed(0),
        (predicted.perSecond / perSecond).toFixed(2),
        predicted.groupSize === 0 ? '' : predicted.groupSize.toFixed(1),
      ]);
    }
  }
  return [
    `${cores} cores for everything: replicas, PostgreSQL, load generators. The model gives each running thread an equal part of`,
    'them. It knows only the first table, which is of one replica.\n',
    markdownTable(
      ['Processor time of one replica, µs a request', 'replica', 'database', 'load', 'elapsed'],
      demands,
    ),
    markdownTable(
      ['Requests', 'measured a second', 'predicted', 'predicted ÷ measured', 'predicted group'],
      rows,
    ),
  ].join('\n');
}

function measurerOf(
  local: LocalReplicas,
  kind: 'read' | 'publish',
): (clients: number) => Promise<MeasuredRun> {
  return kind === 'read' ? local.measureReads : local.measurePublishes;
}

function describe(title: string, { replica, database, load, elapsed }: MeasuredRun): string[] {
  return [title, ...[replica, database, load, elapsed].map((seconds) => (1e6 * seconds).toFixed(1))];
}
