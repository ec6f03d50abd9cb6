// Atoms, and edges between Primes, in the format of the API.
import type { AtomList, EdgeIn } from '@prime-registry/protocol';
import type { EdgesIn, ListedAtom } from '@prime-registry/store';

/** An atom as lists contain it; without the fields that it does not have. */
export function describeAtom(atom: ListedAtom): AtomList['atoms'][number] {
  const { id, kind, name, version, label, description, domain, tags, tokens, path, line } = atom;
  return {
    id,
    kind,
    name,
    ...(version !== undefined && { version }),
    ...(label !== undefined && { label }),
    description,
    ...(domain !== undefined && { domain }),
    tags: [...tags],
    tokens: { ...tokens },
    path,
    ...(line !== undefined && { line }),
  };
}

/** Edges to an atom, of other Primes. */
export function describeEdgesIn({ edges }: EdgesIn): EdgeIn[] {
  return edges.map(({ verbs, from, kind, name, version }) => ({
    ...{ verbs: [...verbs], from, kind },
    prime: { name, version },
  }));
}
