// GET /-/log/checkpoint: the newest head of the log, signed (C2SP tlog-checkpoint).
import { ROUTES } from '@prime-registry/protocol';
import type { Route } from '../route.ts';
import {
  type LogNeeds,
  logProblems,
  PLAIN_TEXT,
  requireLog,
  sendLogAnswer,
  textAnswer,
} from './log-answer.ts';

export const logCheckpoint: Route<LogNeeds> = {
  method: 'GET',
  path: ROUTES.logCheckpoint,
  access: 'readers',
  schema: {
    operationId: 'readLogCheckpoint',
    summary: 'Read the newest head of the log',
    description: 'A signed note with origin, size and root hash (C2SP tlog-checkpoint).',
    tags: ['log'],
    response: {
      200: textAnswer('The checkpoint; of a halted log, the last one.'),
      ...logProblems([404, 'The registry has no signed log.']),
    },
  },
  async handle(deps, request, reply) {
    const body = await requireLog(deps).checkpoint();
    return sendLogAnswer(deps, request, reply, { type: PLAIN_TEXT, body, maxAgeS: 1 });
  },
};
