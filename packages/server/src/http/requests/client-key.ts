// For whom a task works: clients have equal shares of the worker threads.
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../connections/ip-address.ts';

/** The key of the client that sent a request: its network, as for the limit of connections. */
export function clientKey(request: FastifyRequest): string {
  return `address ${networkOf(request.ip)}`;
}
