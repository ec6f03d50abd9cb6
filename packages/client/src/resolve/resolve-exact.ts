// Resolves an exact version: no list is needed, and after a 404 the next registry is asked (contract section
// 7).
import type { RegistryReader } from '../registry-reader.ts';
import { explainNotFound, explainYanked } from './explain-failure.ts';
import type { Query, Resolution } from './resolution.ts';
import { ResolutionError } from './resolution-error.ts';
import { findAnswer, listAsked } from './route.ts';

/** Finds one version. A yanked one is a ResolutionError; no further registry is asked. */
export async function resolveExact<R extends RegistryReader>(
  query: Query<R>,
  version: string,
): Promise<Resolution<R>> {
  const { name, route, options } = query;
  const subject = `${name} ${version}`;
  const found = await findAnswer(route, (registry) => registry.manifest(name, version, options));
  const details = { primeName: name, range: version, registries: listAsked(route, found?.registry) };
  if (found === undefined) {
    throw new ResolutionError(explainNotFound(subject, route), { ...details, reason: 'not-found' });
  }
  const { registry, answer: manifest } = found;
  if (manifest.yanked) {
    const message = explainYanked(subject, registry.baseUrl, manifest.yank_reason);
    throw new ResolutionError(message, { ...details, reason: 'yanked' });
  }
  return { name, version: manifest.version, registry, manifest };
}
