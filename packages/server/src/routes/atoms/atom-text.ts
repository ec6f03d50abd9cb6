// GET /-/atoms/…/core: the plain text of an atom.
import {
  ATOM_TEXT_LEVELS,
  AtomQuerySchema,
  escapeHidden,
  parseAtomQuery,
  quote,
  RegistryError,
  ROUTES,
} from '@prime-registry/protocol';
import { getAtom } from '../../actions/read-atoms/find-atom.ts';
import { readQuery } from '../../http/requests/query-problems.ts';
import { sendChecked } from '../../http/responses/send-page.ts';
import { inPath, inQuery, problems, textAnswer, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';
import { AtomParamsSchema, readAtomId } from './atom-request.ts';

const { prime, version } = AtomQuerySchema.properties;

export const atomText: Route<'store' | 'isPrivate'> = {
  path: ROUTES.atomText,
  schema: {
    operationId: 'readAtomText',
    summary: 'Read the text of an atom as Markdown',
    tags: ['atoms'],
    params: inPath({
      ...AtomParamsSchema.properties,
      level: { type: 'string', description: 'The length: summary, core or full.', examples: ['core'] },
    }),
    querystring: inQuery({ prime, version }),
    response: {
      200: textAnswer('The text.', 'text/markdown'),
      ...problems(WRONG_QUERY, [
        404,
        'No Prime has it, or not the one in the query, or the atoms of that version were never read.',
      ]),
    },
  },
  async handle({ store, isPrivate }, request, reply) {
    const id = readAtomId(request);
    const level = readLevel(request.params);
    const { query } = readQuery(request, parseAtomQuery);
    const homes = query.prime === undefined ? await store.listAtomHomes(id) : [];
    const { texts } = await getAtom(store, id, query, homes);
    // The text changes with a new latest version, or when a tarball is read again by newer rules.
    const cacheControl = isPrivate ? 'private, no-cache' : 'no-cache';
    reply.header('Content-Type', 'text/markdown; charset=utf-8');
    return sendChecked(reply, escapeHidden(texts[level]), cacheControl);
  },
};

function readLevel(params: unknown): (typeof ATOM_TEXT_LEVELS)[number] {
  const { level: given = '' } = params as { level?: string };
  const level = ATOM_TEXT_LEVELS.find((known) => known === given);
  if (level !== undefined) return level;
  throw new RegistryError('not_found', {
    detail: `There is no text ${quote(given)}; the lengths are ${ATOM_TEXT_LEVELS.join(', ')}.`,
  });
}
