// The fuzzing loop: runs the corpus, then mutants of it. A mutant with a new outcome joins the corpus.
import type { SeededRandom } from '@prime-registry/testkit';
import { minimise } from './minimise.ts';
import { mutate } from './mutate.ts';
import type { OpenTarget, Target } from './target.ts';

/** Most processor time for one input, in milliseconds: elapsed time depends on what else the machine does. */
const MAX_INPUT_MS = 1000;
/** How often an input must exceed it: a garbage collection may fall into one run. */
const SLOW_RUNS = 3;
// A larger corpus would only have more variations.
const MOST_KEPT = 2000;
const MOST_FAILURES = 10;

/** An input that fails, and how. */
export interface Failure {
  readonly target: string;
  readonly what: string;
  /** As small as it could be made. */
  readonly input: Buffer;
}

/** The result of fuzzing one target. */
export interface TargetReport {
  readonly target: string;
  readonly inputs: number;
  readonly seconds: number;
  /** The number of different outcomes. */
  readonly outcomes: number;
  /** Processor time of the slowest input. */
  readonly slowestMs: number;
  readonly failures: readonly Failure[];
}

/** Called with every input before it runs, so that it is known even if the run never ends. */
export type InputListener = (input: Buffer) => void;

/** Runs this number of inputs. */
export async function fuzzTarget(
  target: Target,
  seeds: readonly Buffer[],
  random: SeededRandom,
  inputs: number,
  onInput: InputListener = () => {},
): Promise<TargetReport> {
  const corpus = [...seeds];
  const outcomes = new Set<string>();
  const failures = new Map<string, Failure>();
  let slowestMs = 0;
  const startMs = performance.now();
  const open = await target.open();

  const failureOf = async (input: Buffer): Promise<string | undefined> =>
    (await runUntilSure(open, input)).failure;

  for (let count = 0; count < inputs && failures.size < MOST_FAILURES; count += 1) {
    const input = seeds[count] ?? draw();
    onInput(input);
    const { failure, outcome, tookMs } = await runUntilSure(open, input);
    slowestMs = Math.max(slowestMs, tookMs);
    if (failure !== undefined && !failures.has(failure)) {
      failures.set(failure, { target: target.name, what: failure, input: await minimise(input, failureOf) });
    }
    if (outcome === undefined || outcomes.has(outcome)) continue;
    outcomes.add(outcome);
    if (corpus.length < MOST_KEPT && input.length <= target.usualBytes) corpus.push(input);
  }

  function draw(): Buffer {
    const mutant = mutate(random, { ...target, corpus });
    return target.repair !== undefined && random.chance(0.8) ? target.repair(Buffer.from(mutant)) : mutant;
  }

  await open.close?.();
  const seconds = (performance.now() - startMs) / 1000;
  return {
    target: target.name,
    inputs,
    seconds,
    outcomes: outcomes.size,
    slowestMs,
    failures: [...failures.values()],
  };
}

interface Run {
  readonly outcome?: string;
  readonly failure?: string;
  readonly tookMs: number;
}

/** Runs an input; a slow one several times. @returns the fastest of these runs */
async function runUntilSure(open: OpenTarget, input: Buffer): Promise<Run> {
  let fastest = await runOne(open, input);
  for (let runs = 1; runs < SLOW_RUNS && fastest.tookMs > MAX_INPUT_MS; runs += 1) {
    const run = await runOne(open, input);
    if (run.tookMs < fastest.tookMs) fastest = run;
  }
  return fastest;
}

async function runOne(open: OpenTarget, input: Buffer): Promise<Run> {
  const startMs = readProcessorMs();
  try {
    const answer = open.run(input);
    const outcome = typeof answer === 'string' ? answer : await answer;
    const tookMs = readProcessorMs() - startMs;
    if (tookMs > MAX_INPUT_MS) return { failure: `took more than ${MAX_INPUT_MS} ms`, tookMs };
    return { outcome, tookMs };
  } catch (error) {
    const { name, message } = error as Error;
    return { failure: `${name}: ${message}`.slice(0, 300), tookMs: readProcessorMs() - startMs };
  }
}

/** The processor time of this process so far. */
function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
