// Parameters and answers of an operation, as tables; what many operations have is shown once.
import type { ApiOperation, ApiResponse, ApiSchema } from '../api-document.ts';
import { type Html, html } from '../parts/html.ts';

/** A parameter or an answer. */
export interface Term {
  readonly term: string;
  readonly place: string;
  readonly meaning: string | undefined;
  readonly isAnswer: boolean;
}

/** What at least this number of endpoints has is shown once, if readers can tell which endpoints have it. */
const COMMON = 6;
const TOLD_BY_ENDPOINT: ReadonlySet<string> = new Set(['401', '429', '431']);

export function listTerms({ parameters = [], responses = {} }: ApiOperation): Term[] {
  return [
    ...parameters.map(({ name, in: place, required, description: meaning }) => ({
      ...{ term: name, meaning, isAnswer: false },
      place: required === true ? place : `${place}, optional`,
    })),
    ...Object.entries(responses).map(([term, response]) => ({
      ...{ term, meaning: response.description, isAnswer: true },
      place: describeBody(response),
    })),
  ];
}

/** What the body of an answer is. Problems are the same everywhere. */
function describeBody({ content = {} }: ApiResponse): string {
  const [entry] = Object.entries(content);
  if (entry === undefined || entry[0] === 'application/problem+json') return '';
  const [type, { schema }] = entry;
  return schema?.$ref === undefined ? type : describeType(schema);
}

export function keyOf({ term, place, meaning }: Term): string {
  return JSON.stringify([term, place, meaning]);
}

/** What many operations have. */
export function listCommon(operations: readonly ApiOperation[]): ReadonlyMap<string, Term> {
  const byKey = Map.groupBy(operations.flatMap(listTerms), keyOf);
  return new Map(
    [...byKey].flatMap(([key, [term, ...others]]) =>
      term !== undefined && others.length + 1 >= COMMON && isTold(term) ? [[key, term] as const] : [],
    ),
  );
}

/** A parameter is in the path of its endpoints, and some responses are those of all, or of all with a token. */
function isTold({ term, place }: Term): boolean {
  return place === 'path' || TOLD_BY_ENDPOINT.has(term);
}

/** The tables of parameters and of answers; those without a row are left out. */
export function renderTerms(terms: readonly Term[]): Html {
  const rows = (isAnswer: boolean) => terms.filter((term) => term.isAnswer === isAnswer).map(renderTerm);
  return html`${renderTable(['Parameter', 'In', 'Meaning'], rows(false))}${renderTable(['Status', 'Body', 'Meaning'], rows(true))}`;
}

/** A table with three columns; nothing without rows. */
export function renderTable(heads: readonly string[], rows: readonly Html[]): Html {
  if (rows.length === 0) return html``;
  return html`<table class="terms" tabindex="0"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

export function renderTerm({ term, place, meaning, isAnswer }: Term): Html {
  // The name of a schema; others are media types.
  const isBody = isAnswer && place !== '' && !place.includes('/');
  return html`<tr><th scope="row">${term}</th><td>${isBody ? html`<a href="#body-${place}">${place}</a>` : place}</td><td>${meaning}</td></tr>`;
}

/** Values of an enumeration that are listed. */
const MAX_VALUES = 6;

/** As in `string`, `array of Problem`, `"major" or "minor"`. */
export function describeType(schema: ApiSchema): string {
  const { $ref, type, enum: values, items, format } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values !== undefined && values.length <= MAX_VALUES)
    return values.map((value) => JSON.stringify(value)).join(' or ');
  if (items !== undefined) return `array of ${describeType(items)}`;
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  return format === undefined ? name : `${name} (${format})`;
}
