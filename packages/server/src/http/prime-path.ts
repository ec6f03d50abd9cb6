// The name and version in a path. What is not well-formed cannot exist, so on a read it is a 404, which lets a client's
// resolver go on to its next registry.
import {
  type Parsed,
  type PrimeName,
  parsePrimeName,
  parseVersion,
  RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';

interface PrimeParams {
  readonly scope?: string;
  readonly name?: string;
  readonly version?: string;
}

/** The Prime that the path names. @throws RegistryError `not_found` */
export function readName(request: FastifyRequest): PrimeName {
  const { scope = '', name = '' } = request.params as PrimeParams;
  return orNotFound('The name', parsePrimeName(`${scope}/${name}`));
}

/** The version that the path names. @throws RegistryError `not_found` */
export function readVersion(request: FastifyRequest): { name: PrimeName; version: Version } {
  const { version = '' } = request.params as PrimeParams;
  return { name: readName(request), version: orNotFound('The version', parseVersion(version)) };
}

function orNotFound<T>(what: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new RegistryError('not_found', { detail: `${what} in the path cannot exist: ${parsed.message}.` });
}
