// Runs all operations on a filled database, and explains every query that they send.
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import type { Explainer, ScaleDatabase, SentStatement } from './engines/engine.ts';
import { listOperations } from './operations.ts';
import type { Plan } from './plans/plan.ts';

/** The measurement of one operation. */
export interface Measured {
  readonly title: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Its queries, each once. */
  readonly queries: readonly { readonly text: string; readonly plan: Plan }[];
}

/** What bounds the turns of one operation. */
export interface Turns {
  readonly most: number;
  /** After it no further turn begins, unless there were only a few. */
  readonly budgetMs: number;
}

const FEWEST_TURNS = 20;
// The first turns open connections and prepare statements.
const WARM_UP_TURNS = 5;
/** Queries with the same text but different values, such as common and rare words. */
const EXPLAINED_OF_EACH = 5;

/** Measures all operations. */
export async function measureQueries(
  database: ScaleDatabase,
  sample: readonly SyntheticPrime[],
  turns: Turns,
  signal: AbortSignal,
): Promise<Measured[]> {
  const store = await database.openStore();
  await using explainer = await database.openExplainer();
  try {
    const measured: Measured[] = [];
    for (const { title, run } of listOperations(store, sample)) {
      signal.throwIfAborted();
      console.error(`  ${title}`);
      const sent = new Map<string, SentStatement[]>();
      const stop = database.record((statement) => {
        const known = sent.get(statement.text) ?? [];
        if (known.length < EXPLAINED_OF_EACH) sent.set(statement.text, [...known, statement]);
      });
      const timesMs = await timeTurns(run, turns).finally(stop);
      measured.push({ title, ...percentiles(timesMs), queries: await explainAll(explainer, sent) });
    }
    return measured;
  } finally {
    await store.close();
  }
}

async function timeTurns(
  run: (turn: number) => Promise<unknown>,
  { most, budgetMs }: Turns,
): Promise<number[]> {
  const timesMs: number[] = [];
  const endMs = performance.now() + budgetMs;
  for (let turn = 0; turn < most + WARM_UP_TURNS; turn += 1) {
    const startMs = performance.now();
    if (startMs > endMs && timesMs.length >= Math.min(most, FEWEST_TURNS)) break;
    await run(turn);
    if (turn >= WARM_UP_TURNS) timesMs.push(performance.now() - startMs);
  }
  return timesMs;
}

/** Percentiles of times; 0 for none. */
export function percentiles(timesMs: readonly number[]): { p50Ms: number; p99Ms: number; maxMs: number } {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

/** The worst plan of each query text. */
async function explainAll(
  explainer: Explainer,
  sent: ReadonlyMap<string, readonly SentStatement[]>,
): Promise<Measured['queries']> {
  const explained: { text: string; plan: Plan }[] = [];
  for (const [text, statements] of sent) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text) || /advisory/.test(text)) continue;
    let worst: Plan | undefined;
    for (const statement of statements) {
      const plan = await explainer.explain(statement);
      if (worst === undefined || (plan.rows ?? 0) > (worst.rows ?? 0)) worst = plan;
    }
    if (worst !== undefined) explained.push({ text: text.replaceAll(/\s+/g, ' ').trim(), plan: worst });
  }
  return explained;
}
