// `npm run bench -- publish-text`: what a publish of much text costs, next to one of 10 KB, with the default settings;
// with `--other`, also in another checkout of the repository. Prints Markdown.
import { join } from 'node:path';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { requireSources } from '../processes/other-sources.ts';
import { type ServerOptions, startServer } from '../processes/server-process.ts';
import { formatInTurn, IN_TURN_HEAD, measureInTurn } from '../publishes/in-turn.ts';
import { createPublishSubject, type PublishBlock, type PublishSubject } from '../publishes/publish-block.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { prose } from '../tarballs/prose.ts';
import { createTarballPacker, type TarballPacker } from '../tarballs/tarball-packer.ts';

const FILES = 60;
const WORDS_OF_FILE = 1500;
/** Publishes of a measurement: enough for a processor time in steps of 10 ms. */
const PUBLISHES = 40;

/** The kinds of publishes: what they are called, and their tarballs. */
const KINDS: Readonly<Record<string, TarballPacker | undefined>> = {
  '10 KB': undefined,
  text: createTarballPacker(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, file) => [
        `docs/part-${file}.md`,
        Buffer.from(prose(file + 1, WORDS_OF_FILE)),
      ]),
    ),
    9,
  ),
};
const CLIENTS = [1, 8];

/** Runs the benchmark. @param args - `--rounds <number>`, `--other <folder>` */
export async function measurePublishText(args: readonly string[]): Promise<void> {
  const { rounds, other } = readFlags(args, ['rounds', 'other']);
  if (process.platform !== 'linux') throw new UsageError('publish-text needs Linux: it reads /proc.');
  const count = readCount('rounds', rounds, 7);
  const sources = other === undefined ? undefined : await requireSources(other);
  await runBenchmark((benchmark) => measure(benchmark, count, sources));
}

async function measure(benchmark: Benchmark, rounds: number, other: string | undefined): Promise<void> {
  const subjects = [await start(benchmark, 'this registry', {})];
  if (other !== undefined) subjects.push(await start(benchmark, 'the other one', { sources: other }));
  const costs = await measureInTurn(subjects, { blocks: listBlocks(), rounds, signal: benchmark.signal });
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `One publish, min–median–max of ${rounds} rounds of ${PUBLISHES}. Text is ${FILES} files of ${WORDS_OF_FILE} words. The ratios are times of this registry to those of the other one, of the same round.\n`,
  );
  console.log(markdownTable(IN_TURN_HEAD, formatInTurn(costs)));
}

function listBlocks(): Record<string, PublishBlock> {
  return Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, pack]) =>
      CLIENTS.map((clients) => [titleOf(kind, clients), { publishes: PUBLISHES, clients, pack }]),
    ),
  );
}

async function start(benchmark: Benchmark, title: string, options: ServerOptions): Promise<PublishSubject> {
  const { folder, signal, cleanUp } = benchmark;
  const server = await startServer('node', join(folder, title), { ...options, signal });
  cleanUp.defer(server.stop);
  return createPublishSubject(benchmark, title, [server], Math.max(...CLIENTS));
}

function titleOf(kind: string, clients: number): string {
  return clients === 1 ? `${kind}, one client` : `${kind}, ${clients} clients`;
}
