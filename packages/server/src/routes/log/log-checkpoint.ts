// GET /-/log/checkpoint: the newest head of the log, signed and cosigned (C2SP tlog-checkpoint, tlog-cosignature).
// GET /-/log/consistency: the hashes that show that one size of the log extends another, in one request instead of
// several tiles.
import { parseLogConsistencyQuery, parseLogProofQuery, ROUTES } from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { inQuery, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import {
  type LogNeeds,
  logProblems,
  PLAIN_TEXT,
  requireLog,
  requireSize,
  sendLogAnswer,
} from './log-answer.ts';

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
    if (size !== undefined) requireSize('size', size, await log.size());
    return sendLogAnswer(deps, request, reply, {
      ...{ type: PLAIN_TEXT, body: await log.checkpoint(size), maxAgeS: 1 },
    });
  },
};

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
    requireSize('to', to, await log.size());
    const hashes = await log.proveConsistency(from, to);
    const body = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
    return sendLogAnswer(deps, request, reply, { type: PLAIN_TEXT, body, isUnchanging: true });
  },
};
