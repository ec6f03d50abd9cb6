// POST /-/mcp: the Model Context Protocol, which agents speak. One request and one JSON answer: there are no sessions,
// and nothing is streamed.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTextBody } from '../../http/requests/request-body.ts';
import { OVERLOADED, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { findMediaProblem } from './media-types.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** The code of JSON-RPC for what HTTP refuses (JSON-RPC 2.0, section 5.1: codes of the server). */
const TRANSPORT_ERROR = -32_000;
/** Searches, and skills, which are made of all texts of a Prime. */
const HEAVY = /^(?:tools\/call search_knowledge|skills\/.*|resources\/read skill:.*)$/s;

/** A document of JSON-RPC, which has no schema of its own here. */
function ofJsonRpc(description: string) {
  const schema = { type: 'object', description: 'A response of JSON-RPC 2.0.' } as const;
  return { description, content: { 'application/json': { schema } } };
}

const MESSAGE = {
  type: 'object',
  description: 'A message of JSON-RPC 2.0.',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    id: { description: 'A text or a number, which the answer repeats.' },
    method: { type: 'string', examples: ['tools/call'] },
    params: { type: 'object' },
  },
} as const;

export const mcp: Route<'mcp'> = {
  method: 'POST',
  path: ROUTES.mcp,
  access: 'readers',
  schema: {
    operationId: 'mcp',
    summary: 'Answer an agent (Model Context Protocol)',
    description:
      'A request of the Model Context Protocol, revision 2026-07-28, or of the revisions 2025-03-26 to 2025-11-25. The answer is always one JSON document.',
    tags: ['agents'],
    body: MESSAGE,
    response: {
      200: ofJsonRpc('The answer: a result, or an error.'),
      202: { type: 'null', description: 'A notification was accepted.' },
      400: ofJsonRpc('The body is no request of the protocol.'),
      403: ofJsonRpc('The website of the script may not use this endpoint.'),
      404: ofJsonRpc('There is no such method.'),
      406: ofJsonRpc('The client does not accept JSON.'),
      415: ofJsonRpc('The body is not application/json.'),
      ...problems([413, 'The body has more than 65,536 bytes.'], OVERLOADED),
    },
  },
  async handle({ mcp: { isOn, findRefusal, answer: answerMcp, admitHeavy, countRead } }, request, reply) {
    if (!isOn)
      throw new RegistryError('not_found', {
        detail: 'The operator of this registry has switched the Model Context Protocol off.',
      });
    const refusal = findRefusal(request.raw);
    if (refusal !== undefined) return refuse(reply, 403, refusal);
    const problem = findMediaProblem(request.headers);
    if (problem !== undefined) return refuse(reply, problem.status, problem.message);
    // What is not UTF-8 is not JSON either: the endpoint says so.
    const body = (await readTextBody(request, reply, MAX_BODY_BYTES)) ?? '';
    const asked = {
      body,
      headers: readStandardHeaders(request),
      signal: watchClient(reply),
      admit(call: string) {
        if (HEAVY.test(call)) admitHeavy(request, reply);
      },
    };
    const answer = await answerMcp(asked, () => countRead(request, reply));
    // Nobody reads an answer any more; the connection is closed.
    if (answer === undefined) return reply.hijack();
    reply.code(answer.status).header('Cache-Control', 'no-store');
    if (answer.body === undefined) return reply.send();
    return reply.type('application/json').send(answer.body);
  },
};

/** What is wrong with the request as one of HTTP, as an error of JSON-RPC: clients of the protocol show those. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  const error = { code: TRANSPORT_ERROR, message };
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

function readStandardHeaders({ headers }: FastifyRequest) {
  const read = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [version, method, name] = [read('mcp-protocol-version'), read('mcp-method'), read('mcp-name')];
  return {
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  };
}

/** Aborts when the client goes before it has the answer. */
function watchClient({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}
