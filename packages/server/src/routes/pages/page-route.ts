// What routes of pages have in common.
import { problems } from '../responses.ts';
import type { RouteDocumentation, RouteSchema } from '../route.ts';

const A_PAGE = { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } };

/** What the API document says of a page. */
export function describePage(
  operationId: string,
  summary: string,
  more: Partial<RouteSchema> = {},
): RouteSchema {
  const documentation: RouteDocumentation = { operationId, summary, tags: ['pages'] };
  return { ...documentation, response: { 200: A_PAGE }, ...more };
}

/** The same for a page that may not be there. */
export function describeMissable(
  operationId: string,
  summary: string,
  more: Partial<RouteSchema> = {},
): RouteSchema {
  return describePage(operationId, summary, {
    response: { 200: A_PAGE, ...problems([404, 'It is not in this registry.']) },
    ...more,
  });
}

/** The same for a page of what may be on its way from another registry. */
export function describeComing(
  operationId: string,
  summary: string,
  more: Partial<RouteSchema> = {},
): RouteSchema {
  return describePage(operationId, summary, {
    response: {
      200: A_PAGE,
      ...problems(
        [404, 'It is not in this registry, nor in one behind it.'],
        [502, 'A registry behind this one sent something else than it promised.'],
      ),
      503: {
        description: 'It is on its way from a registry behind this one, or that cannot be asked.',
        content: A_PAGE.content,
      },
    },
    ...more,
  });
}
