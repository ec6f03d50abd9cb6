// Node.js as npm packages: those of other platforms and versions, which `npm ci` does not install, are downloaded
// once into a cache, and checked.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';

const ROOT = join(import.meta.dirname, '../..');

/** Where downloads are kept, below the top folder of the clone. `npm ci` removes it. */
export const RUNTIME_CACHE = 'node_modules/.cache/node-runtimes';

/** A Node.js, as an npm package. */
export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  /** Subresource integrity with SHA-512, as in package-lock.json (W3C SRI, 3.5). */
  readonly integrity: string;
}

/** The Node.js of a platform that package-lock.json names. @throws Error if it names none */
export function readLockedRuntime(name: string): RuntimePackage {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Omit<RuntimePackage, 'name'>>>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json does not contain ${name}`);
  const { version, integrity } = locked;
  return { name, version, integrity };
}

/** The folder of the package; undefined if it is neither installed nor in the cache. */
export function findRuntimePackage({ name, version }: RuntimePackage): string | undefined {
  const installed = join(ROOT, 'node_modules', name);
  const folders = [...(readVersion(installed) === version ? [installed] : []), cacheFolder(name, version)];
  return folders.find((folder) => existsSync(folder));
}

/**
 * As {@link findRuntimePackage}, but downloads what is missing, with npm (45 MB).
 * @throws Error if npm cannot download it, or if it has other bytes than expected
 */
export async function getRuntimePackage(runtime: RuntimePackage): Promise<string> {
  const found = findRuntimePackage(runtime);
  if (found !== undefined) return found;
  const { name, version } = runtime;
  const cache = join(ROOT, RUNTIME_CACHE);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'download-'));
  try {
    const file = download(runtime, work);
    // Its headers for C++ are nearly all of its 2,800 files.
    await extract({ file, cwd: work, filter: (path) => !path.startsWith('package/include/') });
    // An interrupted download leaves nothing that looks complete.
    const target = cacheFolder(name, version);
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'package'), target);
    return target;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function download({ name, version, integrity }: RuntimePackage, folder: string): string {
  const spec = `${name}@${version}`;
  const args = ['pack', spec, '--prefer-offline', '--ignore-scripts', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', [...args, '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim().split('\n')[0] ?? '';
    throw new Error(`npm cannot download ${spec} (${reason}): connect to the registry of npm and try again`);
  }
  const tarball = join(folder, `${name}-${version}.tgz`);
  const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (`sha512-${digest}` === integrity) return tarball;
  throw new Error(`${spec} as downloaded has other bytes than expected: its SHA-512 is not ${integrity}`);
}

function readVersion(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

function cacheFolder(name: string, version: string): string {
  return join(ROOT, RUNTIME_CACHE, `${name}-${version}`);
}
