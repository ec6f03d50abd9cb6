// Lets pages of other origins read (the CORS protocol of the Fetch standard). Nothing depends on cookies, so
// a private registry stays private: scripts of its readers must send a token. Requests of agents are POST, and have a
// list of origins of their own.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ROUTES } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPrivateAddress } from '../../addresses/private-addresses.ts';
import type { ServerSettings } from '../../config/server-settings.ts';

const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, X-Request-Id';
const ALLOWED = 'Authorization, If-None-Match, If-Range, Range, X-Request-Id';
const ALLOWED_OF_MCP =
  'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id';

/** What pages of other origins may do. */
export interface CrossOrigin {
  /** A hook that allows reads, and requests of agents. */
  readonly allowReads: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Answers OPTIONS for a path of endpoints with these methods; tells a preflight that reading is allowed. */
  readonly answerOptions: (
    of: { readonly path: string; readonly methods: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply;
  /** Whether the answer depends on the origin, so that no other request may have it. */
  readonly isSpecific: (request: IncomingMessage) => boolean;
}

type Readable = Pick<ServerSettings, 'host' | 'isPrivate' | 'crossOrigin' | 'mcpOrigins'>;

/**
 * Creates it. `auto` allows every origin if the registry listens on an address of the internet and is not
 * private: then a script learns only what everybody can read. Otherwise the browser of a visitor may be the
 * only way to the registry, and no origin is allowed.
 */
export function createCrossOrigin({ host, isPrivate, crossOrigin, mcpOrigins }: Readable): CrossOrigin {
  const isPublic = !isPrivate && isIP(host) !== 0 && !isPrivateAddress(host);
  const allowed = crossOrigin === 'auto' ? (isPublic ? 'any' : 'same') : crossOrigin;
  const origins = typeof allowed === 'string' ? undefined : new Set(allowed);
  /** The value of Access-Control-Allow-Origin; undefined if the origin may not read. */
  const allowFor = (origin: string | undefined): string | undefined => {
    if (origins === undefined) return allowed === 'any' ? '*' : undefined;
    return origin !== undefined && origins.has(origin) ? origin : undefined;
  };
  const mcp = new Set(mcpOrigins);
  /** @returns whether the origin may send requests of agents */
  const allowMcp = (origin: string | undefined, reply: FastifyReply): boolean => {
    reply.header('Vary', 'Origin');
    if (origin === undefined || !mcp.has(origin)) return false;
    reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Expose-Headers', EXPOSED);
    return true;
  };
  return {
    async allowReads({ method, raw, routeOptions }, reply) {
      if (method === 'POST' && routeOptions.url === ROUTES.mcp) allowMcp(raw.headers.origin, reply);
      if (method !== 'GET' && method !== 'HEAD') return;
      if (origins !== undefined) reply.header('Vary', 'Origin');
      const allow = allowFor(origins && raw.headers.origin);
      if (allow === undefined) return;
      reply.header('Access-Control-Allow-Origin', allow).header('Access-Control-Expose-Headers', EXPOSED);
    },
    answerOptions({ path, methods }, request, reply) {
      reply.code(204).header('Allow', methods);
      if (origins !== undefined) reply.header('Vary', 'Origin');
      const { origin } = request.headers;
      if (path === ROUTES.mcp) {
        if (allowMcp(origin, reply))
          reply
            .header('Access-Control-Allow-Methods', 'POST')
            .header('Access-Control-Allow-Headers', ALLOWED_OF_MCP)
            .header('Access-Control-Max-Age', '86400');
        return reply.send();
      }
      const allow = allowFor(origin);
      if (origin !== undefined && allow !== undefined && methods.includes('GET')) {
        reply
          .header('Access-Control-Allow-Origin', allow)
          .header('Access-Control-Allow-Methods', 'GET, HEAD')
          .header('Access-Control-Allow-Headers', ALLOWED)
          .header('Access-Control-Max-Age', '86400');
      }
      return reply.send();
    },
    isSpecific: origins === undefined ? () => false : ({ headers }) => headers.origin !== undefined,
  };
}
