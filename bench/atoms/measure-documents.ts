// Measures reads of documents from a server, and how long a hot read waits in the meantime.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { startServerOn } from '../processes/server-process.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { Benchmark } from '../run-benchmark.ts';
import { packFiles } from '../tarballs/pack-files.ts';
import { makeSources } from './made-primes.ts';
import { median, probe, publish } from './measure-publishes.ts';

const ROUNDS = 7;
const HEAD = [
  'Read of',
  'kB as sent',
  'First byte, ms',
  'All of it: median, ms',
  'Slowest, ms',
  "The server's processor time, ms",
  'A hot read in the meantime: median, ms',
  'Slowest, ms',
];

/** Measures them. @returns Markdown */
export async function measureDocumentReads(
  { folder, signal, cleanUp }: Benchmark,
  counts: readonly number[],
): Promise<string> {
  const { baseUrl, pid, stop } = await startServerOn(join(folder, 'data'), join(folder, 'compiled'), {
    args: [],
    signal,
  });
  cleanUp.defer(stop);
  await publish(baseUrl, '@bench/probe', '1.0.0', await packFiles({ 'README.md': 'x' }));
  const rows: string[][] = [];
  for (const count of counts) {
    const name = `@bench/p${count}`;
    await publish(baseUrl, name, '1.0.0', await packFiles({ 'README.md': 'x', ...makeSources(count) }));
    const page = `/-/prime/${name}/1.0.0`;
    rows.push(await measure(`the page of ${count} atoms`, page));
    for (const level of ['summary', 'core', 'full'])
      rows.push(await measure(`its document, ${level}`, `${page}.md?text=${level}`));
    for (const encoding of ['gzip', 'br'])
      rows.push(await measure(`its document, full, as ${encoding}`, `${page}.md?text=full`, encoding));
  }
  const title = `Documents over HTTP, ${ROUNDS} reads each, after one that is not counted. Processor time is that of a read and of the hot reads in the meantime, in all threads.`;
  return `${title}\n\n${markdownTable(HEAD, rows)}`;

  async function measure(title: string, path: string, encoding = 'identity'): Promise<string[]> {
    const [firstMs, readMs, probeMs]: [number[], number[], number[]] = [[], [], []];
    let beforeMs = 0;
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      signal.throwIfAborted();
      const probing = new AbortController();
      const times: number[] = [];
      const probes = probe('@bench/probe', baseUrl, probing.signal, times);
      const startMs = performance.now();
      const answer = await readAsSent(`${baseUrl}${path}`, encoding);
      const ms = performance.now() - startMs;
      probing.abort();
      await probes;
      bytes = answer.bytes;
      if (round === 0) {
        beforeMs = processorMsOfGroup(pid);
        continue;
      }
      firstMs.push(answer.firstMs);
      readMs.push(ms);
      probeMs.push(...times);
    }
    const processorMs = (processorMsOfGroup(pid) - beforeMs) / ROUNDS;
    const all = [median(firstMs), median(readMs), Math.max(...readMs), processorMs];
    all.push(median(probeMs), Math.max(...probeMs));
    return [title, (bytes / 1000).toFixed(0), ...all.map((ms) => ms.toFixed(1))];
  }
}

/** Reads an answer without unpacking it. */
async function readAsSent(url: string, encoding: string): Promise<{ bytes: number; firstMs: number }> {
  const startMs = performance.now();
  const sent = get(url, { headers: { 'accept-encoding': encoding }, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  let [bytes, firstMs] = [0, 0];
  for await (const part of response as AsyncIterable<Uint8Array>) {
    firstMs ||= performance.now() - startMs;
    bytes += part.length;
  }
  return { bytes, firstMs };
}
