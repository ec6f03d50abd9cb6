// Writes an image as one file that engines load: an OCI image layout in a tar archive, with the index of Docker next to
// it, for versions of Docker that do not know OCI.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from '../../artifacts/write-whole.ts';
import { fileEntry, folderEntry, type ImageEntry } from './image-entry.ts';
import type { Layer } from './write-layer.ts';
import { encodeHeader, padding } from './write-tar.ts';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';

export interface Image {
  /** As Go names it: `amd64`, `arm64`. */
  readonly architecture: string;
  /** RFC 3339. */
  readonly created: string;
  /** `name:tag`, for those who load the archive. */
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly layers: readonly Layer[];
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/**
 * Writes the archive, complete or not at all.
 * @returns the digest of the image, as registries and engines show it
 */
export async function writeArchive(image: Image, file: string): Promise<string> {
  const config = asBlob(CONFIG, {
    created: image.created,
    architecture: image.architecture,
    os: 'linux',
    config: image.config,
    rootfs: { type: 'layers', diff_ids: image.layers.map(({ diffId }) => diffId) },
    history: image.layers.map(({ comment }) => ({ created: image.created, created_by: comment })),
  });
  const manifest = asBlob(MANIFEST, {
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: config.descriptor,
    layers: image.layers.map(({ digest, sizeBytes }) => ({ mediaType: LAYER, digest, size: sizeBytes })),
    annotations: image.annotations,
  });
  const small = [
    folderEntry('blobs'),
    folderEntry('blobs/sha256'),
    config.entry,
    manifest.entry,
    fileEntry('index.json', encodeIndex(image, manifest.descriptor)),
    fileEntry('manifest.json', encodeDockerIndex(image, config.descriptor)),
    fileEntry('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
  ];
  await writeWhole(file, (part) =>
    pipeline(Readable.from(writeAll(small, image.layers)), createWriteStream(part)),
  );
  return manifest.descriptor.digest;
}

async function* writeAll(small: readonly ImageEntry[], layers: readonly Layer[]): AsyncGenerator<Uint8Array> {
  for (const entry of small) {
    yield encodeHeader(entry);
    yield entry.content ?? Buffer.alloc(0);
    yield padding(entry.content?.length ?? 0);
  }
  for (const { file, digest, sizeBytes } of layers) {
    yield encodeHeader(fileEntry(pathOf(digest), ''), sizeBytes);
    yield* createReadStream(file) as AsyncIterable<Buffer>;
    yield padding(sizeBytes);
  }
  yield Buffer.alloc(1024);
}

function encodeIndex(image: Image, manifest: Descriptor): string {
  const named = {
    ...manifest,
    platform: { architecture: image.architecture, os: 'linux' },
    annotations: {
      'org.opencontainers.image.ref.name': image.name,
      // Docker finds an image by its full name, which is this one for a name without a host.
      'io.containerd.image.name': `docker.io/library/${image.name}`,
    },
  };
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [named],
  });
}

function encodeDockerIndex(image: Image, config: Descriptor): string {
  return JSON.stringify([
    {
      Config: pathOf(config.digest),
      RepoTags: [image.name],
      Layers: image.layers.map(({ digest }) => pathOf(digest)),
    },
  ]);
}

function asBlob(mediaType: string, content: unknown): { descriptor: Descriptor; entry: ImageEntry } {
  const text = JSON.stringify(content);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return {
    descriptor: { mediaType, digest, size: Buffer.byteLength(text) },
    entry: fileEntry(pathOf(digest), text),
  };
}

function pathOf(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}
