// GET …/atom/…: one atom as a version has it.
import { isAtomId, TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { parseEdgePlace, RegistryError, ROUTES } from '@prime-registry/protocol';
import type { AtomFacts, AtomStore } from '@prime-registry/store';
import { type AtomLinks, type Neighbour, renderAtomPage } from '@prime-registry/web';
import { getAtom } from '../../actions/read-atoms/find-atom.ts';
import { inventoryKey } from '../../actions/read-atoms/inventory-key.ts';
import { nameHolders } from '../../actions/read-atoms/name-holders.ts';
import { placeTargets } from '../../actions/read-atoms/place-edges.ts';
import { clientKey } from '../../http/requests/client-key.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { sendPage } from '../../http/responses/send-page.ts';
import { linkAtoms } from '../../tasks/link-atoms.ts';
import { readAskedAtom, varyByAccept, weighDocument } from '../documents/document-request.ts';
import { type DocumentNeeds, sendAtomDocument } from '../documents/send-document.ts';
import { VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeDocumentToo, describeMissable } from './page-route.ts';
import { readHistory } from './read-prime.ts';
import { renderText } from './render-text.ts';

/** Edges from other Primes on one page. */
const EDGES_OF_A_PAGE = 25;

export const atomPage: Route<'store' | 'mirror' | 'pageCache' | 'tasks' | 'isPrivate' | DocumentNeeds> = {
  method: 'GET',
  path: ROUTES.atomPage,
  access: 'readers',
  isPage: true,
  weight: weighDocument,
  schema: describeDocumentToo(
    describeMissable('atomPage', 'An atom: its text, and its edges in both directions', {
      params: {
        ...VersionParamsSchema,
        required: [...VersionParamsSchema.required, 'atomScope', 'atomName'],
        properties: {
          ...VersionParamsSchema.properties,
          atomScope: { type: 'string', description: 'Scope of the atom with its @.' },
          atomName: { type: 'string', description: 'Its name.' },
        },
      },
      querystring: {
        type: 'object',
        properties: {
          text: { enum: [...TEXT_LEVELS], description: 'The length of its text; core by default.' },
          after: { type: 'string', description: 'Where the edges from other Primes go on.' },
        },
      },
    }),
  ),
  async handle(deps, request, reply) {
    varyByAccept(reply);
    const { store, mirror, pageCache, tasks, isPrivate } = deps;
    const { name, version } = readVersion(request);
    const { id, isDocument } = await readAskedAtom(deps, request, { name, version });
    if (!isAtomId(id))
      throw new RegistryError('atom_not_found', { detail: 'The path contains no valid id of an atom.' });
    if (isDocument) return sendAtomDocument(deps, request, reply, { name, version, id });
    const level = readLevel((request.query as { text?: unknown }).text);
    // A malformed place is the first page: people may have changed the address.
    const after = parseEdgePlace(String((request.query as { after?: unknown }).after));
    const [{ facts, texts }, homes, { latest }, record, inventory, edgesIn] = await Promise.all([
      getAtom(store, id, { prime: name, version }, []),
      store.listAtomHomes(id),
      readHistory({ store, mirror }, name),
      store.findVersion(name.full, version),
      store.findInventory(name.full, version),
      store.listEdgesIn(id, { after, limit: EDGES_OF_A_PAGE }),
    ]);
    const key = inventoryKey(name.full, version, record?.sha256 ?? '', inventory);
    // The key is not the atom's hash, which does not cover compiled texts.
    const placed = {
      subject: `${key} ${id} ${level}`,
      text: texts[level],
      options: { topLevel: 3, idPrefix: 'text-' },
    };
    const text = await renderText({ pageCache, tasks }, placed, clientKey(request));
    const links = await pageCache.links.getOrLoad(key, async () =>
      linkAtoms(store.readGraphRows(name.full, version)),
    );
    const page = renderAtomPage({
      name: name.full,
      version: version.full,
      latest: latest?.full,
      facts,
      level,
      text,
      ...(await findNeighbours(store, facts, links)),
      edgesIn,
      homes,
    });
    return sendPage(reply, page, isPrivate);
  },
};

function readLevel(text: unknown): TextLevel {
  return TEXT_LEVELS.find((level) => level === text) ?? 'core';
}

/** The targets of the atom's edges, and the atoms of the Prime with edges to it. */
async function findNeighbours(
  store: AtomStore,
  { id, edges }: AtomFacts,
  { kinds, ledFrom }: AtomLinks,
): Promise<{ leadsTo: Neighbour[]; ledFrom: Neighbour[] }> {
  const targets = edges.map(({ target }) => target);
  const placeOf = await placeTargets(store, targets, (target) => kinds.has(target));
  const holderOf = await nameHolders(
    store,
    targets.filter((target) => placeOf(target) === 'outside'),
  );
  return {
    leadsTo: edges.map(({ verb, target }) => ({
      verb,
      id: target,
      kind: kinds.get(target),
      isKnown: placeOf(target) !== 'dangling',
      holder: holderOf(target),
    })),
    ledFrom: (ledFrom.get(id) ?? []).map((link) => ({ ...link, kind: kinds.get(link.id), isKnown: true })),
  };
}
