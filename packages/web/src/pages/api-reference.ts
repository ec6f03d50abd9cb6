// The API reference for people, rendered from the OpenAPI document.
import { ERROR_CODES, type ErrorDefinition, ROUTES } from '@prime-registry/protocol';
import type { ApiDocument, ApiOperation, ApiSchema } from '../api-document.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';

/** Renders the API reference. */
export function renderApiReference({ info, paths, components }: ApiDocument, isPrivate = false): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const common = listCommon(operations.map(({ operation }) => operation));
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const content = html`<div class="reference">
<p class="crumbs">For programs</p>
<div class="title"><h1>${info.title}</h1><span class="version">${info.version}</span></div>
<p class="about">${info.description}</p>
<p>As an OpenAPI document: <a href="${ROUTES.openApi}">openapi.json</a>.</p>
<h2>Common parameters and responses</h2>
<p>Not repeated below: parameters in paths; 429, which any endpoint can answer; and 401, which any can that needs a token.</p>
<table class="terms" tabindex="0"><tbody>
${[...common].map(([, { term, place, meaning }]) => renderTerm(term, place, meaning))}
</tbody></table>
${tags.map((tag) => {
  const tagged = operations.filter(({ operation }) => operation.tags?.includes(tag));
  // For pages, the name is enough.
  if (tag === 'pages') return html`<h2>Pages</h2>${renderPages(tagged)}`;
  return html`<h2>${capitalize(tag)}</h2>${tagged.map(({ path, method, operation }) => renderOperation(path, method, operation, common))}`;
})}
<h2>Response bodies</h2>
${Object.entries(components?.schemas ?? {}).map(([name, schema]) => renderSchema(name, schema))}
<h2>Errors</h2>
<p>Every error is a problem document (RFC 9457) with one of these codes.</p>
<table tabindex="0"><thead><tr><th>Code</th><th>Status</th><th>When</th><th>Retry</th></tr></thead><tbody>
${Object.entries(ERROR_CODES).map(([code, definition]) => renderError(code, definition))}
</tbody></table></div>`;
  return layout({
    title: 'API of prime-registry',
    content,
    place: ROUTES.apiReference,
    searched: isPrivate ? undefined : '',
  });
}

function renderPages(
  pages: readonly {
    readonly path: string;
    readonly method: string;
    readonly operation: ApiOperation;
  }[],
): Html {
  return html`<table tabindex="0"><tbody>
${pages.map(
  ({ path, method, operation }) =>
    html`<tr><td><code>${method.toUpperCase()} ${path}</code></td><td>${operation.summary}</td></tr>\n`,
)}</tbody></table>`;
}

interface Term {
  readonly term: string;
  readonly place: string;
  readonly meaning: string | undefined;
}

/** What at least this number of endpoints has is shown once, if readers can tell which endpoints have it. */
const COMMON = 6;
const TOLD_BY_ENDPOINT: ReadonlySet<string> = new Set(['401', '429']);

function listTerms({ parameters = [], responses = {} }: ApiOperation): Term[] {
  return [
    ...parameters.map(({ name, in: place, required, description: meaning }) => ({
      ...{ term: name, meaning },
      place: required === true ? place : `${place}, optional`,
    })),
    ...Object.entries(responses).map(([term, { description: meaning }]) => ({
      ...{ term, meaning },
      // A status says by itself that it is one of a response.
      place: '',
    })),
  ];
}

function keyOf({ term, place, meaning }: Term): string {
  return JSON.stringify([term, place, meaning]);
}

function listCommon(operations: readonly ApiOperation[]): ReadonlyMap<string, Term> {
  const described = operations.filter(({ tags }) => !tags?.includes('pages'));
  const byKey = Map.groupBy(described.flatMap(listTerms), keyOf);
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

function renderTerm(term: string, place: string, meaning: string | undefined): Html {
  return html`<tr><th scope="row">${term}</th><td>${place}</td><td>${meaning}</td></tr>`;
}

function renderOperation(
  path: string,
  method: string,
  operation: ApiOperation,
  common: ReadonlyMap<string, Term>,
): Html {
  const { summary, description, security = [] } = operation;
  const terms = listTerms(operation).filter((term) => !common.has(keyOf(term)));
  return html`
<h3><code>${method.toUpperCase()} ${path}</code></h3>
<p>${summary}.${security.length > 0 && html` <span class="faint">Needs a token.</span>`}</p>
${description !== undefined && html`<p>${description}</p>`}
<table class="terms" tabindex="0"><tbody>
${terms.map(({ term, place, meaning }) => renderTerm(term, place, meaning))}
</tbody></table>`;
}

function renderSchema(name: string, { description, properties = {}, required = [] }: ApiSchema): Html {
  return html`
<h3>${name}</h3>
<p>${description}</p>
<table class="terms" tabindex="0"><tbody>
${Object.entries(properties).map(([property, schema]) => {
  const type = schema.type ?? '';
  return renderTerm(property, required.includes(property) ? type : `${type}, optional`, schema.description);
})}
</tbody></table>`;
}

function renderError(code: string, { status, when, retry }: ErrorDefinition): Html {
  return html`<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${when}</td><td>${retry ? 'yes' : 'no'}</td></tr>`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
