// Puts a bundle into a copy of Node.js: a single executable application.
import { spawnSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRuntimePackage, readLockedRuntime } from '../../runtimes/runtime-package.ts';
import type { ProgramBundle } from './bundle-program.ts';
import type { ProgramPlatform } from './platforms.ts';
import { readProgramFormat } from './program-format.ts';
import { removeSignature } from './remove-signature.ts';
import { signAdHoc } from './sign-ad-hoc.ts';

/** A program to build. */
export interface ProgramOptions {
  readonly bundle: ProgramBundle;
  /** The folder of the bundle. */
  readonly bundleFolder: string;
  readonly platform: ProgramPlatform;
  /** The name of the command. */
  readonly name: string;
  /** The executable to write. Only a complete one gets this name. */
  readonly output: string;
}

/** Builds a program. @throws Error without the Node.js of the platform, or if the result is not what it must be */
export async function buildProgram(options: ProgramOptions): Promise<void> {
  const { bundle, bundleFolder, platform, name, output } = options;
  const runtime = readLockedRuntime(platform.npmPackage);
  const needed = `v${runtime.version}`;
  if (process.version !== needed) {
    throw new Error(`programs contain Node.js ${needed}, which must build them; this is ${process.version}`);
  }
  const config = {
    // Relative: the path is part of the program.
    main: 'main.js',
    mainFormat: 'module',
    executable: join(await getRuntimePackage(runtime), platform.executable),
    output: `${output}.part`,
    disableExperimentalSEAWarning: true,
    // Files of the bundle are loaded when they are needed, as in an installed package.
    useVfs: true,
    // Its code would differ from build to build, and does not work on other platforms.
    useCodeCache: false,
    // NODE_OPTIONS is for the Node.js of the machine, which can be another version.
    execArgvExtension: 'none',
    assets: Object.fromEntries(bundle.files.filter((file) => file !== 'main.js').map((file) => [file, file])),
  };
  const configFile = join(bundleFolder, 'program.json');
  writeFileSync(configFile, JSON.stringify(config));
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--build-sea', configFile], {
      cwd: bundleFolder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Node.js cannot build ${name} for ${platform.name}: ${stderr.trim()}`);
    if (platform.format.startsWith('Mach-O')) signAdHoc(config.output, name);
    if (platform.format.startsWith('PE')) removeSignature(config.output);
    const { format, blobBytes, isFuseSet } = readProgramFormat(config.output);
    if (format !== platform.format || blobBytes === 0 || !isFuseSet) {
      throw new Error(
        `${name} for ${platform.name} is not a complete program: ${format}, ${blobBytes} bytes`,
      );
    }
    chmodSync(config.output, 0o755);
    renameSync(config.output, output);
  } finally {
    rmSync(config.output, { force: true });
    rmSync(configFile, { force: true });
  }
}
