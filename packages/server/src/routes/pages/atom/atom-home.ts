// GET /-/atom/…: leads to an atom in the latest version of the Prime that has it.
import { isAtomId } from '@prime-registry/atoms';
import { atomPagePath, parsePrimeName, RegistryError, ROUTES } from '@prime-registry/protocol';
import { sendRedirect } from '../../../http/responses/send-redirect.ts';
import { findLatest } from '../../guessed/answer-guess.ts';
import { inPath, inQuery, problems } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describePage } from '../page-route.ts';

export const atomHomePage: Route<'store' | 'mirror'> = {
  path: ROUTES.atomHomePage,
  isPage: true,
  schema: describePage('atomHomePage', 'Leads to an atom in the latest version that has it', {
    params: inPath({
      scope: { type: 'string', description: 'Scope of the atom with its @.' },
      name: { type: 'string', description: 'Its name.' },
    }),
    querystring: inQuery({ in: { type: 'string', description: 'The Prime, if several have the atom.' } }),
    response: {
      302: { description: 'To the page of the atom.', type: 'null' },
      ...problems([404, 'No latest version in this registry has the atom.']),
    },
  }),
  async handle({ store, mirror }, request, reply) {
    const { scope, name } = request.params as { readonly scope: string; readonly name: string };
    const id = `${scope}/${name}`;
    const asked = (request.query as { readonly in?: unknown }).in;
    const homes = isAtomId(id) ? await store.listAtomHomes(id) : [];
    const home = homes.find((each) => each.name === asked) ?? (asked === undefined ? homes[0] : undefined);
    if (home !== undefined) return sendRedirect(reply, atomPagePath(home.name, home.version, id), 302);
    // The page of the latest version says more than this one could: which version has had the atom.
    const parsed = parsePrimeName(String(asked));
    const latest =
      parsed.ok && isAtomId(id) ? await findLatest({ store, mirror }, parsed.value.full) : undefined;
    if (parsed.ok && latest !== undefined)
      return sendRedirect(reply, atomPagePath(parsed.value.full, latest, id), 302);
    throw new RegistryError('atom_not_found', { detail: `No latest version in this registry has ${id}.` });
  },
};
