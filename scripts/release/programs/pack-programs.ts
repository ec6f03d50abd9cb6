// Builds the commands as programs in one file, and packs them for download.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getRuntimePackage, readLockedRuntime } from '../../runtimes/runtime-package.ts';
import { emptyPart } from '../artifacts/release-parts.ts';
import { ROOT, readManifest } from '../build/published-packages.ts';
import { readSourceState } from '../build/source-state.ts';
import { describeThirdPartyLicenses, listThirdPartyPackages } from '../build/third-party-licenses.ts';
import { makeProgramBill } from '../sbom/program-bill.ts';
import { writeBill } from '../sbom/write-bill.ts';
import { buildProgram } from './build-program.ts';
import { bundleProgram } from './bundle-program.ts';
import { compressProgram } from './compress-program.ts';
import { getProgramPlatform, type ProgramPlatform } from './platforms.ts';

/** The commands, and their folders in `packages`. */
const PROGRAMS = [
  { name: 'prime', application: 'cli' },
  { name: 'prime-registry', application: 'server' },
] as const;

/** Which programs are built, and where they go. */
export interface ProgramsToPack {
  /** Gets `programs/*` and `sbom/programs/*.cdx.json`; both folders are emptied first. */
  readonly folder: string;
  readonly platforms: readonly ProgramPlatform[];
  readonly log: (line: string) => void;
}

/** Builds and packs both programs for some platforms. @throws Error without the Node.js of a platform */
export async function packPrograms(options: ProgramsToPack): Promise<void> {
  emptyPart(options.folder, 'programs');
  for (const program of PROGRAMS) await packProgram(program, options);
}

async function packProgram(
  { name, application }: (typeof PROGRAMS)[number],
  { folder, platforms, log }: ProgramsToPack,
): Promise<void> {
  const state = readSourceState();
  const bundleFolder = mkdtempSync(join(tmpdir(), 'program-'));
  try {
    const bundle = await bundleProgram(application, state.commit, bundleFolder);
    const thirdParty = listThirdPartyPackages(bundle.modules);
    const texts = {
      LICENSE: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
      'NODE-LICENSE.txt': await readNodeLicense(),
      'THIRD-PARTY-LICENSES.txt': describeThirdPartyLicenses(thirdParty),
    };
    for (const platform of platforms) {
      const stem = `${name}-${readManifest(application).version}-${platform.name}`;
      const output = join(folder, 'programs', `${stem}${platform.ending}`);
      await buildProgram({ bundle, bundleFolder, platform, name, output });
      const archive = await compressProgram({
        ...{ program: output, name, platform, texts },
        epochSeconds: state.epochSeconds,
      });
      const bill = makeProgramBill({ name, application, platform, thirdParty }, state);
      await writeBill(bill, { folder, part: 'programs', name: stem });
      log(`programs/${basename(output)}  ${mib(output)} MiB  ${basename(archive)}  ${mib(archive)} MiB`);
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
