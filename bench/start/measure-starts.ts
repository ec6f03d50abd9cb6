// Measures the starts in rounds, in which all take turns.
import { join } from 'node:path';
import { plainEnvironment, timeNode, timeProgram } from '../processes/run-program.ts';
import { startServer } from '../processes/server-process.ts';
import { timeFirstLine } from '../processes/time-first-line.ts';
import type { Installation } from './installations.ts';
import { type MeasuredStarts, STARTS, type StartName } from './start-times.ts';
import { cacheVariables, requireCompiledCode } from './user-cache.ts';

/** The first run writes the compile cache, the second one reads it. */
const WARM_UPS = 2;

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

/** How the starts are measured. */
export interface StartOptions {
  /** A folder that only this user can write to. */
  readonly folder: string;
  /** The cores of what is measured, as taskset(1) takes them. undefined for all. */
  readonly cores: string | undefined;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** What is measured, and its times in milliseconds. */
interface Subject {
  readonly measure: () => Promise<number>;
  readonly runs: number[];
}

/** Measures the starts of all installations, and of Node.js alone. */
export async function measureStarts(
  installations: readonly Installation[],
  options: StartOptions,
): Promise<MeasuredStarts> {
  const cache = join(options.folder, 'cache');
  const variables = cacheVariables(cache);
  const programOptions = { ...options, environment: plainEnvironment(variables) };
  const node: Subject = { measure: () => timeNode(['-e', '0'], programOptions), runs: [] };
  const times = (Object.keys(STARTS) as StartName[]).flatMap((start) =>
    installations.map((installation) => {
      const command = commandOf(start, installation);
      const measure = (): Promise<number> => {
        if (start === 'server') return timeServer(command, variables, options);
        return start === 'mcp'
          ? timeFirstLine(command, DISCOVER, programOptions)
          : timeProgram(command, programOptions);
      };
      return { start, installation: installation.name, measure, runs: [] };
    }),
  );
  await takeTurns([node, ...times], options);
  await requireCompiledCode(cache);
  return { node: node.runs, times };
}

function commandOf(start: StartName, { prime, registry }: Installation): readonly string[] {
  const commands: Readonly<Record<StartName, readonly string[]>> = {
    server: registry,
    mcp: [...prime, 'mcp'],
    help: [...prime, '--help'],
    version: [...prime, '--version'],
    registryVersion: [...registry, '--version'],
  };
  return commands[start];
}

async function takeTurns(subjects: readonly Subject[], { rounds, signal }: StartOptions): Promise<void> {
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    for (const { measure, runs } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      signal.throwIfAborted();
      const ms = await measure();
      if (round >= 0) runs.push(ms);
    }
  }
}

/** Starts a server with a new data folder. @returns the milliseconds until its first answer */
async function timeServer(
  installed: readonly string[],
  environment: Readonly<Record<string, string>>,
  { cores, signal }: StartOptions,
): Promise<number> {
  const server = await startServer('node', undefined, { installed, environment, cores, signal });
  await server.stop();
  return server.firstAnswerMs;
}
