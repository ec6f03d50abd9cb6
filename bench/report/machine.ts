// The machine and time of a benchmark, without which its numbers mean nothing.
import { availableParallelism, cpus, totalmem } from 'node:os';

/** The circumstances of a run. */
export interface Circumstances {
  /** RFC 3339, in UTC. */
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  /** Versions by program. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The current circumstances. @param versions - of the measured programs; Node.js is added */
export function describeCircumstances(versions: Readonly<Record<string, string>>): Circumstances {
  return {
    date: new Date().toISOString(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    versions: { 'Node.js': process.versions.node, ...versions },
  };
}

/** The circumstances as a line of text. */
export function formatCircumstances(circumstances: Circumstances): string {
  const { date, processor, cores, memoryGiB, platform, versions } = circumstances;
  const programs = Object.entries(versions).map(([program, version]) => `${program} ${version}`);
  const machine = `${cores} cores (${processor}), ${memoryGiB} GiB, ${platform}`;
  return `${date.slice(0, 10)}; ${machine}; ${programs.join(', ')}.`;
}
