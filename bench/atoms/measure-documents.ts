// Measures reads of documents from a server, and how long a hot read waits in the meantime.
import { join } from 'node:path';
import { startServerOn } from '../processes/server-process.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { Benchmark } from '../run-benchmark.ts';
import { packFiles } from '../tarballs/pack-files.ts';
import { makeSources } from './made-primes.ts';
import { median, probe, publish } from './measure-publishes.ts';

const ROUNDS = 7;
const HEAD = [
  'Read of',
  'kB',
  'Median, ms',
  'Slowest, ms',
  'A hot read in the meantime: median, ms',
  'Slowest, ms',
];

/** Measures them. @returns Markdown */
export async function measureDocumentReads(
  { folder, signal, cleanUp }: Benchmark,
  counts: readonly number[],
): Promise<string> {
  const { baseUrl, stop } = await startServerOn(join(folder, 'data'), join(folder, 'compiled'), {
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
  }
  const title = `Documents over HTTP, ${ROUNDS} reads each, after one that is not counted.`;
  return `${title}\n\n${markdownTable(HEAD, rows)}`;

  async function measure(title: string, path: string): Promise<string[]> {
    const [readMs, probeMs]: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      signal.throwIfAborted();
      const probing = new AbortController();
      const times: number[] = [];
      const probes = probe('@bench/probe', baseUrl, probing.signal, times);
      const startMs = performance.now();
      const response = await fetch(`${baseUrl}${path}`);
      const body = await response.arrayBuffer();
      const ms = performance.now() - startMs;
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      probing.abort();
      await probes;
      bytes = body.byteLength;
      if (round === 0) continue;
      readMs.push(ms);
      probeMs.push(...times);
    }
    const all = [median(readMs), Math.max(...readMs), median(probeMs), Math.max(...probeMs)];
    return [title, (bytes / 1000).toFixed(0), ...all.map((ms) => ms.toFixed(1))];
  }
}
