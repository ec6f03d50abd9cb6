// GET /-/primes/:scope/:name/:version/atoms (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { ATOM_LIST_LIMITS } from '../../queries/atom-query.ts';
import { NameSchema, VersionSchema } from '../scalars.ts';
import { count, document, list, object, text } from '../schema-parts.ts';
import { AtomIdSchema, AtomProblemSchema, KindCountsSchema } from './atom-parts.ts';

const tokens = { type: 'integer', minimum: 0 } as const;

/** The properties of an atom in a list, which the details of an atom share. */
export const LISTED_ATOM_PROPERTIES = {
  id: AtomIdSchema,
  kind: { type: 'string', examples: ['rule'] },
  name: text('As the author wrote it.'),
  version: { ...VersionSchema, description: 'Version of the atom itself, if it has one.' },
  label: text('A title for people, if it has one.'),
  description: { type: 'string' },
  domain: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' } },
  tokens: {
    type: 'object',
    description: 'Estimated number of tokens of its text at each length.',
    required: ['summary', 'core', 'full'],
    properties: { summary: tokens, core: tokens, full: tokens },
  },
  path: text('The file in the tarball.'),
  line: { type: 'integer', minimum: 1 },
} as const;

const LISTED_ATOM_REQUIRED = ['id', 'kind', 'name', 'description', 'tags', 'tokens', 'path'] as const;

export const AtomListSchema = document(
  'AtomList',
  'The atoms of one version.',
  ['name', 'version', 'atom_count', 'kinds', 'problem_count', 'total', 'atoms'],
  {
    name: NameSchema,
    version: VersionSchema,
    atom_count: count('Number of atoms of the version that could be read.'),
    kinds: KindCountsSchema,
    problem_count: count('Number of problems found while reading them.'),
    problems: list('The first 200 problems, with ?problems=include.', AtomProblemSchema),
    total: count('Number of matching atoms.'),
    atoms: list(
      'A page of the matching atoms, sorted by id.',
      object(LISTED_ATOM_REQUIRED, LISTED_ATOM_PROPERTIES),
    ),
  },
);

/** The response with the atoms of one version. */
export type AtomList = XStatic<typeof AtomListSchema>;

/** The query parameters for the API reference; `parseAtomListQuery` validates them. */
export const AtomListQuerySchema = {
  type: 'object',
  properties: {
    kind: text('Only atoms of this kind.'),
    q: text(
      'Only atoms with all of these words, or words that start with them, in id, kind, name, label, description, domain or tags.',
    ),
    limit: { type: 'integer', ...ATOM_LIST_LIMITS.limit, description: 'Most atoms to return.' },
    offset: { type: 'integer', ...ATOM_LIST_LIMITS.offset, description: 'Atoms to skip.' },
    problems: { const: 'include', description: 'Include the problems.' },
  },
} as const;
