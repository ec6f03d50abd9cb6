// Reads the files inside of the tarball of a version. A client is charged for the unpacking.
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientKey } from '../../http/requests/client-key.ts';
import type { FileList } from '../../tasks/files/list-files-task.ts';
import type { ReadFile } from '../../tasks/files/read-file-task.ts';
import type { Needs } from '../route-deps.ts';
import { openTarball } from '../versions/open-tarball.ts';
import type { OpenableTarball } from './packed-file-reader.ts';

export type PackedNeeds = 'store' | 'blobs' | 'mirror' | 'packedFiles' | 'reading';

/** Unpacking a tarball counts as one more read for each of this many bytes, packed. */
const BYTES_OF_A_READ = 1024 * 1024;

/** A version that is here. */
export interface PackedVersion {
  readonly name: PrimeName;
  readonly version: Version;
  readonly record: VersionRecord;
}

/** The files of a version. @throws as {@link PackedFileReader.listFiles} */
export function listPacked(
  deps: Needs<PackedNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedVersion,
): Promise<FileList | undefined> {
  if (!deps.packedFiles.hasList(packed.record.sha256)) countPass(deps, request, reply, packed);
  return deps.packedFiles.listFiles(openPacked(deps, request, packed));
}

/** One file of a version. @throws as {@link PackedFileReader.readFile} */
export function readPacked(
  deps: Needs<PackedNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedVersion,
  path: string,
): Promise<ReadFile | undefined> {
  if (!deps.packedFiles.hasFile(packed.record.sha256, path)) countPass(deps, request, reply, packed);
  return deps.packedFiles.readFile(openPacked(deps, request, packed), path);
}

/** Counts the reads. The request itself was counted; the next ones are refused if these are too many. */
function countPass(
  { reading }: Needs<'reading'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { record }: PackedVersion,
): void {
  reading.countReads(request, reply, Math.floor(record.sizeBytes / BYTES_OF_A_READ));
}

function openPacked(
  deps: Needs<PackedNeeds>,
  request: FastifyRequest,
  { name, version, record }: PackedVersion,
): OpenableTarball {
  const { sha256, sizeBytes } = record;
  return {
    ...{ sha256, sizeBytes, key: clientKey(request) },
    async open() {
      const content = await openTarball(deps, { name, version, record, range: 'whole' });
      return content instanceof Uint8Array ? [content] : content;
    },
  };
}
