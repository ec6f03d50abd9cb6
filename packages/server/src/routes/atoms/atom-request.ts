// Parses the id of an atom in a path, and the query about it.
import { isAtomId } from '@prime-registry/atoms';
import { type AtomQuery, parseAtomQuery, quote, RegistryError } from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { invalidQuery } from '../../http/requests/query-problems.ts';

const ATOM_PARAMETERS = {
  scope: { type: 'string', description: 'Scope of the atom, with its @.', examples: ['@acme'] },
  name: { type: 'string', description: 'Name of the atom.', examples: ['rule-prefer-const'] },
} as const;

/** Path parameters of an atom. */
export const AtomParamsSchema = {
  type: 'object',
  required: ['scope', 'name'],
  properties: ATOM_PARAMETERS,
} as const;

/** Path parameters of the text of an atom. */
export const AtomTextParamsSchema = {
  type: 'object',
  required: ['scope', 'name', 'level'],
  properties: {
    ...ATOM_PARAMETERS,
    level: { type: 'string', description: 'The length: summary, core or full.', examples: ['core'] },
  },
} as const;

/** The atom in the path. @throws RegistryError `not_found` */
export function readAtomId(request: FastifyRequest): string {
  const { scope = '', name = '' } = request.params as { scope?: string; name?: string };
  const id = `${scope}/${name}`;
  if (isAtomId(id)) return id;
  throw new RegistryError('not_found', {
    detail: `${quote(id)} is not the id of an atom: an id is written @scope/name, as in @acme/rule-prefer-const.`,
  });
}

/** The query about the atom. @throws RegistryError `invalid_query` */
export function readAtomQuery(request: FastifyRequest): AtomQuery {
  const parsed = parseAtomQuery(request.query as Record<string, unknown>);
  if ('problems' in parsed) throw invalidQuery(parsed.problems);
  return parsed.query;
}
