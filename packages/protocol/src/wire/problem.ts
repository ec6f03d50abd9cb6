// The body of every error: problem+json (RFC 9457).
import { type Static, Type } from 'typebox';

/** The media type of every error body (RFC 9457, section 3). */
export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

/** Schema of {@link Problem}. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'Where this kind of problem is explained.' }),
    title: Type.String({ description: 'The same for every occurrence.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What happened this time and what to do about it.' }),
    code: Type.String({ description: 'A stable word for programs.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          message: Type.String(),
          line: Type.Optional(Type.Integer({ minimum: 1 })),
          column: Type.Optional(Type.Integer({ minimum: 1 })),
        }),
        { description: 'Every field that is wrong, for a 400.' },
      ),
    ),
    request_id: Type.String({
      description: "Finds the request in the registry's log; also in X-Request-Id.",
    }),
  },
  { $id: 'Problem', description: 'What went wrong (RFC 9457)' },
);

/** The body of an error, as it is answered. */
export type Problem = Static<typeof ProblemSchema>;
