// GET /-/atoms and GET /-/atoms/:scope/:name/edges-in (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { ATOM_LINK_LIMITS } from '../../queries/atom-link-query.ts';
import { NameSchema, OwnScopeSchema, VersionSchema } from '../scalars.ts';
import { document, object, objects, text } from '../schema-parts.ts';
import { AtomIdSchema } from './atom-parts.ts';

const PrimeSchema = object(['name', 'version'], {
  name: NameSchema,
  version: { ...VersionSchema, description: 'Its latest version.' },
});

export const EdgeInSchema = object(['verbs', 'from', 'kind', 'prime'], {
  verbs: { type: 'array', items: { type: 'string' }, examples: [['requires']] },
  from: { ...AtomIdSchema, description: 'The atom that the edges lead from.' },
  kind: text('The kind of that atom.'),
  prime: PrimeSchema,
});

/** The edges from an atom of another Prime. */
export type EdgeIn = XStatic<typeof EdgeInSchema>;

export const EdgesInSchema = document(
  'EdgesIn',
  'A page of the edges to an atom from the latest versions of other Primes, oldest Prime first.',
  ['id', 'edges'],
  {
    id: AtomIdSchema,
    edges: { type: 'array', items: EdgeInSchema },
    next: { type: 'string', description: 'The value of after for the next page; missing on the last one.' },
  },
);

/** The response with the edges to an atom. */
export type EdgesIn = XStatic<typeof EdgesInSchema>;

/** The query parameters for the API reference; `parseEdgesInQuery` validates them. */
export const EdgesInQuerySchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', ...ATOM_LINK_LIMITS.limit, description: 'Most edges to return.' },
    after: { type: 'string', description: 'next of the page before.' },
  },
} as const;

export const AtomLookupSchema = document(
  'AtomLookup',
  'The Primes that have some atoms. Atoms that no Prime has are left out.',
  ['atoms'],
  {
    atoms: {
      type: 'array',
      items: object(['id', 'primes'], {
        id: AtomIdSchema,
        primes: objects(
          "At most 5 Primes whose latest version has it. Primes of the atom's own scope come first.",
          ['name', 'version', 'own_scope', 'hash'],
          {
            ...PrimeSchema.properties,
            own_scope: OwnScopeSchema,
            hash: text('SHA-256 of the content of the atom there.'),
          },
        ),
      }),
    },
    copies: objects(
      'The atoms that say the same, by content key; only if contents was given.',
      ['content', 'atoms'],
      {
        content: { type: 'string', examples: ['0f3a9c0d5b7e1246'] },
        atoms: objects(
          'At most 5 atoms of latest versions. Those of the oldest Primes come first.',
          ['id', 'name', 'version'],
          { id: AtomIdSchema, ...PrimeSchema.properties },
        ),
      },
    ),
  },
);

/** The response with the Primes that have some atoms. */
export type AtomLookup = XStatic<typeof AtomLookupSchema>;

/** The query parameters for the API reference; `parseAtomLookupQuery` validates them. */
export const AtomLookupQuerySchema = {
  type: 'object',
  properties: {
    contents: { type: 'string', description: 'Content keys, with commas between them.' },
    ids: {
      type: 'string',
      description: `Ids of atoms, 1 to ${ATOM_LINK_LIMITS.maxIds}, with commas between them.`,
      examples: ['@acme/rule-one,@acme/rule-two'],
    },
  },
} as const;
