// The API reference for people, rendered from the OpenAPI document.
import { ERROR_CODES, type ErrorDefinition, ROUTES } from '@prime-registry/protocol';
import { renderExample } from '../api/api-examples.ts';
import {
  describeType,
  keyOf,
  listCommon,
  listTerms,
  renderTable,
  renderTerm,
  renderTerms,
  type Term,
} from '../api/api-terms.ts';
import type { ApiDocument, ApiOperation, ApiSchema } from '../api-document.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';

interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: ApiOperation;
}

export function renderApiReference(document: ApiDocument, isPrivate = false): string {
  const { info, paths, components } = document;
  const operations: PlacedOperation[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const described = operations.filter(({ operation }) => !operation.tags?.includes('pages'));
  const common = listCommon(described.map(({ operation }) => operation));
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? '')];
  const schemas = Object.entries(components?.schemas ?? {});
  const base = document.servers?.[0]?.url.replace(/\/$/, '') || 'https://registry.example';
  const content = html`<div class="reference">
<p class="crumbs">For programs</p>
<div class="title"><h1>${info.title}</h1><span class="version">${info.version}</span></div>
<p class="about">${info.description}</p>
<p>As an OpenAPI document, to make clients from: <a href="${ROUTES.openApi}">openapi.json</a>. The examples are real answers, some of them cut; set <code>PRIME_TOKEN</code> to your token to try them.</p>
<div class="split">
${renderContents(groups)}
<div>
<h2 id="common">Common parameters and answers</h2>
<p>Not repeated below: parameters in paths; 429, which any endpoint can answer; and 401, which any can that needs a token.</p>
${renderTerms([...common.values()])}
${groups.map(([tag, some]) => {
  // For pages, the name is enough.
  if (tag === 'pages') return html`<h2 id="${anchorOf(tag)}">Pages</h2>${renderPages(some)}`;
  return html`<h2 id="${anchorOf(tag)}">${capitalize(tag)}</h2>${some.map((each) => renderOperation(each, common, base))}`;
})}
<h2 id="bodies">Response bodies</h2>
${schemas.map(([name, schema]) => renderSchema(name, schema))}
<h2 id="errors">Errors</h2>
<p>Every error is a problem document (RFC 9457) with one of these codes.</p>
<table tabindex="0"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th><th scope="col">Retry</th></tr></thead><tbody>
${Object.entries(ERROR_CODES).map(([code, definition]) => renderError(code, definition))}
</tbody></table>
</div></div></div>`;
  return layout({
    title: 'API of prime-registry',
    description: 'Every endpoint of the registry, with its parameters, answers and an example to copy.',
    content,
    place: ROUTES.apiReference,
    searched: isPrivate ? false : '',
  });
}

function renderContents(groups: readonly (readonly [string, readonly PlacedOperation[]])[]): Html {
  const part = (id: string, title: string, items: readonly PlacedOperation[]) =>
    html`<li><a href="#${id}">${title}</a>${
      items.length > 0 &&
      html`<ul>${items.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>`
    }</li>`;
  return html`<nav class="endpoints" aria-labelledby="contents"><h2 id="contents">Contents</h2><ul>${part('common', 'Common parameters and answers', [])}${groups.map(([tag, some]) => part(anchorOf(tag), capitalize(tag), tag === 'pages' ? [] : some))}${part('bodies', 'Response bodies', [])}${part('errors', 'Errors', [])}</ul></nav>`;
}

function renderPages(pages: readonly PlacedOperation[]): Html {
  return html`<table tabindex="0"><thead><tr><th scope="col">Address</th><th scope="col">Shows</th></tr></thead><tbody>
${pages.map(
  ({ path, method, operation }) =>
    html`<tr id="${operation.operationId}"><td><code>${method.toUpperCase()} ${path}</code></td><td>${operation.summary}</td></tr>\n`,
)}</tbody></table>`;
}

function renderOperation(
  { path, method, operation }: PlacedOperation,
  common: ReadonlyMap<string, Term>,
  base: string,
): Html {
  const { operationId = '', summary, description, security = [] } = operation;
  const terms = listTerms(operation).filter((term) => !common.has(keyOf(term)));
  return html`
<h3 id="${operationId}"><a href="#${operationId}"><code>${method.toUpperCase()} ${path}</code></a></h3>
<p>${summary}.${security.length > 0 && html` <span class="faint">Needs a token.</span>`}</p>
${description !== undefined && html`<p>${description}</p>`}
${renderTerms(terms)}
${renderExample(operationId, base)}`;
}

function renderSchema(name: string, { description, properties = {}, required = [] }: ApiSchema): Html {
  const rows = Object.entries(properties).map(([property, schema]) => {
    const type = describeType(schema);
    const place = required.includes(property) ? type : `${type}, optional`;
    return renderTerm({ term: property, place, meaning: schema.description, isAnswer: false });
  });
  return html`
<h3 id="body-${name}">${name}</h3>
<p>${description}</p>
${renderTable(['Field', 'Type', 'Meaning'], rows)}`;
}

function renderError(code: string, { status, when, retry }: ErrorDefinition): Html {
  return html`<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${when}</td><td>${retry ? 'yes' : 'no'}</td></tr>`;
}

/** Not only its name: an operation may have that, too. */
function anchorOf(tag: string): string {
  return `group-${tag.replaceAll(/\W+/g, '-')}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
