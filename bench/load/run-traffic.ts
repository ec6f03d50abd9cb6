// Runs the program of readers and publishers.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runLoad } from './run-load.ts';
import type { TrafficJob, TrafficSummary } from './traffic-job.ts';

const PROGRAM = join(import.meta.dirname, 'traffic.ts');

/** Runs a job in its own process. @param folder - for the file of the job */
export async function runTraffic(
  job: TrafficJob,
  folder: string,
  signal: AbortSignal,
): Promise<TrafficSummary> {
  const file = join(folder, `${job.namePrefix}.json`);
  await writeFile(file, JSON.stringify(job));
  const seconds = job.warmUpSeconds + job.seconds;
  return (await runLoad(process.execPath, [PROGRAM, file], { seconds, signal })) as TrafficSummary;
}
