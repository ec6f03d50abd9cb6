// Reads edges between Primes, and which Primes have an atom. Every query reads a bounded number of rows, however
// many edges lead to an atom.
import { setImmediate } from 'node:timers/promises';
import type { AtomCopy, AtomHolder, AtomStore, LinkedPrime } from '../contracts/atom-store.ts';
import type { Database } from '../sql/schema.ts';
import { unpackContents } from './content-list.ts';
import { toListedAtom } from './encode-atom.ts';
import { MAX_EXAMINED, queries } from './link-queries.ts';
import { readListed } from './read-contents.ts';

/** The reads of links between Primes. */
export type LinkReads = Pick<AtomStore, 'findAtomHolders' | 'findCopies' | 'listEdgesIn' | 'findPrimeLinks'>;

const MAX_PRIMES = 20;
const AT_A_TIME = 100;

export function createLinkReads(reader: Database): LinkReads {
  const findAtomHolders: LinkReads['findAtomHolders'] = async (atomIds) => {
    // A query for each atom: some atoms are in thousands of Primes.
    const asked = [...new Set(atomIds)].slice(0, AT_A_TIME).map((atomId) => ({ atomId }));
    const rows = (await queries.findHomes.each(reader, asked)).flat();
    const names = await readNames(rows.map(({ prime_id }) => prime_id));
    const contentIds = [...new Set(rows.map(({ content_id }) => content_id))];
    const facts = new Map((await readListed(reader, contentIds)).map((row) => [row.id, row]));
    const holders = new Map<string, AtomHolder[]>();
    for (const { atom, is_foreign, prime_id, content_id } of rows) {
      const [prime, row] = [names.get(prime_id), facts.get(content_id)];
      if (prime === undefined || row === undefined) continue;
      const { hash, kind, label, description } = toListedAtom(row);
      const known = holders.get(atom) ?? [];
      holders.set(atom, [
        ...known,
        { ...prime, isOwnScope: is_foreign === 0, hash, atom: { kind, label, description } },
      ]);
    }
    return holders;
  };

  const findCopies: LinkReads['findCopies'] = async (contentKeys) => {
    const asked = [...new Set(contentKeys)].slice(0, AT_A_TIME).map((contentKey) => ({ contentKey }));
    const rows = (await queries.findCopies.each(reader, asked)).flat();
    const names = await readNames(rows.map(({ prime_id }) => prime_id));
    const copies = new Map<string, AtomCopy[]>();
    for (const { content_key, atom, prime_id } of rows) {
      const prime = names.get(prime_id);
      if (prime === undefined || content_key === null) continue;
      copies.set(content_key, [...(copies.get(content_key) ?? []), { id: atom, ...prime }]);
    }
    return copies;
  };

  /** Primes by id, with their latest versions. */
  async function readNames(primeIds: Iterable<number>): Promise<Map<number, LinkedPrime>> {
    const rows = await queries.readPrimes(reader, [...new Set(primeIds)]);
    return new Map(rows.map(({ prime_id, name, version }) => [prime_id, { name, version }]));
  }

  async function listSources(primeId: number, contents: Uint8Array): Promise<LinkedPrime[]> {
    const ids = unpackContents(contents).slice(0, MAX_EXAMINED);
    const found = new Set<number>();
    for (let at = 0; at < ids.length && found.size < MAX_PRIMES; at += AT_A_TIME) {
      const some = ids.slice(at, at + AT_A_TIME).map(({ id }) => id);
      const atoms = (await queries.readIds(reader, some)).map(({ atom }) => ({ atom, primeId }));
      for (const { prime_id } of (await queries.findSources.each(reader, atoms)).flat()) found.add(prime_id);
      // The engine may run them on this thread.
      await setImmediate();
    }
    return listNamed([...found].toSorted((a, b) => a - b));
  }

  async function listTargets(primeId: number, name: string): Promise<LinkedPrime[]> {
    const rows = await queries.findTargets(reader, { primeId });
    const targets = [...new Set(rows.map(({ target }) => target))];
    const found = new Map<string, LinkedPrime>();
    for (let at = 0; at < targets.length && found.size < MAX_PRIMES; at += AT_A_TIME) {
      const homes = await findAtomHolders(targets.slice(at, at + AT_A_TIME));
      // An atom is looked for in its own scope first, so its first holder is where the edge leads.
      for (const [holder] of homes.values())
        if (holder !== undefined && holder.name !== name)
          found.set(holder.name, { name: holder.name, version: holder.version });
    }
    return [...found.values()].slice(0, MAX_PRIMES);
  }

  async function listNamed(primeIds: readonly number[]): Promise<LinkedPrime[]> {
    const names = await readNames(primeIds);
    return primeIds.flatMap((id) => names.get(id) ?? []).slice(0, MAX_PRIMES);
  }

  return {
    findAtomHolders,
    findCopies,

    async listEdgesIn(atomId, { after, limit }) {
      const { primeId, contentId } = after ?? { primeId: 0, contentId: 0 };
      const rows = await queries.listEdges(reader, { atomId, primeId, contentId, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const names = await readNames(page.map(({ prime_id }) => prime_id));
      const edges = page.flatMap(({ prime_id, verbs, ...row }) => {
        const prime = names.get(prime_id);
        const { id: from, kind, label, description } = toListedAtom(row);
        return prime === undefined
          ? []
          : [{ verbs: verbs.split(','), ...{ from, kind, label, description }, ...prime }];
      });
      const hasMore = rows.length > limit && last !== undefined;
      return { edges, next: hasMore ? { primeId: last.prime_id, contentId: last.content_id } : undefined };
    },

    async findPrimeLinks(name) {
      const [latest] = await queries.findLatest(reader, { name });
      if (latest === undefined) return { leadsTo: [], ledFrom: [] };
      const { prime_id, contents } = latest;
      return { leadsTo: await listTargets(prime_id, name), ledFrom: await listSources(prime_id, contents) };
    },
  };
}
