// The programs for this machine, built once for the tests of a process.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../build-program.ts';
import { bundleProgram } from '../bundle-program.ts';
import { getProgramPlatform } from '../platforms.ts';

/** The commit that the programs of the tests say. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** Builds both programs for Linux on x64 into a new folder. @returns the folder; the caller removes it */
export async function buildLinuxPrograms(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  try {
    await buildLinuxProgram('cli', 'prime', folder);
    await buildLinuxProgram('server', 'prime-registry', folder);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** @param application - its folder in `packages` */
async function buildLinuxProgram(application: string, name: string, folder: string): Promise<void> {
  const bundleFolder = join(folder, `${name}-bundle`);
  mkdirSync(bundleFolder, { recursive: true });
  const bundle = await bundleProgram(application, COMMIT, bundleFolder);
  const platform = getProgramPlatform('linux-x64');
  await buildProgram({ bundle, bundleFolder, platform, name, output: join(folder, name) });
}
