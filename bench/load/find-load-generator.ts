// Chooses the load generator: wrk if it is installed, else autocannon.
import { installBenchDependencies } from '../processes/bench-dependencies.ts';
import { findProgram } from '../processes/find-program.ts';
import { loadWithAutocannon } from './autocannon.ts';
import type { LoadGenerator } from './request-load.ts';
import { createWrkLoad } from './wrk.ts';

/** wrk, or autocannon, which is installed if necessary. */
export async function findLoadGenerator(signal: AbortSignal): Promise<LoadGenerator> {
  const wrk = await findProgram('wrk');
  if (wrk !== undefined) return { name: 'wrk', run: createWrkLoad(wrk) };
  console.error('wrk IS NOT INSTALLED: apt-get install nginx-light docker-registry wrk. Using autocannon.');
  await installBenchDependencies(signal);
  return { name: 'autocannon', run: loadWithAutocannon };
}
