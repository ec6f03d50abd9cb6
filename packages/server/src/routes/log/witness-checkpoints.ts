// POST /-/witness/add-checkpoint: cosigns the head of a log of an upstream (C2SP tlog-witness). The signature of the log
// is what authenticates the request: the protocol has no other.
// GET /-/witness/:log/checkpoint: the last head that was cosigned.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { formatSizeAnswer, SIZE_TYPE } from '@prime-registry/tlog';
import { readTextBody } from '../../http/requests/request-body.ts';
import type { Witness } from '../../witness/cosigning/witness.ts';
import { inPath, problems, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import type { Needs } from '../route-deps.ts';
import { type LogNeeds, logProblems, PLAIN_TEXT, sendLogAnswer } from './log-answer.ts';

/** 63 hashes, and a checkpoint with some signatures of ML-DSA-44. */
const MAX_BODY_BYTES = 64 * 1024;

export const witnessAddCheckpoint: Route<'witness'> = {
  method: 'POST',
  path: ROUTES.witnessAddCheckpoint,
  access: 'anybody',
  schema: {
    operationId: 'addCheckpoint',
    summary: 'Have the head of a log cosigned',
    description:
      'As C2SP tlog-witness: the last cosigned size, the proof that the head extends it, and the signed head. Only for ' +
      'logs of the upstreams of this registry, if it is a witness. It needs no token: the log has signed the head.',
    tags: ['log'],
    consumes: ['text/plain'],
    response: {
      200: textAnswer('The cosignature (C2SP tlog-cosignature).', 'text/plain'),
      409: {
        description: 'The last cosigned head has another size, which is the body, or another root.',
        content: { [SIZE_TYPE]: { schema: { type: 'string' } } },
      },
      ...problems(
        [400, 'The body is no such request, or its old size is above that of the head.'],
        [403, 'No known key of the log has signed the head.'],
        [404, 'The registry is no witness, or not of this log.'],
        [413, 'The body is too large.'],
        [422, 'The proof does not show that the head extends the last cosigned one.'],
        [503, 'The registry cannot cosign at the moment, or its own log is halted.'],
      ),
    },
  },
  async handle(deps, request, reply) {
    const witness = requireWitness(deps);
    const text = await readTextBody(request, reply, MAX_BODY_BYTES);
    if (text === undefined) throw new RegistryError('invalid_request', { detail: 'The body is not UTF-8.' });
    const answer = await witness.add(text);
    reply.header('Cache-Control', 'no-store');
    if (answer.kind === 'conflict')
      return reply.code(409).header('Content-Type', SIZE_TYPE).send(formatSizeAnswer(answer.size));
    return reply.header('Content-Type', PLAIN_TEXT).send(answer.text);
  },
};

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

/** The witness. @throws RegistryError `not_found` if the registry is none */
function requireWitness({ witness }: Needs<'witness'>): Witness {
  if (witness !== undefined) return witness;
  throw new RegistryError('not_found', { detail: 'This registry is no witness.' });
}
