// Shared parts of the routes of pages.
import { problems } from '../responses.ts';
import type { RouteDocumentation, RouteSchema } from '../route.ts';

const A_TEXT = { schema: { type: 'string' } };
const A_PAGE = { description: 'A page.', content: { 'text/html': A_TEXT } };

/** The documentation of a page that is a Markdown document, too. */
export function describeDocumentToo(schema: RouteSchema): RouteSchema {
  return {
    ...schema,
    description:
      'With `.md` at the end of the path, or for clients that prefer `text/markdown`, the same as a Markdown document.',
    response: {
      ...(schema.response as object),
      200: { description: 'A page, or a document.', content: { ...A_PAGE.content, 'text/markdown': A_TEXT } },
      ...problems([400, 'There are no texts of that length; only for documents.']),
    },
  };
}

/** The documentation of a page. */
export function describePage(
  operationId: string,
  summary: string,
  more: Partial<RouteSchema> = {},
): RouteSchema {
  const documentation: RouteDocumentation = { operationId, summary, tags: ['pages'] };
  return { ...documentation, response: { 200: A_PAGE }, ...more };
}

/** The same for a page that may not exist. */
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

/** The same for a page of a mirrored Prime. */
export function describeComing(
  operationId: string,
  summary: string,
  more: Partial<RouteSchema> = {},
): RouteSchema {
  return describePage(operationId, summary, {
    response: {
      200: A_PAGE,
      ...problems(
        [404, 'It is not in this registry, nor in an upstream.'],
        [502, 'An upstream sent something else than it promised.'],
      ),
      503: {
        description: 'It is being pulled from an upstream, or that cannot be asked.',
        content: A_PAGE.content,
      },
    },
    ...more,
  });
}
