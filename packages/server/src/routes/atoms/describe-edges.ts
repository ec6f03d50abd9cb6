// Edges between Primes in the format of the API.
import type { EdgeIn } from '@prime-registry/protocol';
import type { EdgesIn } from '@prime-registry/store';

/** Edges to an atom, of other Primes. */
export function describeEdgesIn({ edges }: EdgesIn): EdgeIn[] {
  return edges.map(({ verbs, from, kind, name, version }) => ({
    ...{ verbs: [...verbs], from, kind },
    prime: { name, version },
  }));
}
