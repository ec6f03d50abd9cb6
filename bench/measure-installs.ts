// Times installers against each other, interleaved, so that whatever else the machine does befalls all of them.
import type { Installer, InstallWork } from './installer.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Times of one kind of work. */
export interface InstallTimes {
  readonly work: InstallWork;
  /** In milliseconds, by name of the installer. */
  readonly times: Readonly<Partial<Record<Installer['name'], Spread>>>;
}

/**
 * Every installer does each kind of work once in every round, in the order given; odd rounds begin with the last
 * installer. A round before the first one is not counted: it fills Node's cache of compiled code and the kernel's of files.
 */
export async function measureInstalls(
  installers: readonly Installer[],
  works: readonly InstallWork[],
  rounds: number,
  signal: AbortSignal,
): Promise<InstallTimes[]> {
  const runs = works.map((work) => ({
    work,
    runsMs: new Map(installers.map(({ name }) => [name, [] as number[]])),
  }));
  for (let round = 0; round <= rounds; round += 1) {
    console.error(`${works.join(', ')}: ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}`);
    for (const { work, runsMs } of runs) {
      for (const installer of round % 2 === 0 ? installers : installers.toReversed()) {
        await installer.prepare(work);
        const durationMs = await installer.install(work, signal);
        await installer.verify();
        if (round > 0) runsMs.get(installer.name)?.push(durationMs);
      }
    }
  }
  return runs.map(({ work, runsMs }) => ({
    work,
    times: Object.fromEntries([...runsMs].map(([name, times]) => [name, spreadOf(times)])),
  }));
}
