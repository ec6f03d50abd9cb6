// An atom that a version does not have may be in another one, or in another Prime: the error leads there.
import { atomPagePath, type PrimeName, RegistryError } from '@prime-registry/protocol';
import type { Needs } from '../../route-deps.ts';
import { readHistory } from '../read-prime.ts';
import { readAtomHistory } from './read-atom-history.ts';

/** Errors for an atom that is not there. */
const ABSENCES: ReadonlySet<string> = new Set([
  'atom_not_found',
  'version_not_found',
  'version_removed',
  'version_removed_by_law',
]);

/** A place of an atom. */
interface Place {
  readonly name: string;
  readonly version: string;
}

/**
 * The error to answer with: the same, or with the place where the atom is: in the last version of the Prime that has it,
 * or in the first other Prime.
 */
export async function describeGoneAtom(
  deps: Needs<'store' | 'mirror' | 'pageCache'>,
  error: unknown,
  { name, id }: { readonly name: PrimeName; readonly id: string },
): Promise<unknown> {
  if (!(error instanceof RegistryError) || !ABSENCES.has(error.code)) return error;
  const place = (await findLast(deps, name, id)) ?? (await findHome(deps, id));
  if (place === undefined) return error;
  const isOwn = place.name === name.full;
  const where = isOwn ? `${place.version} is the last version that has it` : `${place.name} has it`;
  const { code, errors, headers } = error;
  return new RegistryError(
    code,
    {
      detail: `${error.message} ${where}.`,
      ...(errors !== undefined && { errors }),
      headers,
      extensions: { ...error.extensions, elsewhere: atomPagePath(place.name, place.version, id) },
    },
    { cause: error.cause },
  );
}

/** The last version that has the atom, rather one that is not yanked. */
async function findLast(
  deps: Needs<'store' | 'mirror' | 'pageCache'>,
  name: PrimeName,
  id: string,
): Promise<Place | undefined> {
  if (!(await deps.store.hasPrime(name.full))) return undefined;
  const { versions } = await readHistory(deps, name);
  const { states } = await readAtomHistory(deps, { name: name.full, id, versions });
  const yanked = new Set(versions.filter((shown) => shown.yanked).map(({ version }) => version));
  const having = states.filter(({ found }) => found !== undefined);
  const last = having.find(({ version }) => !yanked.has(version)) ?? having[0];
  return last && { name: name.full, version: last.version };
}

async function findHome({ store }: Needs<'store'>, id: string): Promise<Place | undefined> {
  const [home] = await store.listAtomHomes(id);
  return home;
}
