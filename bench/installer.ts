// The two sides of the comparison, as the benchmark drives them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SamplePackage } from './sample-packages.ts';

/** What there is for an installer to do. */
export type InstallWork =
  /** Nothing is there yet: no cache, no lock file, no tree. */
  | 'cold'
  /** Cache and lock file are there, the tree is not, and the registry is down. */
  | 'cached'
  /** The tree is there too, and the registry is down. */
  | 'unchanged';

/** What an installer works with. */
export interface InstallerSetup {
  /** For its project and its cache; emptied before cold work. */
  readonly folder: string;
  /** The registry. */
  readonly baseUrl: string;
  /** What it installs. */
  readonly samples: readonly SamplePackage[];
  /** Where Node keeps compiled code. */
  readonly compileCache: string;
}

/** An installer with a project of its own, which requires all the samples. */
export interface Installer {
  readonly name: 'prime' | 'npm';
  /** Makes the folders as they are before the work. */
  prepare(work: InstallWork): Promise<void>;
  /** Installs, as a whole process. @returns the time from launch to exit, in milliseconds. */
  install(work: InstallWork, signal: AbortSignal): Promise<number>;
  /** @throws Error when a file of a sample is missing or is not what was published. */
  verify(): Promise<void>;
}

/** Compares the tree, which holds a folder for each package's name, with the samples. */
export async function verifyTree(tree: string, samples: readonly SamplePackage[]): Promise<void> {
  for (const { name, files } of samples) {
    for (const [path, text] of Object.entries(files)) {
      const installed = await readFile(join(tree, name, path), 'utf8');
      if (installed !== text) throw new Error(`${join(tree, name, path)} is not what was published`);
    }
  }
}
