// GET /-/atoms/:scope/:name (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, OwnScopeSchema, PrimeVersionSchema, VersionSchema } from '../scalars.ts';
import { document, flag, list, object, objects, text } from '../schema-parts.ts';
import { EdgeInSchema } from './atom-links.ts';
import { LISTED_ATOM_PROPERTIES } from './atom-list.ts';
import { ATOM_TEXT_LEVELS, AtomIdSchema } from './atom-parts.ts';

/** The target of an edge relative to its Prime. */
export const EdgeStandingSchema = {
  enum: ['inside', 'outside', 'dangling'],
  description:
    'inside: an atom of the same Prime; outside: an atom of another Prime in this registry; dangling: an atom that no Prime has.',
} as const;

export const AtomDetailsSchema = document(
  'AtomDetails',
  'One atom.',
  [
    ...(['id', 'kind', 'name', 'description', 'tags', 'tokens', 'path'] as const),
    ...(['hash', 'edges', 'prime', 'primes'] as const),
  ],
  {
    ...LISTED_ATOM_PROPERTIES,
    hash: text('SHA-256 of its content.'),
    edges: {
      type: 'array',
      items: object(['verb', 'target', 'standing'], {
        verb: { type: 'string', examples: ['requires'] },
        target: AtomIdSchema,
        standing: EdgeStandingSchema,
        prime: {
          ...PrimeVersionSchema,
          description: 'For an atom of another Prime: the first Prime that has it, of at most 100 targets.',
        },
      }),
    },
    edges_in: list('The first 20 edges to it from other Primes.', EdgeInSchema),
    more_edges_in: flag('Whether there are more of them.'),
    text: text('Its text in Markdown, with ?text=.'),
    prime: { ...PrimeVersionSchema, description: 'The version from which the atom was read.' },
    primes: objects(
      "Primes whose latest version has an atom with this id, at most 100. Primes of the atom's own scope come first: only tokens for that scope may publish them.",
      ['name', 'version', 'own_scope'],
      { ...PrimeVersionSchema.properties, own_scope: OwnScopeSchema },
    ),
  },
);

/** The response with one atom. */
export type AtomDetails = XStatic<typeof AtomDetailsSchema>;

/** The query parameters for the API reference; `parseAtomQuery` validates them. */
export const AtomQuerySchema = {
  type: 'object',
  properties: {
    text: { enum: ATOM_TEXT_LEVELS, description: 'Include its text at this length.' },
    prime: { ...NameSchema, description: 'The Prime from which to read it; by default the first of primes.' },
    version: { ...VersionSchema, description: 'The version of that Prime; by default its latest.' },
  },
} as const;
