// `npm run bench -- publish-text`: what a publish of much text costs, next to one of 10 KB, with the default settings;
// with `--other`, also in another checkout of the repository. Prints Markdown.
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { releaseOf } from '../compare/release-sets.ts';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { type Client, createClient } from '../load/http-client.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { type ServerOptions, startServer } from '../processes/server-process.ts';
import { primeProtocol } from '../protocols/prime.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { prose } from '../tarballs/prose.ts';
import { createTarballPacker, type TarballPacker } from '../tarballs/tarball-packer.ts';

const FILES = 60;
const WORDS_OF_FILE = 1500;
/** Publishes of a measurement: enough for a processor time in steps of 10 ms. */
const PUBLISHES = 40;
/** A new process must first compile and optimize its code: about a thousand publishes. */
const WARM_UPS = 8;

/** The kinds of publishes: what they are called, and their tarballs. Undefined for the 10 KB of the comparison. */
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

/** A registry that is measured. */
interface Subject {
  readonly title: string;
  readonly pid: number;
  readonly client: Client;
  /** The measurements of each case, by its title. */
  readonly times: Map<string, { readonly processorMs: number[]; readonly ms: number[] }>;
  published: number;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--other <folder>` */
export async function measurePublishText(args: readonly string[]): Promise<void> {
  const { rounds, other } = readFlags(args, ['rounds', 'other']);
  if (process.platform !== 'linux') throw new UsageError('publish-text needs Linux: it reads /proc.');
  const count = readCount('rounds', rounds, 7);
  const sources = other === undefined ? undefined : await requireSources(resolve(other));
  await runBenchmark((benchmark) => measure(benchmark, count, sources));
}

async function requireSources(folder: string): Promise<string> {
  await access(join(folder, 'packages/server/src/main.ts')).catch(() => {
    throw new UsageError(`--other must be a checkout of this repository with node_modules, not '${folder}'.`);
  });
  return folder;
}

async function measure(benchmark: Benchmark, rounds: number, other: string | undefined): Promise<void> {
  const subjects = [await start(benchmark, 'this registry', {})];
  if (other !== undefined) subjects.push(await start(benchmark, 'the other one', { sources: other }));
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    for (const [kind, pack] of Object.entries(KINDS)) {
      for (const clients of CLIENTS) {
        // In turns, so that both see the same machine.
        for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
          benchmark.signal.throwIfAborted();
          const measured = await publishMany(subject, pack, clients);
          if (round < 0) continue;
          const times = subject.times.get(titleOf(kind, clients)) ?? { processorMs: [], ms: [] };
          subject.times.set(titleOf(kind, clients), times);
          times.processorMs.push(measured.processorMs);
          times.ms.push(measured.ms);
        }
      }
    }
  }
  print(subjects, rounds);
}

async function start(
  { folder, signal, cleanUp }: Benchmark,
  title: string,
  options: ServerOptions,
): Promise<Subject> {
  const server = await startServer('node', join(folder, title), { ...options, signal });
  cleanUp.defer(server.stop);
  const client = createClient(server.baseUrl, Math.max(...CLIENTS), signal);
  cleanUp.defer(() => client.close());
  return { title, pid: server.pid, client, times: new Map(), published: 0 };
}

/** @returns the times of one publish, in milliseconds */
async function publishMany(
  subject: Subject,
  pack: TarballPacker | undefined,
  clients: number,
): Promise<{ processorMs: number; ms: number }> {
  const releases = Array.from({ length: PUBLISHES }, () => {
    subject.published += 1;
    const name = `text-${subject.published}`;
    return releaseOf({ name, version: '1.0.0', description: 'Made for a benchmark' }, primeProtocol, pack);
  });
  const [startMs, startProcessorMs] = [performance.now(), processorMsOfGroup(subject.pid)];
  const publishAll = async (): Promise<void> => {
    for (let release = releases.pop(); release !== undefined; release = releases.pop())
      await primeProtocol.publish(subject.client.send, release);
  };
  await Promise.all(Array.from({ length: clients }, publishAll));
  const processorMs = (processorMsOfGroup(subject.pid) - startProcessorMs) / PUBLISHES;
  return { processorMs, ms: (performance.now() - startMs) / PUBLISHES };
}

function titleOf(kind: string, clients: number): string {
  return clients === 1 ? `${kind}, one client` : `${kind}, ${clients} clients`;
}

function print(subjects: readonly Subject[], rounds: number): void {
  const [first] = subjects;
  const twoDigits = (value: number): string => value.toFixed(2);
  const rows = [...(first?.times.keys() ?? [])].flatMap((title) =>
    subjects.map(({ title: whose, times }) => {
      const [own, mine] = [times.get(title), first?.times.get(title)];
      const ratios = (unit: 'processorMs' | 'ms'): string =>
        formatSpread(
          spreadOf((own?.[unit] ?? []).map((ms, run) => (mine?.[unit][run] ?? 0) / ms)),
          twoDigits,
        );
      return [
        `${title}: ${whose}`,
        ...[
          formatSpread(spreadOf(own?.processorMs ?? []), twoDigits),
          formatSpread(spreadOf(own?.ms ?? []), twoDigits),
        ],
        ...(whose === first?.title ? ['', ''] : [ratios('processorMs'), ratios('ms')]),
      ];
    }),
  );
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `One publish, min–median–max of ${rounds} rounds of ${PUBLISHES}. Text is ${FILES} files of ${WORDS_OF_FILE} words. The ratios are times of this registry to those of the other one, of the same round.\n`,
  );
  const head = ['Publish of', 'Processor time, ms', 'Time, ms', 'Ratio of processor time', 'Ratio of time'];
  console.log(markdownTable(head, rows));
}
