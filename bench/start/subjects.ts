// What is started in each round, and how each start is measured.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../processes/free-port.ts';
import { type LaunchedServer, launch } from '../processes/launch.ts';
import { CAN_MEASURE_MEMORY, residentBytesOfGroup } from '../processes/resident-memory.ts';
import { type ProgramOptions, plainEnvironment, timeNode, timeProgram } from '../processes/run-program.ts';
import { startServer, startServerOn } from '../processes/server-process.ts';
import { timeFirstLine } from '../processes/time-first-line.ts';
import type { Installation } from './installations.ts';
import {
  type IdleMemory,
  type MeasuredStarts,
  SERVER_STARTS,
  STARTS,
  type StartName,
} from './start-times.ts';

/** What an agent says first. */
const DISCOVER = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'server/discover' },
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** A server without anything, in plain JavaScript like a package. */
const BARE =
  "require('node:http').createServer((q, a) => a.end('{}')).listen(Number(process.argv[1]), '127.0.0.1')";
const SETTLE_MS = 1500;
const MIB = 2 ** 20;

/** Where and how starts are measured. */
export interface SubjectOptions extends Omit<ProgramOptions, 'environment'> {
  /** Variables of all processes. */
  readonly variables: Readonly<Record<string, string>>;
  /** A registry that runs, and its data. */
  readonly registry: { readonly baseUrl: string; readonly dataFolder: string };
}

/** A start that is measured once in each round. */
export interface Subject {
  /** @returns what was measured, to be kept or thrown away */
  readonly measure: () => Promise<() => void>;
}

/** All subjects of some installations, and what they have measured so far. */
export function createSubjects(
  installations: readonly Installation[],
  options: SubjectOptions,
): { readonly subjects: readonly Subject[]; readonly measured: MeasuredStarts } {
  const node: number[] = [];
  const bare = { firstAnswerMs: [] as number[], idleMiB: [] as number[] };
  const programOptions = { ...options, environment: plainEnvironment(options.variables) };
  const starts = Object.keys(STARTS) as StartName[];
  const times = starts.flatMap((start) =>
    installations.map((installation) => {
      const runs: number[] = [];
      return { start, installation: installation.name, runs, from: installation };
    }),
  );
  const memory = CAN_MEASURE_MEMORY
    ? installations.map(({ name }) => ({ installation: name, runs: [] as number[] }))
    : [];
  const subjects: Subject[] = [
    { measure: async () => keep(node, await timeNode(['-e', '0'], programOptions)) },
    { measure: () => measureServer(() => startBare(options), options, bare) },
    ...times.map(({ start, from, runs }): Subject => {
      const idleMiB = start === 'again' ? findMemory(memory, from)?.runs : undefined;
      const series = { firstAnswerMs: runs, idleMiB };
      return {
        measure: SERVER_STARTS.includes(start)
          ? () => measureServer(() => startOurs(start, from, options), options, series)
          : async () => keep(runs, await timeCommand(start, from, programOptions, options)),
      };
    }),
  ];
  return { subjects, measured: { node, bare, times, memory } };
}

function findMemory<M extends IdleMemory>(memory: readonly M[], { name }: Installation): M | undefined {
  return memory.find(({ installation }) => installation === name);
}

function keep(runs: number[], value: number): () => void {
  return () => void runs.push(value);
}

function timeCommand(
  start: StartName,
  { prime, registry }: Installation,
  programOptions: ProgramOptions,
  { registry: running }: SubjectOptions,
): Promise<number> {
  const commands: Partial<Record<StartName, readonly string[]>> = {
    help: [...prime, '--help'],
    version: [...prime, '--version'],
    registryVersion: [...registry, '--version'],
    tokenList: [...registry, 'token', 'list', '--data', running.dataFolder],
    list: [...prime, 'ls'],
    search: [...prime, 'search', 'style', '--remote', running.baseUrl],
  };
  const command = commands[start];
  return command === undefined
    ? timeFirstLine([...prime, 'mcp'], DISCOVER, programOptions)
    : timeProgram(command, programOptions);
}

async function startOurs(
  start: StartName,
  { registry: installed }: Installation,
  { folder, variables: environment, cores, signal, registry }: SubjectOptions,
): Promise<LaunchedServer> {
  const options = { installed, environment, cores, signal };
  if (start === 'again') return startServerOn(registry.dataFolder, undefined, options);
  const compileCache = start === 'first' ? await mkdtemp(join(folder, 'no-compiled-code-')) : undefined;
  return startServer('node', compileCache, options);
}

async function startBare({ folder, variables, cores, signal }: SubjectOptions): Promise<LaunchedServer> {
  const port = await findFreePort();
  return launch({
    command: [process.execPath, '-e', BARE, String(port)],
    folder,
    environment: plainEnvironment(variables),
    baseUrl: `http://127.0.0.1:${port}`,
    probePath: '/',
    ...{ cores, signal },
  });
}

/** The time until the first answer, and the idle memory if somebody wants it. */
async function measureServer(
  start: () => Promise<LaunchedServer>,
  { signal }: SubjectOptions,
  series: { readonly firstAnswerMs: number[]; readonly idleMiB: number[] | undefined },
): Promise<() => void> {
  const { pid, firstAnswerMs, stop } = await start();
  try {
    const { idleMiB } = series;
    if (idleMiB === undefined || !CAN_MEASURE_MEMORY) return keep(series.firstAnswerMs, firstAnswerMs);
    await delay(SETTLE_MS, undefined, { signal });
    const mib = residentBytesOfGroup(pid) / MIB;
    return () => {
      series.firstAnswerMs.push(firstAnswerMs);
      idleMiB.push(mib);
    };
  } finally {
    await stop();
  }
}
