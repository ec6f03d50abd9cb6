// The results of a search that tells why something was found (not part of the contract).
import { isVersion, parsePrimeName, type RichSearchResults, SEARCH_FILTERS } from '@prime-registry/protocol';
import { getObjects, getWord } from './atom-parts.ts';
import {
  type Fields,
  getCount,
  getFields,
  getFlag,
  getNumber,
  getText,
  getTexts,
  type ShapeReader,
} from './fields.ts';

type Result = RichSearchResults['results'][number];
type Segment = Result['highlights'][number]['segments'][number];
type Facets = RichSearchResults['facets'];

/** Reads the results. What nobody could install, for its name or its version, is left out. */
export const readRichSearchResults: ShapeReader<RichSearchResults> = (body) => {
  const fields = getFields(body);
  const facets = getFields(fields.facets);
  const results = getObjects(fields, 'results', readResult);
  return {
    results: results.filter(({ name, version }) => parsePrimeName(name).ok && isVersion(version)),
    total: getCount(fields, 'total'),
    corrected: getObjects(fields, 'corrected', (word) => ({
      from: getText(word, 'from'),
      to: getText(word, 'to'),
    })),
    facets: Object.fromEntries(
      SEARCH_FILTERS.map((field) => [field, getObjects(facets, field, readFacet)]),
    ) as Facets,
    facet_total: getCount(fields, 'facet_total'),
  };
};

function readResult(fields: Fields): Result {
  return {
    name: getText(fields, 'name'),
    version: getText(fields, 'version'),
    description: getText(fields, 'description'),
    license: getText(fields, 'license'),
    scope: getText(fields, 'scope'),
    namespaces: getTexts(fields, 'namespaces'),
    score: getNumber(fields, 'score'),
    highlights: getObjects(fields, 'highlights', (highlight) => ({
      field: getWord(highlight, 'field', ['name', 'description', 'readme'] as const),
      segments: getObjects(highlight, 'segments', readSegment),
    })),
    atoms: getObjects(fields, 'atoms', (atom) => ({
      id: getText(atom, 'id'),
      kind: getText(atom, 'kind'),
      name: getText(atom, 'name'),
      description: getText(atom, 'description'),
      snippet: getObjects(atom, 'snippet', readSegment),
    })),
    atom_total: getCount(fields, 'atom_total'),
  };
}

function readSegment(fields: Fields): Segment {
  return { text: getText(fields, 'text'), match: getFlag(fields, 'match') };
}

function readFacet(fields: Fields): Facets['scope'][number] {
  return { value: getText(fields, 'value'), count: getCount(fields, 'count') };
}
