// Dependencies of the endpoint for agents.
import type { McpAnswer, McpRequest } from '@prime-registry/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How agents are answered. */
export interface McpServing {
  readonly isOn: boolean;
  /** Why a request is refused because of its Origin or Host; undefined if it is not. */
  readonly findRefusal: (request: FastifyRequest['raw']) => string | undefined;
  /** Refuses what may take long under overload. @throws RegistryError `overloaded` */
  readonly admitHeavy: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts a further read of a request. @throws RegistryError `rate_limited` */
  readonly countRead: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Answers; what it takes is loaded with the first call. @param countRead - called before each read but the first */
  readonly answer: (request: McpRequest, countRead: () => void) => Promise<McpAnswer | undefined>;
}
