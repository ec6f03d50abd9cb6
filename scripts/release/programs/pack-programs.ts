// `npm run pack:programs [-- <platform> …]`: builds the commands as programs in one file, into release/programs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getRuntimePackage, readLockedRuntime } from '../../runtimes/runtime-package.ts';
import { ROOT, readManifest } from '../build/published-packages.ts';
import { readSourceState } from '../build/source-state.ts';
import { describeThirdPartyLicenses, listThirdPartyPackages } from '../build/third-party-licenses.ts';
import { buildProgram } from './build-program.ts';
import { bundleProgram } from './bundle-program.ts';
import { compressProgram } from './compress-program.ts';
import { getProgramPlatform, PROGRAM_PLATFORMS, type ProgramPlatform } from './platforms.ts';

/** The commands, and their folders in `packages`. */
const PROGRAMS = [
  { name: 'prime', application: 'cli' },
  { name: 'prime-registry', application: 'server' },
] as const;

const { commit, epochSeconds } = readSourceState();
const folder = join(ROOT, 'release/programs');

try {
  const names = process.argv.slice(2);
  const platforms = names.length === 0 ? PROGRAM_PLATFORMS : names.map(getProgramPlatform);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const program of PROGRAMS) await pack(program, platforms);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function pack(
  { name, application }: (typeof PROGRAMS)[number],
  platforms: readonly ProgramPlatform[],
): Promise<void> {
  const bundleFolder = mkdtempSync(join(tmpdir(), 'program-'));
  try {
    const bundle = await bundleProgram(application, commit, bundleFolder);
    const texts = {
      LICENSE: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
      'NODE-LICENSE.txt': await readNodeLicense(),
      'THIRD-PARTY-LICENSES.txt': describeThirdPartyLicenses(listThirdPartyPackages(bundle.modules)),
    };
    for (const platform of platforms) {
      const file = `${name}-${readManifest(application).version}-${platform.name}${platform.ending}`;
      const output = join(folder, file);
      await buildProgram({ bundle, bundleFolder, platform, name, output });
      const archive = await compressProgram({ program: output, name, platform, texts, epochSeconds });
      console.log(`release/programs/${file}  ${mib(output)} MiB  ${basename(archive)}  ${mib(archive)} MiB`);
    }
  } finally {
    rmSync(bundleFolder, { recursive: true, force: true });
  }
}

/** The licence of Node.js and of what is inside it. The package for Windows does not contain it. */
async function readNodeLicense(): Promise<string> {
  const { npmPackage } = getProgramPlatform('linux-x64');
  return readFileSync(join(await getRuntimePackage(readLockedRuntime(npmPackage)), 'LICENSE'), 'utf8');
}

function mib(file: string): string {
  return (statSync(file).size / 2 ** 20).toFixed(1);
}
