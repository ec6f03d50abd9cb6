// The results of a search (contract sections 2 and 4.5).
import { isVersion, parsePrimeName, type SearchResults } from '@prime-registry/protocol';
import {
  type Fields,
  findCount,
  findText,
  findTexts,
  getFields,
  getList,
  getNumber,
  getText,
  type ShapeReader,
} from './fields.ts';

/** One Prime that was found. */
export type SearchResult = SearchResults['results'][number];

/** What a search found, best first; `total`, the number of all that match, is known of some registries. */
export interface RegistrySearchResults {
  readonly results: readonly SearchResult[];
  readonly total?: number;
  /** Base URLs of registries behind that one, whose results are left out because they have not answered in time. */
  readonly incomplete?: readonly string[];
}

/** Reads the results of a search. What nobody could install, for its name or its version, is left out. */
export const readSearchResults: ShapeReader<RegistrySearchResults> = (body) => {
  const fields = getFields(body);
  const total = findCount(fields, 'total');
  const incomplete = findTexts(fields, 'incomplete');
  const results = getList(fields, 'results').map((entry) => readResult(getFields(entry)));
  return {
    results: results.filter(({ name, version }) => parsePrimeName(name).ok && isVersion(version)),
    ...(total !== undefined && { total }),
    ...(incomplete !== undefined && { incomplete }),
  };
};

function readResult(fields: Fields): SearchResult {
  const origin = findText(fields, 'origin');
  return {
    name: getText(fields, 'name'),
    version: getText(fields, 'version'),
    description: getText(fields, 'description'),
    score: getNumber(fields, 'score'),
    ...(origin !== undefined && { origin }),
  };
}
