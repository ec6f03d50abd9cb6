// Measures installs in rounds, in which all programs take turns: of new users, from the cache, and with nothing to do.
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plainEnvironment, timeProgram } from '../processes/run-program.ts';
import type { Installer } from './installer.ts';

/** The cases, in the order in which a user meets them. */
export const INSTALL_CASES = {
  cold: 'cold: an empty cache, no lock file',
  cached: 'from the cache: a checkout with the lock file',
  nothing: 'nothing to do: everything is installed',
} as const;

/** The name of a case. */
export type InstallCase = keyof typeof INSTALL_CASES;

/** A program, where it installs from, and its times. */
export interface InstallSubject {
  readonly installer: Installer;
  readonly baseUrl: string;
  /** In milliseconds, by round. */
  readonly runs: Readonly<Record<InstallCase, number[]>>;
}

/** How installs are measured. */
export interface MeasureOptions {
  /**
   * For users and projects: new ones in each round. Nothing is removed before the end, because ext4 creates files slowly in
   * the minutes after many were removed.
   */
  readonly folder: string;
  /** The packages to install, without the scope. */
  readonly names: readonly string[];
  readonly rounds: number;
  readonly cases: readonly InstallCase[];
  readonly signal: AbortSignal;
  /** Called before each install. */
  readonly onStart?: () => void;
  /** Called after each install that counts. */
  readonly onRun?: () => void;
}

/** The first runs compile the code of the programs. */
const WARM_UPS = 2;

/** A subject without times. */
export function installSubject(installer: Installer, baseUrl: string): InstallSubject {
  return { installer, baseUrl, runs: { cold: [], cached: [], nothing: [] } };
}

/** Measures the cases of all subjects. */
export async function measureInstalls(
  subjects: readonly InstallSubject[],
  { folder, names, rounds, cases, signal, onStart, onRun }: MeasureOptions,
): Promise<void> {
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    const turn = subjects.map((subject, index) => ({ subject, index }));
    for (const { subject, index } of round % 2 === 0 ? turn : turn.reverse()) {
      const user = join(folder, `user-${index}-${round + WARM_UPS}`);
      for (const name of cases) {
        onStart?.();
        const ms = await measureCase(subject, name, { user, names, signal });
        if (round < 0) continue;
        subject.runs[name].push(ms);
        onRun?.();
      }
    }
  }
}

interface CaseOptions extends Pick<MeasureOptions, 'names' | 'signal'> {
  readonly user: string;
}

async function measureCase(
  { installer, baseUrl }: InstallSubject,
  name: InstallCase,
  { user, names, signal }: CaseOptions,
): Promise<number> {
  const [first, checkout] = [join(user, 'project'), join(user, 'checkout')];
  const project = name === 'cold' ? first : checkout;
  if (name === 'cold') {
    await mkdir(project, { recursive: true });
    await installer.writeProject(project, names, baseUrl);
  }
  if (name === 'cached') {
    for (const path of installer.checkedIn) {
      await mkdir(dirname(join(checkout, path)), { recursive: true });
      await cp(join(first, path), join(checkout, path));
    }
  }
  return timeProgram(installer.command, {
    folder: project,
    environment: plainEnvironment(installer.environment(user, baseUrl)),
    signal,
  });
}
