// The layer with Node.js: the binary of the npm package that the lock file pins, unchanged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRuntimePackage, type RuntimePackage, readLockedRuntime } from '../../runtimes/runtime-package.ts';
import type { Architecture } from './base/base-lock.ts';
import { fileEntry, type ImageEntry } from './oci/image-entry.ts';

/** How npm names the processors. */
const NPM_NAMES: Readonly<Record<Architecture, string>> = { amd64: 'x64', arm64: 'arm64' };

/** The runtime of the lock file. */
export function getRuntime(architecture: Architecture): RuntimePackage {
  return readLockedRuntime(`node-linux-${NPM_NAMES[architecture]}`);
}

/** The layer of a runtime. @throws Error if it cannot be downloaded */
export async function readRuntimeLayer(runtime: RuntimePackage): Promise<ImageEntry[]> {
  const folder = await getRuntimePackage(runtime);
  return [
    fileEntry('usr/local/bin/node', readFileSync(join(folder, 'bin/node')), 0o755),
    fileEntry('usr/share/doc/node/copyright', readFileSync(join(folder, 'LICENSE'))),
  ];
}
