// Runs all operations on a filled database, and explains every query that they send.
import type pg from 'pg';
import { openPostgresStore } from '../../packages/store/src/postgres/open-postgres-store.ts';
import { createPool } from '../../packages/store/src/postgres/postgres-pool.ts';
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import { listOperations } from './operations.ts';
import { explain, type Plan } from './plans.ts';
import { recordQueries, type SentQuery } from './recorder.ts';

/** The measurement of one operation. */
export interface Measured {
  readonly title: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Its queries, each once. */
  readonly queries: readonly { readonly text: string; readonly plan: Plan }[];
}

const TURNS = 200;
// The first turns open connections and prepare statements.
const WARM_UP_TURNS = 5;
/** Queries with the same text but different values, such as common and rare words. */
const EXPLAINED_OF_EACH = 5;

/** Measures all operations. */
export async function measureQueries(
  url: string,
  sample: readonly SyntheticPrime[],
  signal: AbortSignal,
): Promise<Measured[]> {
  const store = await openPostgresStore(url, 10);
  // With the settings of the server.
  const pool = createPool(url, 1);
  const client = await pool.connect();
  try {
    const measured: Measured[] = [];
    for (const { title, run } of listOperations(store, sample)) {
      signal.throwIfAborted();
      console.error(`  ${title}`);
      const sent = new Map<string, SentQuery[]>();
      const stop = recordQueries((query) => {
        const known = sent.get(query.text) ?? [];
        if (known.length < EXPLAINED_OF_EACH) sent.set(query.text, [...known, query]);
      });
      const timesMs: number[] = [];
      for (let turn = 0; turn < TURNS + WARM_UP_TURNS; turn += 1) {
        const startMs = performance.now();
        await run(turn);
        if (turn >= WARM_UP_TURNS) timesMs.push(performance.now() - startMs);
      }
      stop();
      measured.push({ title, ...percentiles(timesMs), queries: await explainAll(client, sent) });
    }
    return measured;
  } finally {
    client.release();
    await pool.end();
    await store.close();
  }
}

function percentiles(timesMs: readonly number[]): { p50Ms: number; p99Ms: number; maxMs: number } {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

/** The worst plan of each query text. */
async function explainAll(
  client: pg.ClientBase,
  sent: ReadonlyMap<string, readonly SentQuery[]>,
): Promise<Measured['queries']> {
  const explained: { text: string; plan: Plan }[] = [];
  for (const [text, queries] of sent) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text) || /advisory/.test(text)) continue;
    let worst: Plan | undefined;
    for (const query of queries) {
      const plan = await explain(client, query);
      if (worst === undefined || plan.rows > worst.rows) worst = plan;
    }
    if (worst !== undefined) explained.push({ text: text.replaceAll(/\s+/g, ' ').trim(), plan: worst });
  }
  return explained;
}
