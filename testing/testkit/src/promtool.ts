// promtool, the checker of Prometheus, judges metrics in tests.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where scripts/install-promtool.sh puts it. */
const CACHED = fileURLToPath(new URL('../../../node_modules/.cache/promtool/promtool', import.meta.url));
/** If it is 1, tests fail instead of being skipped. */
const REQUIRE_VARIABLE = 'REQUIRE_PROMTOOL';

/** Judges metrics, for one test file. */
export interface Promtool {
  /** False, or the reason to skip the tests. */
  readonly skip: false | string;
  /** Runs `promtool check metrics`. @returns what it finds wrong, a line each */
  checkMetrics(text: string): Promise<readonly string[]>;
}

/**
 * Finds it. Without it, it prints a loud warning.
 * @throws Error if there is none and REQUIRE_PROMTOOL is 1
 */
export function usePromtool(): Promtool {
  const program = findProgram();
  if (program === undefined) {
    const skip = 'there is no program promtool. On Debian or Ubuntu: scripts/install-promtool.sh';
    if (process.env[REQUIRE_VARIABLE] === '1') throw new Error(skip);
    process.stderr.write(`\nPROMTOOL DOES NOT JUDGE THE METRICS: ${skip}\n\n`);
    return { skip, checkMetrics: () => Promise.reject(new Error(skip)) };
  }
  return {
    skip: false,
    async checkMetrics(text) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const run = execFile(program, ['check', 'metrics'], (error, stdout, stderr) =>
        resolve(`${stdout}${stderr}` || (error?.message ?? '')),
      );
      run.stdin?.end(text);
      return (await promise).split('\n').filter((line) => line !== '');
    },
  };
}

function findProgram(): string | undefined {
  if (existsSync(CACHED)) return CACHED;
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return 'promtool';
  } catch {
    return undefined;
  }
}
