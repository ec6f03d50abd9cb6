// Parses the id of an atom in a path.
import { isAtomId } from '@prime-registry/atoms';
import { quote, RegistryError } from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { inPath } from '../responses.ts';

/** Path parameters of an atom. */
export const AtomParamsSchema = inPath({
  scope: { type: 'string', description: 'Scope of the atom, with its @.', examples: ['@acme'] },
  name: { type: 'string', description: 'Name of the atom.', examples: ['rule-prefer-const'] },
});

/** The atom in the path. @throws RegistryError `not_found` */
export function readAtomId(request: FastifyRequest): string {
  const { scope = '', name = '' } = request.params as { scope?: string; name?: string };
  const id = `${scope}/${name}`;
  if (isAtomId(id)) return id;
  throw new RegistryError('not_found', {
    detail: `${quote(id)} is not the id of an atom: an id is written @scope/name, as in @acme/rule-prefer-const.`,
  });
}
