// What routes of pages have in common.
import { problems } from '../responses.ts';
import type { Route, RouteDocumentation } from '../route.ts';

/** What the API document says of a page. */
export function describePage(
  operationId: string,
  summary: string,
  more: Partial<Route['schema']> = {},
): Route['schema'] {
  const content = { 'text/html': { schema: { type: 'string' } } };
  const documentation: RouteDocumentation = { operationId, summary, tags: ['pages'] };
  return { ...documentation, response: { 200: { description: 'A page.', content } }, ...more };
}

/** The same for a page that may not be there. */
export function describeMissable(
  operationId: string,
  summary: string,
  more: Partial<Route['schema']> = {},
): Route['schema'] {
  const content = { 'text/html': { schema: { type: 'string' } } };
  return describePage(operationId, summary, {
    response: { 200: { description: 'A page.', content }, ...problems([404, 'It is not in this registry.']) },
    ...more,
  });
}
