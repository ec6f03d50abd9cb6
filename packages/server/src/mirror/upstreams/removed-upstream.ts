// A version that an upstream has removed: its 410 or 451 is one here. As a 503, clients would wait for it; as a 404,
// they would ask their next registry for a version of the same name.
import { RegistryRequestError } from '@prime-registry/client';
import { RegistryError } from '@prime-registry/protocol';
import type { KnownUpstreams } from './known-upstreams.ts';

/** Codes of removed versions, by status. */
const CODES = new Map([
  [410, 'version_removed'],
  [451, 'version_removed_by_law'],
] as const);

/** Creates a function that sends a request for a version; it rejects with the error of a removed version. */
export function createRemovalFinder(url: string, known: KnownUpstreams) {
  /** As with a 404, what is in front of an upstream may answer in its place, such as a filter of web addresses. */
  const isItsOwn = async (code: string | undefined, wanted: string): Promise<boolean> =>
    code === undefined ? !(await known.isKnown(url)) : code === wanted;

  return async <T>(name: string, version: string, request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      const cause = error instanceof RegistryError ? error.cause : undefined;
      const { status, code: given } = cause instanceof RegistryRequestError ? cause : {};
      const code = CODES.get(status as 410 | 451);
      if (code === undefined || !(await isItsOwn(given, code))) throw error;
      throw new RegistryError(code, { detail: `${name} ${version} was removed at ${url}.` }, { cause });
    }
  };
}
