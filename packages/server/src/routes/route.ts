// What an endpoint is. A route has everything about it in one value, so that index.ts is only a table.
import type { Permission } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Weight } from '../http/admission/admission.ts';
import type { RateClass } from '../http/rate-limits/rate-limits.ts';
import type { Needs, RouteDeps } from './route-deps.ts';

/** Who is let in: anybody; readers (everybody, unless the registry is private); or holders of a token. */
export type Access = 'anybody' | 'readers' | 'token';

/**
 * One endpoint, by default `GET` for readers; each other method says who is let in. `Members` names what its handler needs,
 * `never` for nothing.
 */
export type Route<Members extends keyof RouteDeps> = Endpoint<Members> &
  (
    | { readonly method?: 'GET'; readonly access?: Access; readonly permission?: never }
    | { readonly method: Change; readonly access: Access; readonly permission?: never }
    | { readonly method: Change; readonly access?: never; readonly permission: Permission }
  );

type Change = 'POST' | 'PUT' | 'DELETE';

interface Endpoint<Members extends keyof RouteDeps> {
  readonly path: string;
  /** The rate limit that it counts towards; default `read`. */
  readonly rate?: RateClass | 'unlimited';
  /** Whether it is answered under overload; default `usual`. A function if that depends on what is asked for. */
  readonly weight?: Weight | ((request: FastifyRequest) => Weight);
  /** Whether it is a page: then a browser gets errors as pages too. */
  readonly isPage?: boolean;
  readonly schema: RouteSchema;
  readonly handle: (deps: Needs<Members>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** An endpoint, for callers that have everything it may need. */
export type AnyRoute = Route<keyof RouteDeps>;

/** Who is let in. A permission needs a token, and is checked before any of the body is read. */
export function accessOf({ permission, access }: Pick<AnyRoute, 'permission' | 'access'>): Access {
  return access ?? (permission === undefined ? 'readers' : 'token');
}

/** What an endpoint takes and answers, and what the API document says about it. */
export interface RouteSchema extends FastifySchema {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Default `beyond the contract`. */
  readonly tags?: readonly string[];
  /** Media types of the body; default JSON. */
  readonly consumes?: readonly string[];
  readonly security?: readonly Record<string, readonly Permission[]>[];
}
