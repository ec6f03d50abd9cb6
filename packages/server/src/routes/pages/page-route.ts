// Shared parts of the routes of pages.
import { problems, textAnswer, WRONG_UPSTREAM } from '../responses.ts';
import type { RouteSchema } from '../route.ts';

const A_PAGE = textAnswer('A page.', 'text/html');

/** The documentation of a page that is a Markdown document, too. */
export function describeDocumentToo(schema: RouteSchema): RouteSchema {
  return {
    ...schema,
    description:
      'With `.md` at the end of the path, or for clients that prefer `text/markdown`, the same as a Markdown document.',
    response: {
      ...(schema.response as object),
      200: textAnswer('A page, or a document.', 'text/html', 'text/markdown'),
      ...problems([400, 'There are no texts of that length; only for documents.']),
    },
  };
}

export function describePage(
  operationId: string,
  summary: string,
  more: Partial<RouteSchema> = {},
): RouteSchema {
  return { operationId, summary, tags: ['pages'], response: { 200: A_PAGE }, ...more };
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
      ...problems([404, 'It is not in this registry, nor in an upstream.'], WRONG_UPSTREAM),
      503: textAnswer('It is being pulled from an upstream, or that cannot be asked.', 'text/html'),
    },
    ...more,
  });
}
