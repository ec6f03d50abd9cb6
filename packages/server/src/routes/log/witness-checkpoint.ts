// GET /-/witness/:log/checkpoint: the last head of a log that this registry has cosigned (C2SP tlog-witness).
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { inPath, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import { type LogNeeds, logProblems, PLAIN_TEXT, sendLogAnswer } from './log-answer.ts';
import { requireWitness } from './require-witness.ts';

export const witnessCheckpoint: Route<'witness' | LogNeeds> = {
  path: ROUTES.witnessCheckpoint,
  access: 'anybody',
  schema: {
    operationId: 'readCosignedCheckpoint',
    summary: 'Read the last head of a log that this registry has cosigned',
    description: 'With the signatures of the log and the cosignature, for monitors and for the log itself.',
    tags: ['log'],
    params: inPath({
      log: { type: 'string', description: 'SHA-256 of the name of the log, as 64 hexadecimal digits.' },
    }),
    response: {
      200: textAnswer('The checkpoint.', 'text/plain'),
      ...logProblems([404, 'The registry is no witness, or has cosigned no head of this log.']),
    },
  },
  async handle(deps, request, reply) {
    const { log } = request.params as { readonly log: string };
    const body = await requireWitness(deps).findCheckpoint(log);
    if (body === undefined)
      throw new RegistryError('not_found', { detail: 'No head of such a log was cosigned.' });
    return sendLogAnswer(deps, request, reply, { type: PLAIN_TEXT, body });
  },
};
