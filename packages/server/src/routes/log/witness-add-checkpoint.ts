// POST /-/witness/add-checkpoint: cosigns the head of a log of an upstream (C2SP tlog-witness). The signature of the log
// is what authenticates the request: the protocol has no other.
import { isUtf8 } from 'node:buffer';
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { formatSizeAnswer, SIZE_TYPE } from '@prime-registry/tlog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../http/requests/request-body.ts';
import { problems, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';
import { PLAIN_TEXT } from './log-answer.ts';
import { requireWitness } from './require-witness.ts';

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
    const answer = await witness.add(await readText(request, reply));
    reply.header('Cache-Control', 'no-store');
    if (answer.kind === 'conflict')
      return reply.code(409).header('Content-Type', SIZE_TYPE).send(formatSizeAnswer(answer.size));
    return reply.header('Content-Type', PLAIN_TEXT).send(answer.text);
  },
};

async function readText(request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(request, reply, MAX_BODY_BYTES)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new RegistryError('invalid_request', { detail: 'The body is not UTF-8.' });
}
