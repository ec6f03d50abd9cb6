// `npm run bench -- exchange`: exchanges of identity tokens with known keys, and publishes with an exchanged token next to a
// stored one. Prints Markdown. The exit code is 1 if a goal is missed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Actor } from '@prime-registry/testkit';
import { createToken } from 'prime-registry';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { databaseIn } from '../corpus/fill-database.ts';
import { readNumberFlags } from '../flags.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { startServerOn } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { BENCH_AUDIENCE, type IdentityIssuer, makeIssuer } from '../tokens/identity-issuer.ts';

const GOAL_MS = 10;
const GOAL_A_SECOND = 100;
/** A publish with an exchanged token may take this much longer: noise, not work. */
const GOAL_RATIO = 0.95;
const CLIENTS = 16;
const WARM_UPS = 100;
/** Publishes of a round with each of the tokens. */
const PUBLISHES = 50;

interface Extent {
  readonly exchanges: number;
  readonly rounds: number;
}

/** Runs the benchmark. @param args - `--exchanges <number>`, `--rounds <number>` */
export async function measureExchange(args: readonly string[]): Promise<void> {
  const extent = readNumberFlags(args, { exchanges: 1000, rounds: 10 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, cleanUp, signal }: Benchmark, extent: Extent): Promise<void> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const issuers = [makeIssuer('RS256'), makeIssuer('ES256')];
  const stored = await prepare(folder, dataFolder, issuers);
  const server = await startServerOn(dataFolder, join(folder, 'compiled'), {
    signal,
    environment: { PRIME_REGISTRY_PUBLIC_URL: BENCH_AUDIENCE },
  });
  cleanUp.defer(server.stop);
  const anybody = new Actor(server.baseUrl, undefined);
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  const rows = [];
  for (const issuer of issuers) {
    console.error(`exchanging tokens with ${issuer.alg} …`);
    await oneByOne(anybody, issuer, WARM_UPS);
    const times = await oneByOne(anybody, issuer, extent.exchanges);
    const { aSecond, processorMs } = await atOnce(anybody, issuer, extent.exchanges, server.pid);
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    const perCore = 1000 / processorMs;
    if (p99 > GOAL_MS || perCore < GOAL_A_SECOND) process.exitCode = 1;
    rows.push([
      issuer.alg,
      `${(times[times.length >> 1] ?? Number.NaN).toFixed(1)} ms`,
      `${p99.toFixed(1)} ms`,
      Math.round(aSecond).toString(),
      processorMs.toFixed(2),
      Math.round(perCore).toString(),
    ]);
  }
  console.log(
    `${extent.exchanges} exchanges one after the other, then as many by ${CLIENTS} clients. The goals are a 99th percentile ` +
      `of ${GOAL_MS} ms and ${GOAL_A_SECOND} a second on one core.\n`,
  );
  console.log(
    `${markdownTable(
      [
        'Signature',
        'Median',
        '99th percentile',
        'A second',
        'Processor time each, ms',
        'A second on one core',
      ],
      rows,
    )}\n`,
  );
  const [issuer] = issuers;
  if (issuer !== undefined) await comparePublishes(server.baseUrl, issuer, { stored, ...extent, signal });
}

/** Creates the registry: its rules, and a stored token. @returns the token */
async function prepare(
  folder: string,
  dataFolder: string,
  issuers: readonly IdentityIssuer[],
): Promise<string> {
  const store = await openSqliteStore(databaseIn(dataFolder));
  const act = {
    ...{ atMs: Date.now(), actorId: 'operator', actorName: 'bench' },
    ...{ address: undefined, requestId: undefined },
  };
  for (const { rule, keySet, alg } of issuers) {
    const jwksFile = join(folder, `${alg}.json`);
    await writeFile(jwksFile, keySet);
    const { issuer } = rule;
    await store.setTrustIssuer(
      { issuer, jwksFile, caFile: undefined, allowPrivateAddresses: false },
      { ...act, action: 'trust-issuer' },
    );
    await store.insertTrustRule(
      { id: alg, rule, createdAtMs: act.atMs, createdBy: 'bench' },
      { ...act, action: 'trust-add' },
    );
  }
  const request = { name: 'stored', permissions: ['publish'], scopes: ['@acme'] } as const;
  const { secret } = await createToken({ store, now: Date.now }, request);
  await store.close();
  return secret;
}

/** The times of exchanges, in ascending order. */
async function oneByOne(anybody: Actor, issuer: IdentityIssuer, count: number): Promise<number[]> {
  const forms = issuer.forms(count);
  const times: number[] = [];
  for (const form of forms) {
    const startMs = performance.now();
    await exchange(anybody, form);
    times.push(performance.now() - startMs);
  }
  return times.sort((a, b) => a - b);
}

async function atOnce(anybody: Actor, issuer: IdentityIssuer, count: number, pid: number) {
  const forms = issuer.forms(count);
  const exchangeAll = async (): Promise<void> => {
    for (let form = forms.pop(); form !== undefined; form = forms.pop()) await exchange(anybody, form);
  };
  const [startMs, startProcessorMs] = [performance.now(), processorMsOfGroup(pid)];
  await Promise.all(Array.from({ length: CLIENTS }, exchangeAll));
  return {
    aSecond: count / ((performance.now() - startMs) / 1000),
    processorMs: (processorMsOfGroup(pid) - startProcessorMs) / count,
  };
}

/** @returns the access token */
async function exchange(anybody: Actor, body: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, json, text } = await anybody.request('/-/token', { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`an exchange was answered with ${status} ${text}`);
  return json.access_token as string;
}

/** Publishes with both tokens in turn, so that other work on the machine changes both. */
async function comparePublishes(
  baseUrl: string,
  issuer: IdentityIssuer,
  { stored, rounds, signal }: { stored: string; rounds: number; signal: AbortSignal },
): Promise<void> {
  const [form = ''] = issuer.forms(1);
  const tokens = { stored, exchanged: await exchange(new Actor(baseUrl, undefined), form) };
  const times: Record<keyof typeof tokens, number[]> = { stored: [], exchanged: [] };
  let published = 0;
  for (let round = -1; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    const order = ['stored', 'exchanged'] as const;
    for (const whose of round % 2 === 0 ? order : order.toReversed()) {
      const actor = new Actor(baseUrl, tokens[whose]);
      const startMs = performance.now();
      for (let count = 0; count < PUBLISHES; count += 1) {
        signal.throwIfAborted();
        published += 1;
        await actor.mustPublish({ name: `@acme/made-${published}` });
      }
      if (round >= 0) times[whose].push((performance.now() - startMs) / PUBLISHES);
    }
  }
  const ratio = spreadOf(times.stored.map((ms, round) => ms / (times.exchanged[round] ?? Number.NaN)));
  if (ratio.median < GOAL_RATIO) process.exitCode = 1;
  const format = (value: number): string => value.toFixed(2);
  console.log(
    `Publishes with an exchanged token next to those with a stored one, min–median–max of ${rounds} rounds of ` +
      `${PUBLISHES}. The ratio is that of the same round: 1 is as fast, below 1 is slower.\n`,
  );
  console.log(
    markdownTable(
      ['Token', 'Time of a publish, ms', 'Ratio'],
      [
        ['stored', formatSpread(spreadOf(times.stored), format), ''],
        ['exchanged', formatSpread(spreadOf(times.exchanged), format), formatSpread(ratio, format)],
      ],
    ),
  );
}
