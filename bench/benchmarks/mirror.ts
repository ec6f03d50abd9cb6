// `npm run bench -- mirror`: compares reads of mirrored versions with reads of local versions, and measures
// the first byte of a version that is not mirrored yet. Prints Markdown. The exit code is 1 if a goal is
// missed.
import { get } from 'node:http';
import { pinThisProcess, planCores } from '../compare/cores.ts';
import { releaseOf } from '../compare/release-sets.ts';
import { readNumberFlags } from '../flags.ts';
import { findLoadGenerator } from '../load/find-load-generator.ts';
import { createClient } from '../load/http-client.ts';
import { openDelayedLink } from '../processes/delayed-link.ts';
import { startServer } from '../processes/server-process.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import { SCOPE } from '../protocols/protocol.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const LEAST_RATIO = 0.95;
const VERSIONS = 50;
const COLD = 20;
const ONE_WAY_MS = 25;
const CONNECTIONS = 32;
/** Allowance for the mirror's own work before the first byte, and for late timers, in milliseconds. */
const ALLOWANCE_MS = 15;

/** The number and length of the measurements. */
interface Extent {
  readonly rounds: number;
  readonly seconds: number;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--seconds <number>` */
export async function measureMirror(args: readonly string[]): Promise<void> {
  const extent = readNumberFlags(args, { rounds: 5, seconds: 2 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, signal, cleanUp }: Benchmark, { rounds, seconds }: Extent): Promise<void> {
  const circumstances = formatCircumstances(describeCircumstances({}));
  const cores = await planCores();
  if (cores.load !== undefined) await pinThisProcess(cores.load);
  const generator = await findLoadGenerator(signal);
  const compiled = `${folder}/compiled`;
  const origin = await startServer('node', compiled, { cores: cores.server, signal });
  cleanUp.defer(origin.stop);
  await publish(origin.baseUrl, signal);
  const link = await openDelayedLink(origin.baseUrl, ONE_WAY_MS);
  cleanUp.defer(() => link.close());
  const upstream = { url: link.baseUrl, 'allow-private-addresses': true, 'list-max-age': '1h' };
  const environment = { PRIME_REGISTRY_UPSTREAMS: JSON.stringify([upstream]) };
  const mirror = await startServer('node', compiled, { cores: cores.server, signal, environment });
  cleanUp.defer(mirror.stop);

  const cold = await measureCold(origin.baseUrl, link.baseUrl, mirror.baseUrl);
  const hits = await measureHits([origin.baseUrl, mirror.baseUrl]);
  console.log(`${circumstances}\n`);
  console.log(`Load from ${generator.name}; ${cores.description}. Min–median–max of the rounds.\n`);
  console.log(hits.table);
  console.log(
    `\nThe link to the upstream has a round trip of ${2 * ONE_WAY_MS} ms. ${COLD} versions each, p50.\n`,
  );
  console.log(cold.table);
  if (!hits.isMet || !cold.isMet) process.exitCode = 1;

  async function measureHits([local, mirrored]: readonly [string, string]) {
    const name = `/pack/@${SCOPE}/mirrored`;
    const rows: string[][] = [];
    let isMet = true;
    for (const [what, path] of [
      ['Manifest', `${name}/1.0.0`],
      [`List of ${VERSIONS} versions`, name],
      ['Tarball', `${name}/1.0.0/tarball`],
    ] as const) {
      const rates: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        for (const [side, baseUrl] of [local, mirrored].entries()) {
          await firstByte(`${baseUrl}${path}`);
          const load = {
            url: `${baseUrl}${path}`,
            headers: {},
            status: 200,
            connections: CONNECTIONS,
            seconds,
            signal,
          };
          const { requestsPerSecond, failures } = await generator.run(load);
          if (failures > 0) throw new Error(`${failures} requests for ${path} failed`);
          rates[side]?.push(requestsPerSecond);
        }
      }
      const ratio = spreadOf(rates[1].map((rate, round) => rate / (rates[0][round] ?? Number.NaN)));
      isMet &&= ratio.median >= LEAST_RATIO;
      rows.push([
        what,
        ...rates.map((runs) => formatSpread(spreadOf(runs))),
        formatSpread(ratio, (value) => value.toFixed(2)),
      ]);
    }
    const head = [
      'Read',
      'published here, requests/s',
      'mirrored, requests/s',
      `ratio, at least ${LEAST_RATIO}`,
    ];
    return { table: markdownTable(head, rows), isMet };
  }
}

async function publish(baseUrl: string, signal: AbortSignal): Promise<void> {
  const client = createClient(baseUrl, 8, signal);
  const description = 'A mirrored version';
  const identities = [
    ...Array.from({ length: VERSIONS }, (_, minor) => ({
      name: 'mirrored',
      version: `1.${minor}.0`,
      description,
    })),
    ...Array.from({ length: 2 * COLD }, (_, index) => ({
      name: `cold-${index}`,
      version: '1.0.0',
      description,
    })),
  ];
  try {
    for (const identity of identities)
      await PROTOCOLS.prime.publish(client.send, releaseOf(identity, PROTOCOLS.prime));
  } finally {
    client.close();
  }
}

/** Reads each version once, because a second read would not be cold. */
async function measureCold(near: string, far: string, mirror: string) {
  await firstByte(`${far}/pack/@${SCOPE}/mirrored/1.0.0`);
  await firstByte(`${mirror}/pack/@${SCOPE}/mirrored/1.0.0`);
  const rows: string[][] = [];
  let isMet = true;
  for (const [what, behind, offset] of [
    ['Manifest', '', 0],
    ['Tarball, without reading its manifest first', '/tarball', COLD],
  ] as const) {
    const times = { near: [] as number[], far: [] as number[], mirror: [] as number[] };
    for (let index = 0; index < COLD; index += 1) {
      const path = `/pack/@${SCOPE}/cold-${offset + index}/1.0.0${behind}`;
      times.near.push(await firstByte(`${near}${path}`));
      times.far.push(await firstByte(`${far}${path}`));
      times.mirror.push(await firstByte(`${mirror}${path}`));
    }
    const [direct, away, through] = [times.near, times.far, times.mirror].map(
      (runs) => spreadOf(runs).median,
    ) as [number, number, number];
    isMet &&= through - away <= ALLOWANCE_MS;
    rows.push([what, ...[direct, away, through].map((timeMs) => timeMs.toFixed(1))]);
  }
  const head = ['First byte, ms', 'upstream, direct', 'upstream, over the link', 'mirror, over the link'];
  return { table: markdownTable(head, rows), isMet };
}

/** Milliseconds until the first byte of a body, over a new connection. */
function firstByte(url: string): Promise<number> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      response.once('data', () => resolve(performance.now() - startMs));
      response.resume();
      if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`));
    });
    request.on('error', reject);
  });
}
