// Parses names and versions in paths. A malformed one cannot exist: a read answers 404, so that the resolver
// of a client asks its next registry.
import {
  type Parsed,
  type PrimeName,
  parsePrimeName,
  parseScope,
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

/** The Prime in the path. @throws RegistryError `not_found` */
export function readName(request: FastifyRequest): PrimeName {
  const { scope = '', name = '' } = request.params as PrimeParams;
  return orNotFound('The name', parsePrimeName(`${scope}/${name}`));
}

/** The scope in the path. @throws RegistryError `not_found` */
export function readScope(request: FastifyRequest): string {
  const { scope = '' } = request.params as PrimeParams;
  return orNotFound('The scope', parseScope(scope));
}

/** The Prime and version in the path. @throws RegistryError `not_found` */
export function readVersion(request: FastifyRequest): { name: PrimeName; version: Version } {
  const { version = '' } = request.params as PrimeParams;
  return { name: readName(request), version: readVersionText(version) };
}

/** A version in a part of the path, or in the query. @throws RegistryError `not_found` */
export function readVersionText(text: string): Version {
  return orNotFound('The version', parseVersion(text));
}

function orNotFound<T>(what: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new RegistryError('not_found', { detail: `${what} in the path cannot exist: ${parsed.message}.` });
}
