// Runs the TypeScript compiler of this repository on a project.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const COMPILER = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/**
 * Its garbage collector takes half of the processor time of a small project, and one thread takes less than several that each
 * load all types. The collector only runs if the memory would exceed the limit.
 */
const FEW_COLLECTIONS = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/**
 * Compiles a project.
 * @param project - its configuration file
 * @param stdio - `inherit` shows what the compiler says, and leaves it out of the result
 */
export function runCompiler(
  project: string,
  { cwd, stdio = 'pipe' }: { readonly cwd?: string; readonly stdio?: 'inherit' | 'pipe' } = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [COMPILER, '--singleThreaded', '--project', project], {
    ...(cwd !== undefined && { cwd }),
    encoding: 'utf8',
    stdio,
    env: { ...process.env, ...FEW_COLLECTIONS },
  });
}
