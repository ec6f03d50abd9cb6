// GET /-/log/consistency: the hashes that show that one size of the log extends another, in one request instead of
// several tiles.
import { parseLogConsistencyQuery, ROUTES } from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import { beyondTheLog } from './beyond-the-log.ts';
import { type LogNeeds, logProblems, PLAIN_TEXT, requireLog, sendLogAnswer } from './log-answer.ts';

const SIZE = { type: 'integer', minimum: 0, description: 'Number of entries.' } as const;

export const logConsistency: Route<LogNeeds> = {
  path: ROUTES.logConsistency,
  schema: {
    operationId: 'readLogConsistency',
    summary: 'Read the proof that the log extends an earlier size of itself',
    description: 'RFC 9162, section 2.1.4. Without hashes if one size is 0, or both are the same.',
    tags: ['log'],
    querystring: {
      type: 'object',
      required: ['from', 'to'],
      properties: { from: SIZE, to: SIZE },
    },
    response: {
      200: textAnswer('The hashes in Base64, one a line.', 'text/plain'),
      ...logProblems(
        [
          400,
          'A size is wrong, from is more than to, or to is more than the log has; errors names each one.',
        ],
        [404, 'The registry has no signed log.'],
      ),
    },
  },
  async handle(deps, request, reply) {
    const log = requireLog(deps);
    const { from, to } = readQuery(request, parseLogConsistencyQuery).query;
    const size = await log.size();
    if (to > size) throw beyondTheLog('to', to, size);
    const hashes = await log.proveConsistency(from, to);
    const body = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
    return sendLogAnswer(deps, request, reply, { type: PLAIN_TEXT, body, isUnchanging: true });
  },
};
