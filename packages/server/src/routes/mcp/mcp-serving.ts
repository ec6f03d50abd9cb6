// What the endpoint for agents works with.
import type { McpEndpoint } from '@prime-registry/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How agents are answered. */
export interface McpServing {
  readonly isOn: boolean;
  /** Why a request is refused because of its Origin or Host; undefined if it is not. */
  readonly findRefusal: (request: FastifyRequest['raw']) => string | undefined;
  /** Refuses a search under overload. @throws RegistryError `overloaded` */
  readonly admitSearch: (request: FastifyRequest, reply: FastifyReply) => void;
  /** What answers; loaded with the first call. */
  readonly load: () => Promise<Pick<McpEndpoint, 'answer'>>;
}
