// GET …/graph: the graph of a version's atoms, as a page, as a small image, and as a picture for previews of
// links. Each is drawn once and cached.
import { ROUTES } from '@prime-registry/protocol';
import type { Calls } from '@prime-registry/threads';
import type { GraphPages } from '@prime-registry/web';
import type { FastifyRequest } from 'fastify';
import { versionNotFound } from '../../../actions/not-found.ts';
import { inventoryKey } from '../../../actions/read-atoms/inventory-key.ts';
import { clientKey } from '../../../http/requests/client-key.ts';
import { readVersion } from '../../../http/requests/prime-path.ts';
import { sendChecked, sendPage } from '../../../http/responses/send-page.ts';
import type { DrawGraphTask } from '../../../tasks/render/draw-graph-task.ts';
import { bytesAnswer, problems, textAnswer, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describeMissable, describePage } from '../page-route.ts';

/** Up to this number of atoms, drawing takes some milliseconds. */
const FEW_ATOMS = 20;

type GraphNeeds = 'store' | 'pageCache' | 'tasks';

export const graphPage: Route<GraphNeeds | 'isPrivate'> = {
  path: ROUTES.graphPage,
  weight: 'heavy',
  isPage: true,
  schema: describeMissable('graphPage', 'The atoms of a version and their edges, as a picture and a list', {
    params: VersionParamsSchema,
  }),
  async handle(deps, request, reply) {
    const { page } = await getGraph(deps, request);
    return sendPage(reply, page, deps.isPrivate);
  },
};

export const graphPicture: Route<GraphNeeds | 'isPrivate'> = {
  path: ROUTES.graphPicture,
  weight: 'heavy',
  schema: describePage('graphPicture', 'The same picture, small and without names', {
    params: VersionParamsSchema,
    response: {
      200: textAnswer('A picture.', 'image/svg+xml'),
      ...problems([404, 'It is not in this registry.']),
    },
  }),
  async handle(deps, request, reply) {
    const { picture } = await getGraph(deps, request);
    reply.header('Content-Type', 'image/svg+xml; charset=utf-8');
    return sendChecked(reply, picture, `${deps.isPrivate ? 'private, ' : ''}max-age=3600`);
  },
};

export const graphPreview: Route<GraphNeeds | 'isPrivate'> = {
  path: ROUTES.graphPreview,
  weight: 'heavy',
  schema: describePage(
    'graphPreview',
    'A picture of the graph for previews of links, 1200 by 630 pixels, without names',
    {
      params: VersionParamsSchema,
      response: {
        200: bytesAnswer('A picture.', 'image/png'),
        ...problems([404, 'It is not in this registry.']),
      },
    },
  ),
  async handle(deps, request, reply) {
    const { subject, draw } = await findGraph(deps, request);
    // Millions of bytes become a PNG, however small the graph is: never in the main thread.
    const preview = await deps.pageCache.previews.getOrLoad(subject, () =>
      draw((call) => call('preview'), false),
    );
    reply.header('Content-Type', 'image/png');
    return sendChecked(reply, preview, `${deps.isPrivate ? 'private, ' : ''}max-age=3600`);
  },
};

async function getGraph(deps: Needs<GraphNeeds>, request: FastifyRequest): Promise<GraphPages> {
  const { subject, draw } = await findGraph(deps, request);
  return deps.pageCache.graphs.getOrLoad(subject, () => draw((call) => call('draw')));
}

/** The graph that is asked for: a key of its contents, and how to draw it in a thread. */
async function findGraph({ store, tasks }: Needs<GraphNeeds>, request: FastifyRequest) {
  const { name, version } = readVersion(request);
  const [record, inventory] = await Promise.all([
    store.findVersion(name.full, version),
    store.findInventory(name.full, version),
  ]);
  if (record === undefined) throw await versionNotFound(store, name, version);
  const subject = inventoryKey(name.full, version, record.sha256, inventory);
  const drawn = { name: name.full, version: record.version, isKnown: inventory !== undefined };
  const hasFewAtoms = (inventory?.atomCount ?? 0) <= FEW_ATOMS;
  const draw = <Result>(
    work: (call: Calls<DrawGraphTask>) => Promise<Result>,
    isSmall = hasFewAtoms,
  ): Promise<Result> =>
    tasks.use('drawGraph', drawn, { subject, key: clientKey(request), isSmall }, async (call) => {
      for await (const rows of store.readGraphRows(name.full, version)) await call('add', rows);
      return work(call);
    });
  return { subject, draw };
}
