// The layer with the registry: the files of the packed package `prime-registry`, and the command in the PATH.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileEntry, type ImageEntry } from './oci/image-entry.ts';
import { readTar } from './oci/read-tar.ts';

const FOLDER = 'opt/prime-registry';
/** The health check, as the image calls it. */
export const PROBE_PATH = `/${FOLDER}/probe.mjs`;

/** What the package says about itself. */
export interface PackedProgram {
  readonly version: string;
  /** The fourth layer of the image. */
  readonly entries: readonly ImageEntry[];
}

/**
 * Reads the tarball that `npm run pack:release` wrote.
 * @throws Error if it is another package, or has no command
 */
export function readProgramLayer(tarball: string): PackedProgram {
  const packed = readTar(gunzipSync(readFileSync(tarball))).filter(({ kind }) => kind === 'file');
  const text = (path: string): string => {
    const content = packed.find((entry) => entry.path === `package/${path}`)?.content;
    if (content === undefined) throw new Error(`${tarball} has no ${path}: run npm run pack:release again`);
    return Buffer.from(content).toString();
  };
  const description = JSON.parse(text('package.json')) as {
    readonly name: string;
    readonly version: string;
    readonly bin?: Readonly<Record<string, string>>;
  };
  const command = description.bin?.['prime-registry']?.replace(/^\.\//, '');
  if (description.name !== 'prime-registry' || command === undefined)
    throw new Error(`${tarball} is not the package prime-registry`);
  text(command);
  const files = packed
    // Source maps are for debuggers, and a third of the size.
    .filter(({ path }) => !path.endsWith('.map'))
    .map(({ path, content }) => fileEntry(path.replace(/^package/, FOLDER), content ?? ''));
  // The image has no env, which the first line of the command would need.
  const launcher = `#!/usr/local/bin/node\nimport('/${FOLDER}/${command}');\n`;
  return {
    version: description.version,
    entries: [
      ...files,
      fileEntry(PROBE_PATH.slice(1), readFileSync(join(import.meta.dirname, 'probe.mjs'))),
      fileEntry('usr/local/bin/prime-registry', launcher, 0o755),
    ],
  };
}
