// Resolves an exact version. After a 404 for the version, the next registry is asked (contract section 7), and
// the result names the registries that have the name but not the version. With `fallback: name` they decide.
import type { VersionList, VersionRange } from '@prime-registry/protocol';
import type { RegistryReader } from '../registry-reader.ts';
import { isNotFound } from '../registry-request-error.ts';
import { explainNoMatch, explainNotFound, explainYanked } from './explain-failure.ts';
import type { Query, Resolution } from './resolution.ts';
import { ResolutionError } from './resolution-error.ts';
import { listAsked } from './route.ts';

/**
 * Finds one version. A yanked one is a ResolutionError; no further registry is asked. Before a later registry
 * is asked, the list of the earlier one shows whether that one has the name.
 */
export async function resolveExact<R extends RegistryReader>(
  query: Query<R>,
  range: VersionRange,
  readList: (registry: RegistryReader) => Promise<VersionList>,
): Promise<Resolution<R>> {
  const { name, route, options, fallback } = query;
  const version = range.text;
  const subject = `${name} ${version}`;
  const passedOver: R[] = [];
  for (const registry of route.registries) {
    const details = { primeName: name, range: version, registries: listAsked(route, registry) };
    const manifest = await findUnless404(() => registry.manifest(name, version, options));
    if (manifest?.yanked === true) {
      const message = explainYanked(subject, registry.baseUrl, manifest.yank_reason);
      throw new ResolutionError(message, { ...details, reason: 'yanked' });
    }
    if (manifest !== undefined) return { name, version: manifest.version, registry, manifest, passedOver };
    if (registry === route.registries.at(-1)) break;
    const list = await findUnless404(() => readList(registry));
    if (list === undefined) continue;
    if (fallback === 'name') {
      const message = explainNoMatch(name, range, registry, route, list);
      throw new ResolutionError(message, { ...details, reason: 'no-match' });
    }
    passedOver.push(registry);
  }
  const details = { primeName: name, range: version, registries: listAsked(route) };
  throw new ResolutionError(explainNotFound(subject, route), { ...details, reason: 'not-found' });
}

async function findUnless404<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
