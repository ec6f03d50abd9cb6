// Makes the image for one processor: layers from least to most often changed, so that an upgrade transfers only the last.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/published-packages.ts';
import { DATA_LAYER, readBaseLayer } from './base/base-files.ts';
import type { Architecture } from './base/base-lock.ts';
import { findMirror } from './base/debian-mirror.ts';
import { asTime, type ImageIdentity, makeContainerConfig, makeLabels } from './image-config.ts';
import type { ImageEntry } from './oci/image-entry.ts';
import { writeArchive } from './oci/write-archive.ts';
import { type Layer, writeLayer } from './oci/write-layer.ts';
import { readProgramLayer } from './program-files.ts';
import { getRuntime, readRuntimeLayer } from './runtime-files.ts';

/** Where downloads are kept. */
export const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/image');

export interface ImageSources {
  readonly architecture: Architecture;
  /** The tarball of the package `prime-registry`. */
  readonly tarball: string;
  /** The mirror of Debian, by the address above its folder `debian`; default: that of this machine. */
  readonly mirror?: string | undefined;
}

/** What a layer has, and why it is there. */
export interface LayerContent {
  readonly name: 'base' | 'data' | 'runtime' | 'program';
  readonly comment: string;
  readonly entries: readonly ImageEntry[];
}

/** The layers of an image, and the version of the registry in it. */
export interface ImageContent {
  readonly version: string;
  readonly layers: readonly LayerContent[];
}

/** @throws Error if a source is missing, or has other bytes than were pinned */
export async function readImage(sources: ImageSources): Promise<ImageContent> {
  const { architecture } = sources;
  const program = readProgramLayer(sources.tarball);
  const runtime = getRuntime(architecture);
  return {
    version: program.version,
    layers: [
      {
        name: 'base',
        comment: 'Debian: C library, C++ library, certificates',
        entries: await readBaseLayer(architecture, () => findMirror(sources.mirror), CACHE_FOLDER),
      },
      { name: 'data', comment: 'The volume', entries: DATA_LAYER },
      {
        name: 'runtime',
        comment: `Node.js ${runtime.version}`,
        entries: await readRuntimeLayer(runtime),
      },
      { name: 'program', comment: `prime-registry ${program.version}`, entries: program.entries },
    ],
  };
}

/** An image on the disk. */
export interface BuiltImage {
  readonly file: string;
  readonly digest: string;
  readonly layers: readonly Layer[];
}

/**
 * Writes an image as `prime-registry-<version>-linux-<architecture>.oci.tar`.
 * @param level - of compression, 1 to 9
 */
export async function writeImage(
  content: ImageContent,
  identity: ImageIdentity,
  outFolder: string,
  level = 9,
): Promise<BuiltImage> {
  mkdirSync(outFolder, { recursive: true });
  const temporary = mkdtempSync(join(outFolder, '.layers-'));
  try {
    const layers: Layer[] = [];
    for (const { entries, comment } of content.layers)
      layers.push(await writeLayer(entries, comment, temporary, level));
    const { architecture, version } = identity;
    const file = join(outFolder, `prime-registry-${version}-linux-${architecture}.oci.tar`);
    const image = {
      architecture,
      created: asTime(identity.createdSeconds),
      name: `prime-registry:${version}`,
      config: makeContainerConfig(identity),
      annotations: makeLabels(identity),
      layers,
    };
    return { file, digest: await writeArchive(image, file), layers };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
