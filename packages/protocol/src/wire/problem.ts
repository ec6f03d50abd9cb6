// The body of every error: problem+json (RFC 9457).
import type { XStatic } from 'typebox/schema';
import { document, objects, text } from './schema-parts.ts';

/** The media type of every error body (RFC 9457, section 3). */
export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

export const ProblemSchema = document(
  'Problem',
  'A problem document (RFC 9457).',
  ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  {
    type: { type: 'string', description: 'URI of the documentation of this kind of problem.' },
    title: { type: 'string', description: 'The kind of problem; the same for every occurrence.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What happened in this occurrence and what to do about it.' },
    code: { type: 'string', description: 'A stable error code for programs.' },
    errors: objects('Every invalid field, for a 400.', ['field', 'message'], {
      field: { type: 'string' },
      message: { type: 'string' },
      line: { type: 'integer', minimum: 1 },
      column: { type: 'integer', minimum: 1 },
    }),
    request_id: text("Identifies the request in the registry's log; also in X-Request-Id."),
  },
);

/** The body of an error response. */
export type Problem = XStatic<typeof ProblemSchema>;
