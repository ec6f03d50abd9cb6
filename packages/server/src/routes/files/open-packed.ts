// The tarball of a version, for reading files inside of it.
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import type { Needs } from '../route-deps.ts';
import { openTarball } from '../versions/open-tarball.ts';
import type { OpenableTarball } from './packed-file-reader.ts';

/** A version that is here. */
export interface PackedVersion {
  readonly name: PrimeName;
  readonly version: Version;
  readonly record: VersionRecord;
}

/** @param key - for whom; see TaskUse */
export function openPacked(
  deps: Needs<'store' | 'blobs' | 'mirror'>,
  { name, version, record }: PackedVersion,
  key: string,
): OpenableTarball {
  const { sha256, sizeBytes } = record;
  return {
    ...{ sha256, sizeBytes, key },
    async open() {
      const content = await openTarball(deps, { name, version, record, range: 'whole' });
      return content instanceof Uint8Array ? [content] : content;
    },
  };
}
