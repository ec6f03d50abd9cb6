// GET …/atoms: the atoms of a version by kind.
import { ROUTES } from '@prime-registry/protocol';
import { ATOMS_OF_A_PAGE, type AtomChoice, lineOf, renderAtomsPage } from '@prime-registry/web';
import type { FastifyRequest } from 'fastify';
import { sendPage } from '../../../http/responses/send-page.ts';
import { inQuery, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describeComing } from '../page-route.ts';
import { readPart, type ShownPart } from '../read-head.ts';
import { listAtoms } from './list-atoms.ts';

/** Atoms that a search shows, and the longest text of one, in characters. */
const [FOUND_ATOMS, MAX_TEXT_LENGTH] = [100, 256];

export const atomsPage: Route<'store' | 'mirror' | 'pageCache' | 'isPrivate'> = {
  path: ROUTES.atomsPage,
  weight: 'heavy',
  isPage: true,
  schema: describeComing('atomsPage', 'The atoms of a version, by kind', {
    params: VersionParamsSchema,
    querystring: inQuery({
      kind: { type: 'string', description: 'Only atoms of this kind.' },
      page: { type: 'string', description: 'A page of the atoms of a kind, from 1.' },
      q: { type: 'string', description: 'Only atoms with these words.' },
    }),
  }),
  async handle(deps, request, reply) {
    const part = await readPart(deps, request, reply);
    if (part === undefined) return reply;
    const { head, inventory, key, subject } = part;
    const listing = inventory && (await listAtoms(deps, head.record.name, subject.version, key));
    const page = renderAtomsPage({
      ...{ head, listing },
      problems: inventory ?? { problems: [], problemCount: 0 },
      choice: await readChoice(deps, part, request),
    });
    return sendPage(reply, page, deps.isPrivate);
  },
};

/** People change addresses: what makes no sense is all atoms. */
async function readChoice(
  { store }: Needs<'store'>,
  { subject, inventory }: ShownPart,
  request: FastifyRequest,
): Promise<AtomChoice> {
  const { kind, page, q } = request.query as Readonly<Record<string, unknown>>;
  const text = typeof q === 'string' ? q.slice(0, MAX_TEXT_LENGTH).trim() : '';
  if (text !== '') {
    const query = { text, limit: FOUND_ATOMS, offset: 0 };
    const found = await store.listAtoms(subject.name.full, subject.version, query);
    const search = { text, found: (found?.atoms ?? []).map(lineOf), total: found?.total ?? 0 };
    return { page: 1, search };
  }
  const count = inventory?.kinds.find((each) => each.kind === kind)?.count;
  if (typeof kind !== 'string' || count === undefined) return { page: 1 };
  const asked = typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
  return { kind, page: Math.min(asked, Math.ceil(count / ATOMS_OF_A_PAGE)) };
}
