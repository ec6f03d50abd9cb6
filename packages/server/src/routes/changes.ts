// GET /-/changes: what changed in this registry, in order, for copies of it and for programs that follow it.
import {
  type Changes,
  ChangesQuerySchema,
  ChangesSchema,
  parseChangesQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { confirmToken } from '../http/requests/authentication.ts';
import { clientKey } from '../http/requests/client-key.ts';
import { readQuery } from '../http/requests/query-problems.ts';
import { json, problems, WRONG_QUERY } from './responses.ts';
import type { Route } from './route.ts';

export const changes: Route<'changes'> = {
  path: ROUTES.changes,
  weight: 'heavy',
  schema: {
    operationId: 'listChanges',
    summary: 'What changed, in order',
    description:
      'Entries of the log, from a cursor on. A page may be empty although more follows: go on with `next` until `size`.',
    querystring: ChangesQuerySchema,
    response: {
      200: json(ChangesSchema, 'A page of changes; maybe empty.'),
      ...problems(
        WRONG_QUERY,
        [410, 'The log is another one than that of the cursor; next says where to continue.'],
        [503, 'The registry is overloaded, or too many wait.'],
      ),
    },
  },
  async handle({ changes: feed }, request, reply): Promise<Changes> {
    const { query } = readQuery(request, parseChangesQuery);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const page = await feed.read(query, { client: clientKey(request), signal: gone.signal });
    // A token may have been revoked during the wait.
    if (query.waitMs > 0) await confirmToken(request);
    return page;
  },
};
