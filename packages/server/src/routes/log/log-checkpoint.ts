// GET /-/log/checkpoint: the newest head of the log, signed and cosigned (C2SP tlog-checkpoint, tlog-cosignature).
import { parseLogProofQuery, ROUTES } from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { inQuery, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import { beyondTheLog } from './beyond-the-log.ts';
import { type LogNeeds, logProblems, PLAIN_TEXT, requireLog, sendLogAnswer } from './log-answer.ts';

export const logCheckpoint: Route<LogNeeds> = {
  path: ROUTES.logCheckpoint,
  schema: {
    operationId: 'readLogCheckpoint',
    summary: 'Read the newest head of the log',
    description:
      'A signed note with origin, size and root hash (C2SP tlog-checkpoint), with the cosignatures of witnesses that ' +
      'this head has (C2SP tlog-cosignature).',
    tags: ['log'],
    querystring: inQuery({
      size: { type: 'integer', minimum: 0, description: 'For an earlier log with this many entries.' },
    }),
    response: {
      200: textAnswer('The checkpoint; of a halted log, the last one.', 'text/plain'),
      ...logProblems(
        [400, 'The size is wrong, or more than the log has.'],
        [404, 'The registry has no signed log.'],
      ),
    },
  },
  async handle(deps, request, reply) {
    const log = requireLog(deps);
    const { size } = readQuery(request, parseLogProofQuery).query;
    if (size !== undefined) {
      const newest = await log.size();
      if (size > newest) throw beyondTheLog('size', size, newest);
    }
    return sendLogAnswer(deps, request, reply, {
      ...{ type: PLAIN_TEXT, body: await log.checkpoint(size), maxAgeS: 1 },
    });
  },
};
