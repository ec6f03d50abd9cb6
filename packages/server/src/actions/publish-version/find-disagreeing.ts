// Finds where the manifest of a publish contradicts the tarball or itself.
import type { Inspection, TarballReport } from '@prime-registry/archive';
import type { FieldProblem, Manifest } from '@prime-registry/protocol';
import type { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import type { ReceivedTarball } from '../tarballs/receive-tarball.ts';

/** What a manifest may leave out. */
export interface Counted {
  readonly atoms: number;
  readonly namespaces: readonly string[];
}

/** Counts from the tarball what the manifest leaves out. */
export function fillIn(manifest: Manifest, report: TarballReport): Counted {
  return {
    atoms: manifest.atoms ?? report.atoms,
    namespaces: manifest.namespaces ?? report.namespaces,
  };
}

/** What must agree. */
interface Parts {
  readonly manifest: Manifest;
  readonly sourceManifest: Uint8Array;
  readonly tarball: ReceivedTarball;
  readonly inspection: Inspection;
  readonly key: string;
}

/** Where the manifest contradicts the tarball or itself. */
export async function findDisagreeing(reader: ManifestReader, parts: Parts): Promise<FieldProblem[]> {
  return [...findWrongDigest(parts), ...(await findPackedDisagreements(reader, parts))];
}

function findWrongDigest({ manifest, tarball }: Parts): FieldProblem[] {
  if (manifest.sha256 === undefined || manifest.sha256 === tarball.sha256) return [];
  const message = `is '${manifest.sha256}', but the tarball that arrived has '${tarball.sha256}'; leave it out or correct it`;
  return [{ field: 'sha256', message }];
}

async function findPackedDisagreements(
  reader: ManifestReader,
  { manifest, sourceManifest, tarball, inspection, key }: Parts,
): Promise<FieldProblem[]> {
  const report = inspection.ok ? inspection.report : undefined;
  const packed = report?.manifest;
  if (report === undefined || packed === undefined) return [];
  // Most clients send the same file that is in the tarball: parsing it twice would double the time.
  if (Buffer.compare(packed, sourceManifest) === 0) return [];
  const published = {
    name: manifest.name.full,
    version: manifest.version.full,
    description: manifest.description,
    license: manifest.license,
    'prime-version': manifest.primeVersion,
    ...fillIn(manifest, report),
    sha256: tarball.sha256,
  };
  return reader.use(sourceManifest.length + packed.length, key, async (call) => [
    ...(await call('compareFields', published, packed)),
    ...(await call('compareOthers', sourceManifest, packed)),
  ]);
}
