// Resolves a range in the first registry that has the name, even if no version matches there. Otherwise a
// later registry could supply a private name with a higher version (dependency confusion).
import type { VersionList, VersionRange } from '@prime-registry/protocol';
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';
import { isNotFound } from '../registry-request-error.ts';
import {
  explainMissingManifest,
  explainNoMatch,
  explainNotFound,
  explainYankedList,
} from './explain-failure.ts';
import { type PickableList, pickVersion } from './pick-version.ts';
import type { Query, Resolution } from './resolution.ts';
import { ResolutionError } from './resolution-error.ts';
import { findAnswer, listAsked } from './route.ts';

/** Most versions that are tried when the list contains yanked ones. */
const MAX_PICKS = 5;

/** Finds the version for a range or for `latest`. */
export async function resolveListed<R extends RegistryReader>(
  query: Query<R>,
  range: VersionRange,
  readList: (registry: RegistryReader) => Promise<VersionList>,
): Promise<Resolution<R>> {
  const { name, route } = query;
  const found = await findAnswer(route, readList);
  const details = { primeName: name, range: range.text, registries: listAsked(route, found?.registry) };
  if (found === undefined) {
    throw new ResolutionError(explainNotFound(name, route), { ...details, reason: 'not-found' });
  }

  const { registry, answer: list } = found;
  const yanked: string[] = [];
  while (yanked.length < MAX_PICKS) {
    const remaining = withoutVersions(list, yanked);
    const version = pickVersion(remaining, range);
    if (version === undefined) {
      const message = explainNoMatch(name, range, registry, route, remaining);
      throw new ResolutionError(message, { ...details, reason: 'no-match' });
    }
    const manifest = await findManifest(query, registry, version);
    if (manifest === undefined) {
      const message = explainMissingManifest(`${name} ${version}`, registry.baseUrl);
      throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
    }
    if (!manifest.yanked) return { name, version: manifest.version, registry, manifest, passedOver: [] };
    // It was yanked after the list was read: choose another one.
    yanked.push(version);
  }
  const message = explainYankedList(name, registry.baseUrl, yanked);
  throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
}

function withoutVersions(list: PickableList, yanked: readonly string[]): PickableList {
  const versions = list.versions.filter(({ version }) => !yanked.includes(version));
  return { ...list, versions };
}

async function findManifest(
  query: Query,
  registry: RegistryReader,
  version: string,
): Promise<RegistryManifest | undefined> {
  try {
    return await registry.manifest(query.name, version, query.options);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
