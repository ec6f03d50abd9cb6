// Reads one atom in many versions of a Prime. Neighbouring versions mostly share its content, so it is searched for only
// where the content of the version before is missing.
import type { AtomState, AtomStore } from '../contracts/atom-store.ts';
import { type VersionKey, versionIdOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database } from '../sql/schema.ts';
import { type ListedContent, unpackContents } from './content-list.ts';
import { toAtomFacts } from './encode-atom.ts';
import { readFacts } from './read-contents.ts';

const MAX_VERSIONS = 100;
/** Unpacking the lists of this many atoms takes some milliseconds. */
const MAX_ATOMS = 50_000;

/** Finds the content of an atom among those of a version. */
type FindPlace = (contents: readonly ListedContent[], atomId: string) => Promise<number | undefined>;

/** Creates the read. */
export function createAtomStates(reader: Database, findPlace: FindPlace): Pick<AtomStore, 'listAtomStates'> {
  return {
    async listAtomStates(name, atomId, identities) {
      const asked = [...new Set(identities)].slice(0, MAX_VERSIONS);
      const rows = await queries.findContents.each(
        reader,
        asked.map((identity) => ({ name, identity })),
      );
      const places: { readonly identity: string; readonly place: number | undefined }[] = [];
      let before: number | undefined;
      let left = MAX_ATOMS;
      for (const [index, identity] of asked.entries()) {
        const [row] = rows[index] ?? [];
        if (row === undefined) continue;
        left -= row.atom_count;
        if (left < 0 && places.length > 0) break;
        const contents = unpackContents(row.contents);
        const isSame = before !== undefined && contents.some(({ id }) => id === before);
        const place = isSame ? before : await findPlace(contents, atomId);
        before = place ?? before;
        places.push({ identity, place });
      }
      const ids = [...new Set(places.flatMap(({ place }) => place ?? []))];
      const read = await readFacts(reader, ids);
      const found = new Map(read.map((row) => [row.id, toAtomFacts(row)]));
      return places.map(({ identity, place }): AtomState => {
        const facts = place === undefined ? undefined : found.get(place);
        return { identity, found: facts && { hash: facts.hash, fields: facts.fields } };
      });
    },
  };
}

const queries = {
  // Not a join: a planner without statistics might begin with the versions.
  findContents: prepareQuery((db, version: VersionKey) =>
    db
      .selectFrom('inventories')
      .where('version_id', '=', versionIdOf(db, version))
      .select(['contents', 'atom_count']),
  ),
};
