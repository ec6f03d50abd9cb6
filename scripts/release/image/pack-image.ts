// Packs the image of a registry that was packed: an OCI archive for each processor, and its bill of materials.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { emptyPart } from '../artifacts/release-parts.ts';
import { buildPackage } from '../build/build-package.ts';
import { readSourceState, type SourceState } from '../build/source-state.ts';
import type { ThirdPartyPackage } from '../build/third-party-licenses.ts';
import { packPackage } from '../pack/pack-package.ts';
import { makeImageBill } from '../sbom/image-bill.ts';
import { writeBill } from '../sbom/write-bill.ts';
import { ARCHITECTURES, type Architecture } from './base/base-lock.ts';
import { readImage, writeImage } from './build-image.ts';

/** The packed package `prime-registry`. */
export interface PackedServer {
  /** The path of its tarball. */
  readonly tarball: string;
  /** The third-party packages inside. */
  readonly thirdParty: readonly ThirdPartyPackage[];
}

/** What is packed, and where it goes. */
export interface ImageToPack {
  /** Gets `image/*.oci.tar` and `sbom/image/*.cdx.json`; both folders are emptied first. */
  readonly folder: string;
  readonly server: PackedServer;
  /** All by default. */
  readonly architectures?: readonly Architecture[];
  /** The mirror of Debian; by default that of this machine. */
  readonly mirror?: string | undefined;
  readonly log: (line: string) => void;
}

/** Packs the image. @throws Error if a source is missing, or has other bytes than were pinned */
export async function packImage(options: ImageToPack): Promise<void> {
  const { folder, server, architectures = ARCHITECTURES, mirror, log } = options;
  const state = readSourceState();
  const part = emptyPart(folder, 'image');
  for (const architecture of architectures) {
    const content = await readImage({ architecture, tarball: server.tarball, mirror });
    const { version } = content;
    const identity = { architecture, version, commit: state.commit, createdSeconds: state.epochSeconds };
    const { file, digest, layers } = await writeImage(content, identity, part);
    const bill = makeImageBill({ architecture, digest, thirdParty: server.thirdParty }, state);
    // Not without `.oci`: forges drop folders, and a program has that name.
    await writeBill(bill, { folder, part: 'image', name: basename(file, '.tar') });
    log(`image/${basename(file)}\n  ${digest}`);
    for (const { comment, sizeBytes, unpackedBytes } of layers)
      log(`  ${asMib(sizeBytes)} (${asMib(unpackedBytes)} unpacked)  ${comment}`);
  }
}

/** Builds and packs only the package that the image contains, for as long as it is used. */
export async function withPackedServer(
  { commit, epochSeconds }: SourceState,
  use: (server: PackedServer) => Promise<void>,
): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'image-'));
  try {
    const built = await buildPackage({ folder: 'server', kind: 'application' }, commit, join(work, 'dist'));
    const tarball = join(work, await packPackage(built, work, epochSeconds));
    await use({ tarball, thirdParty: built.thirdParty });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function asMib(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`.padStart(9);
}
