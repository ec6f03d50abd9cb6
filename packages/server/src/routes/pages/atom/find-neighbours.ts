// The atoms around an atom: at the ends of its edges, and before and after it in the reading order.
import type { AtomFacts, AtomStore, LinkedPrime } from '@prime-registry/store';
import type { AtomLinks, AtomPlace, Neighbour } from '@prime-registry/web';
import { nameHolders } from '../../../actions/read-atoms/name-holders.ts';
import { placeTargets } from '../../../actions/read-atoms/place-edges.ts';

/** The targets of the atom's edges, and the atoms of the Prime with edges to it. */
export async function findNeighbours(
  store: AtomStore,
  { id, edges }: AtomFacts,
  links: AtomLinks,
  own: LinkedPrime,
): Promise<{ leadsTo: Neighbour[]; ledFrom: Neighbour[] }> {
  const targets = edges.map(({ target }) => target);
  const placeOf = await placeTargets(store, targets, (target) => links.has(target));
  const holderOf = await nameHolders(
    store,
    targets.filter((target) => placeOf(target) === 'outside'),
  );
  return {
    leadsTo: edges.map(({ verb, target }): Neighbour => {
      const place = placeOf(target);
      const holder = place === 'outside' ? holderOf(target) : undefined;
      return {
        ...{ verb, id: target, atom: links.find(target) ?? holder?.atom },
        ...{ holder: place === 'inside' ? own : holder, isKnown: place !== 'dangling' },
      };
    }),
    ledFrom: links
      .ledFrom(id)
      .map((link): Neighbour => ({ ...link, atom: links.find(link.id), holder: own, isKnown: true })),
  };
}

/** Where the atom stands in the reading order of its version. */
export function findPlace(id: string, links: AtomLinks): AtomPlace | undefined {
  const place = links.findPlace(id);
  const name = (other: string | undefined) =>
    other === undefined ? undefined : { id: other, atom: links.find(other) };
  return place && { ...place, previous: name(place.previous), next: name(place.next) };
}
