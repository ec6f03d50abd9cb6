// GET …/atom/…: one atom as a version has it.
import { isAtomId, TEXT_LEVELS } from '@prime-registry/atoms';
import { parseEdgePlace, RegistryError, ROUTES } from '@prime-registry/protocol';
import { type AtomView, renderAtomPage } from '@prime-registry/web';
import { getAtom, type LocatedAtom } from '../../../actions/read-atoms/find-atom.ts';
import { inventoryKey } from '../../../actions/read-atoms/inventory-key.ts';
import { clientKey } from '../../../http/requests/client-key.ts';
import { readVersion } from '../../../http/requests/prime-path.ts';
import { sendPage } from '../../../http/responses/send-page.ts';
import { varyBy } from '../../../http/responses/vary.ts';
import { readAskedAtom, weighDocument } from '../../documents/document-request.ts';
import { type DocumentNeeds, sendAtomDocument } from '../../documents/send-document.ts';
import { inPath, inQuery, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describeDocumentToo, describeMissable } from '../page-route.ts';
import { readHistory } from '../read-prime.ts';
import { describeGoneAtom } from './describe-gone-atom.ts';
import { findNeighbours, findPlace } from './find-neighbours.ts';
import { readAtomHistory } from './read-atom-history.ts';
import { readLinks } from './read-links.ts';
import { renderAtomBody } from './render-atom-body.ts';

const VIEWS: readonly AtomView[] = [...TEXT_LEVELS, 'source'];

/** Edges from other Primes on one page. */
const EDGES_OF_A_PAGE = 25;

export const atomPage: Route<'store' | 'mirror' | 'pageCache' | 'tasks' | 'isPrivate' | DocumentNeeds> = {
  path: ROUTES.atomPage,
  isPage: true,
  weight: weighDocument,
  schema: describeDocumentToo(
    describeMissable('atomPage', 'An atom: its text, and its edges in both directions', {
      params: inPath({
        ...VersionParamsSchema.properties,
        atomScope: { type: 'string', description: 'Scope of the atom with its @.' },
        atomName: { type: 'string', description: 'Its name.' },
      }),
      querystring: inQuery({
        text: {
          enum: [...VIEWS],
          description:
            'A text as it is, or the source; without it, the fields. Of a document, the length of its text.',
        },
        after: { type: 'string', description: 'Where the edges from other Primes go on.' },
      }),
    }),
  ),
  async handle(deps, request, reply) {
    varyBy(reply, 'Accept');
    const { store, mirror, pageCache, isPrivate } = deps;
    const { name, version } = readVersion(request);
    const { id, isDocument } = await readAskedAtom(deps, request, { name, version });
    if (!isAtomId(id))
      throw new RegistryError('atom_not_found', { detail: 'The path contains no valid id of an atom.' });
    if (isDocument) return sendAtomDocument(deps, request, reply, { name, version, id });
    const wanted = readView((request.query as { text?: unknown }).text);
    // A malformed place is the first page: people may have changed the address.
    const after = parseEdgePlace(String((request.query as { after?: unknown }).after));
    const [found, homes, { versions, latest }, record, inventory, edgesIn] = await Promise.all([
      getAtom(store, id, { prime: name, version }, []).catch(async (error: unknown) => {
        throw await describeGoneAtom(deps, error, { name, id });
      }),
      store.listAtomHomes(id),
      readHistory({ store, mirror }, name),
      store.findVersion(name.full, version),
      store.findInventory(name.full, version),
      store.listEdgesIn(id, { after, limit: EDGES_OF_A_PAGE }),
    ]);
    const { facts, source } = found;
    // Not the hash of the atom, which does not cover compiled texts.
    const key = inventoryKey(name.full, version, record?.sha256 ?? '', inventory);
    const links = await readLinks(deps, { name: name.full, version, key }, clientKey(request));
    const body = await renderAtomBody(deps, `${key} ${id}`, found, clientKey(request));
    const page = renderAtomPage({
      name: name.full,
      version: version.full,
      latest: latest?.full,
      facts,
      hasSource: source !== undefined,
      body,
      raw: findText(found, wanted),
      place: findPlace(id, links),
      ...(await findNeighbours(store, facts, links, { name: name.full, version: version.full })),
      edgesIn,
      homes,
      history: await readAtomHistory({ store, pageCache }, { name: name.full, id, versions }),
    });
    return sendPage(reply, page, isPrivate);
  },
};

/** The view in the query; undefined for the fields. People may have changed the address. */
function readView(text: unknown): AtomView | undefined {
  return VIEWS.find((view) => view === text);
}

function findText(
  { texts, source }: LocatedAtom,
  view: AtomView | undefined,
): { readonly level: AtomView; readonly text: string } | undefined {
  const text = view === undefined ? undefined : view === 'source' ? source : texts[view];
  return view === undefined || text === undefined ? undefined : { level: view, text };
}
