// How long `prime` takes to start, over what Node itself takes.
import { PRIME_MAIN } from './prime-program.ts';
import { plainEnvironment, timeNode } from './run-program.ts';
import { type Spread, spreadOf } from './spread.ts';

const ROUNDS = 20;

/** Times to start, of as many interleaved rounds. */
export interface StartTimes {
  readonly rounds: number;
  /** `prime --help`, in milliseconds. */
  readonly prime: Spread;
  /** `node -e 0`, in milliseconds. */
  readonly node: Spread;
  /** Of the medians, in milliseconds. */
  readonly differenceMs: number;
}

/** Runs both; the first run of each is not counted. @param compileCache - where Node keeps compiled code. */
export async function measureStart(
  folder: string,
  compileCache: string,
  signal: AbortSignal,
): Promise<StartTimes> {
  console.error(`start: ${ROUNDS} rounds`);
  const options = { folder, environment: plainEnvironment({ NODE_COMPILE_CACHE: compileCache }), signal };
  const primeMs: number[] = [];
  const nodeMs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    primeMs.push(await timeNode([PRIME_MAIN, '--help'], options));
    nodeMs.push(await timeNode(['-e', '0'], options));
  }
  const prime = spreadOf(primeMs.slice(1));
  const node = spreadOf(nodeMs.slice(1));
  return { rounds: ROUNDS, prime, node, differenceMs: prime.median - node.median };
}
