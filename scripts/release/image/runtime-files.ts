// The layer with Node.js: the binary of the npm package that the lock file pins, unchanged.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '../build/published-packages.ts';
import type { Architecture } from './base/base-lock.ts';
import { fileEntry, type ImageEntry } from './oci/image-entry.ts';
import { readTar } from './oci/read-tar.ts';

/** How npm names the processors. */
const NPM_NAMES: Readonly<Record<Architecture, string>> = { amd64: 'x64', arm64: 'arm64' };

/** Node.js for Linux, as an npm package. */
export interface PinnedRuntime {
  readonly name: string;
  readonly version: string;
  /** SHA-512 in base64, with the name of the algorithm in front. */
  readonly integrity: string;
}

/** The runtime of the lock file. */
export function getRuntime(architecture: Architecture): PinnedRuntime {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const name = `node-linux-${NPM_NAMES[architecture]}`;
  const entry = lock.packages[`node_modules/${name}`];
  if (entry === undefined) throw new Error(`package-lock.json has no ${name}`);
  return { name, version: entry.version, integrity: entry.integrity };
}

/** The second layer of the image. */
export function readRuntimeLayer(runtime: PinnedRuntime, cacheFolder: string): ImageEntry[] {
  const entries = readTar(gunzipSync(readPackage(runtime, cacheFolder)));
  const contentOf = (path: string): Uint8Array => {
    const content = entries.find((entry) => entry.path === `package/${path}`)?.content;
    if (content === undefined) throw new Error(`${runtime.name} ${runtime.version} has no ${path}`);
    return content;
  };
  return [
    fileEntry('usr/local/bin/node', contentOf('bin/node'), 0o755),
    fileEntry('usr/share/doc/node/copyright', contentOf('LICENSE')),
  ];
}

/** The tarball, from npm's cache if it is there. */
function readPackage({ name, version, integrity }: PinnedRuntime, cacheFolder: string): Buffer {
  const file = join(cacheFolder, `${name}-${version}.tgz`);
  mkdirSync(cacheFolder, { recursive: true });
  const problems: string[] = [];
  for (const options of [undefined, ['--prefer-offline']]) {
    if (options !== undefined) {
      const { status, stderr, error } = spawnSync(
        'npm',
        ['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', cacheFolder, ...options],
        { cwd: cacheFolder, encoding: 'utf8' },
      );
      if (status !== 0) problems.push(error?.message ?? stderr.trim());
    }
    try {
      const bytes = readFileSync(file);
      const digest = createHash('sha512').update(bytes).digest('base64');
      if (`sha512-${digest}` === integrity) return bytes;
      problems.push(`${file} does not have the bytes that package-lock.json pins`);
    } catch {
      // Not there yet.
    }
  }
  throw new Error(`npm cannot get ${name} ${version}: ${problems.at(-1) ?? 'it wrote no tarball'}`);
}
