// GET /-/atoms/:scope/:name (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { LISTED_ATOM_PROPERTIES } from './atom-list.ts';
import { ATOM_TEXT_LEVELS, AtomIdSchema } from './atom-parts.ts';
import { NameSchema, VersionSchema } from './scalars.ts';

/** Where an edge leads. */
export const EdgeStandingSchema = {
  enum: ['inside', 'outside', 'dangling'],
  description:
    'inside: to an atom of the same Prime; outside: to one that another Prime of this registry has; dangling: to one that none has.',
} as const;

/** Schema of {@link AtomDetails}. */
export const AtomDetailsSchema = {
  $id: 'AtomDetails',
  description: 'One atom.',
  type: 'object',
  required: [
    ...['id', 'kind', 'name', 'description', 'tags', 'tokens', 'path'],
    ...['hash', 'edges', 'prime', 'primes'],
  ],
  properties: {
    ...LISTED_ATOM_PROPERTIES,
    hash: { type: 'string', description: 'SHA-256 of what it says: the same for the same contents.' },
    edges: {
      type: 'array',
      items: {
        type: 'object',
        required: ['verb', 'target', 'standing'],
        properties: {
          verb: { type: 'string', examples: ['requires'] },
          target: AtomIdSchema,
          standing: EdgeStandingSchema,
        },
      },
    },
    text: { type: 'string', description: 'Its text in Markdown, with ?text=.' },
    prime: {
      type: 'object',
      description: 'The version that this is told of.',
      required: ['name', 'version'],
      properties: { name: NameSchema, version: VersionSchema },
    },
    primes: {
      type: 'array',
      description:
        'Primes whose latest version has an atom of this id, at most 100: those of its own scope first, in which nobody else may publish.',
      items: {
        type: 'object',
        required: ['name', 'version', 'own_scope'],
        properties: {
          name: NameSchema,
          version: VersionSchema,
          own_scope: { type: 'boolean', description: "Whether the atom is of the Prime's scope." },
        },
      },
    },
  },
} as const;

/** One atom, as it is answered. */
export type AtomDetails = XStatic<typeof AtomDetailsSchema>;

/** The query parameters for the API reference; `parseAtomQuery` is what decides. */
export const AtomQuerySchema = {
  type: 'object',
  properties: {
    text: { enum: ATOM_TEXT_LEVELS, description: 'Tell its text at this length as well.' },
    prime: { ...NameSchema, description: 'As it is in this Prime; in the first of primes unless told.' },
    version: { ...VersionSchema, description: 'In this version of the Prime, its latest unless told.' },
  },
} as const;
