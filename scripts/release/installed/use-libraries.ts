// A program of somebody who uses the libraries. A test copies it to a project of its own and compiles it there.
import { createReadStream } from 'node:fs';
import { listTree, packEntries, TarballInspector } from '@prime-registry/archive';
import { diffInventories, InventoryBuilder } from '@prime-registry/atoms';
import { isConflict, MemoryResponseCache, RegistryClient, Resolver } from '@prime-registry/client';
import { compareVersions, parseManifest, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import { parsePrimeName as parseName } from '@prime-registry/protocol/basics';

/** Publishes a tarball unless its version exists, and returns the digest of the latest version. */
export async function publishAndRead(manifest: string, file: string, sizeBytes: number): Promise<string> {
  const registry = new RegistryClient({
    baseUrl: 'http://127.0.0.1:4000',
    token: 'pri_',
    cache: new MemoryResponseCache(),
  });
  const tarball = { sizeBytes, open: () => createReadStream(file) };
  await registry.publish({ manifest, tarball }).catch((error: unknown) => {
    if (!isConflict(error)) throw error;
  });
  const { latest, versions } = await registry.versions('@acme/web-style');
  const yanked: readonly boolean[] = versions.map((each) => each.yanked === true);
  const chosen: string | undefined = latest ?? versions[yanked.indexOf(false)]?.version;
  const { sha256 } = await registry.manifest('@acme/web-style', chosen ?? '1.0.0');
  const resolver = new Resolver({ registries: [registry] });
  await resolver.resolve('@acme/web-style', '^1.0.0');
  return sha256;
}

/** Packs a folder and reads it back. */
export async function countAtoms(folder: string): Promise<number> {
  const inspector = new TarballInspector({ maxUnpackedBytes: 1024 ** 3, maxEntries: 20_000, maxRatio: 200 });
  for await (const chunk of packEntries(await listTree(folder))) await inspector.write(chunk);
  const inspection = await inspector.finish();
  if (!inspection.ok) throw new Error(inspection.problem.message);
  const { atoms } = await new InventoryBuilder().finish();
  const { bump } = diffInventories(atoms, atoms);
  return bump === undefined ? 0 : inspection.report.atoms;
}

/** Parsers return a value or a sentence. */
export function describe(name: string, text: Uint8Array): string {
  const parsed = parsePrimeName(name);
  if (!parsed.ok) return parsed.message;
  const same = parseName(name);
  const manifest = parseManifest(text);
  const [one, other] = [parseVersion('1.0.0'), parseVersion('1.0.1')];
  const order: number = one.ok && other.ok ? compareVersions(one.value, other.value) : 0;
  return `${same.ok} ${'manifest' in manifest} ${order}`;
}
