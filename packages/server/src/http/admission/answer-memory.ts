// Accounts the memory of large answers until clients have read them. On one connection, many answers may
// wait (pipelining), and a client may read none of them.
import { ROUTES } from '@prime-registry/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientKey } from '../requests/client-key.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { overloaded } from './overloaded.ts';

/**
 * Smaller answers are not accounted: the number of requests in flight bounds them. Answers of the response
 * cache take no memory of their own.
 */
const SMALL_BYTES = 16 * 1024;

/** Refuses answers for which there is no memory. What was done is said in any case: a publish may have a long receipt. */
export function limitAnswerMemory(app: FastifyInstance, budget: MemoryBudget): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = sizeOf(payload);
    if (bytes <= SMALL_BYTES) return payload;
    try {
      holdMemory(budget, request, reply, bytes);
    } catch (error) {
      if (!isRead(request)) return payload;
      reply.removeHeader('ETag');
      throw error;
    }
    return payload;
  });
}

/**
 * Holds memory until the answer was sent, or its connection closed.
 * @throws RegistryError `overloaded`
 */
export function holdMemory(
  budget: MemoryBudget,
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): void {
  // The client has gone: neither event below would come, and nothing is kept for it.
  if (request.raw.socket.destroyed || reply.raw.closed) return;
  const release = budget.take(clientKey(request), bytes);
  if (release === undefined) throw overloaded('Too many answers wait to be read at the moment.');
  // A pipelined answer whose turn has not come is not closed with its connection.
  const { socket } = request.raw;
  socket.setMaxListeners(0).once('close', release);
  reply.raw.once('close', () => {
    socket.off('close', release);
    release();
  });
}

/** Whether a request changes nothing; those of agents are POST. */
function isRead({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.url === ROUTES.mcp;
}

function sizeOf(payload: unknown): number {
  // A text in memory takes one or two bytes a character.
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.length : 0;
}
