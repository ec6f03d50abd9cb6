// One atom of an installed Prime, in the form in which registries answer.
import { type AtomDetails, type AtomTextLevel, scopeOf } from '@prime-registry/protocol';
import { listEdgesIn, MAX_EDGES_IN } from './installed-knowledge.ts';
import type { InstalledPrime, InstalledPrimes } from './installed-primes.ts';
import type { InstalledAtom } from './prime-contents.ts';

/** An atom of an installed Prime. */
export interface ReadAtom {
  readonly holder: InstalledPrime;
  readonly details: AtomDetails;
}

/** Reads an atom: from the given Prime, or from the first one that has it. Undefined if there is none. */
export async function readInstalledAtom(
  primes: InstalledPrimes,
  id: string,
  {
    prime,
    text,
    signal,
  }: { readonly prime?: string; readonly text: AtomTextLevel; readonly signal: AbortSignal },
): Promise<ReadAtom | undefined> {
  const holders = await primes.findHolders(id, signal);
  const holder = holders.find(({ locked }) => prime === undefined || locked.name === prime);
  const atom = holder?.contents.atoms.find((each) => each.id === id);
  if (holder === undefined || atom === undefined) return undefined;
  const { name, version } = holder.locked;
  const edgesIn = listEdgesIn(await primes.list(signal), id, name);
  const edges = await Promise.all(atom.edges.map((edge) => placeEdge(primes, edge, signal)));
  return {
    holder,
    details: {
      ...describeAtom(atom),
      ...{ hash: atom.hash, edges, text: atom.texts[text], prime: { name, version } },
      ...(edgesIn.length > 0 && {
        edges_in: edgesIn
          .slice(0, MAX_EDGES_IN)
          .map(({ verbs, from, kind, prime: by }) => ({ verbs: [...verbs], from, kind, prime: by })),
        more_edges_in: edgesIn.length > MAX_EDGES_IN,
      }),
      primes: holders.map(({ locked }) => ({
        ...{ name: locked.name, version: locked.version },
        own_scope: locked.name.startsWith(`${scopeOf(id)}/`),
      })),
    },
  };
}

/** What lists have of an atom. */
export function describeAtom({
  id,
  kind,
  name,
  version,
  label,
  description,
  domain,
  tags,
  tokens,
  path,
  line,
}: InstalledAtom): Omit<AtomDetails, 'hash' | 'edges' | 'prime' | 'primes'> {
  return {
    ...{ id, kind, name, description, tags: [...tags], tokens, path },
    ...(version !== undefined && { version }),
    ...(label !== undefined && { label }),
    ...(domain !== undefined && { domain }),
    ...(line !== undefined && { line }),
  };
}

/** An edge to an atom of another installed Prime names that Prime. */
async function placeEdge(
  primes: InstalledPrimes,
  { verb, target, standing }: InstalledAtom['edges'][number],
  signal: AbortSignal,
): Promise<AtomDetails['edges'][number]> {
  if (standing === 'inside') return { verb, target, standing };
  const [other] = await primes.findHolders(target, signal, 1);
  if (other === undefined) return { verb, target, standing };
  const { name, version } = other.locked;
  return { verb, target, standing: 'outside', prime: { name, version } };
}
