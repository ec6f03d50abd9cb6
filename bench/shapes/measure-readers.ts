// Ten thousand readers at once: each with a connection of its own, which it keeps.
import { spawnSync } from 'node:child_process';
import { publish } from '../atoms/measure-publishes.ts';
import { holdIdle } from '../connections/held-connections.ts';
import { readSteadily } from '../connections/steady-readers.ts';
import { CAN_MEASURE_MEMORY, residentBytesOfGroup } from '../processes/resident-memory.ts';
import { startServer } from '../processes/server-process.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { Benchmark } from '../run-benchmark.ts';
import { packFiles } from '../tarballs/pack-files.ts';

const MIB = 2 ** 20;
const SECONDS = 20;
/** Of the readers that are not idle: together they send some thousand requests a second. */
const ACTIVE_SHARE = 0.02;
/** Files and connections of the server besides those of readers. */
const OTHER_FILES = 200;
const READ = { path: '/pack/@bench/probe/1.0.0', headers: {} };

/** Measures them. @param readers - how many connections @returns Markdown */
export async function measureReaders(
  { folder, signal, cleanUp }: Benchmark,
  readers: number,
): Promise<string> {
  const title = `### ${readers.toLocaleString('en-US')} readers at once\n`;
  const openFiles = readOpenFilesLimit();
  if (openFiles < readers + OTHER_FILES)
    return `${title}\nNot measured: the limit of open files is ${openFiles}; run \`ulimit -n ${readers + OTHER_FILES}\` first.\n`;
  console.error(`${readers} readers`);
  const args = ['--max-connections', String(readers + OTHER_FILES)];
  const server = await startServer('node', `${folder}/compiled`, { args, signal });
  cleanUp.defer(server.stop);
  await publish(server.baseUrl, '@bench/probe', '1.0.0', await packFiles({ 'README.md': 'x' }));
  const active = Math.max(1, Math.round(readers * ACTIVE_SHARE));
  const read = (count: number) =>
    readSteadily({ baseUrl: server.baseUrl, reads: [READ], readers: count, seconds: SECONDS, signal });
  const memory = (): number => (CAN_MEASURE_MEMORY ? residentBytesOfGroup(server.pid) / MIB : Number.NaN);
  await read(1);
  const [few, fewMiB] = [await read(active), memory()];
  const startMs = performance.now();
  const idle = await holdIdle(server.baseUrl, readers - active);
  const openedMs = performance.now() - startMs;
  const [many, manyMiB] = [await read(active), memory()];
  const left = idle.close();
  const rows = [
    [`${active} that read, alone`, few, fewMiB] as const,
    [`the same next to ${readers - active} that wait`, many, manyMiB] as const,
  ].map(([who, { count, p50Ms, p99Ms, failures }, mib]) => [
    who,
    String(Math.round(count / SECONDS)),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    String(failures),
    mib.toFixed(0),
  ]);
  return [
    title,
    markdownTable(['Readers', 'reads a second', 'p50, ms', 'p99, ms', 'failed', 'MiB'], rows),
    `Opening the others, with a request each, took ${(openedMs / 1000).toFixed(1)} s; ${left} of ${readers - active} were still open at the end. ` +
      `The server had \`--max-connections ${readers + OTHER_FILES}\`; it and the readers may each open ${openFiles} files.\n`,
  ].join('\n');
}

/** Of this process; its children inherit it. */
function readOpenFilesLimit(): number {
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' });
  const limit = Number(stdout.trim());
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}
