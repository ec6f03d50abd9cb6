// GET /-/prime/…: the page of a Prime, as its latest version has it or as one that is named.
import { getValue, type PrimeName, parseVersion, ROUTES, type Version } from '@prime-registry/protocol';
import type { AtomStore, InventorySummary, VersionRecord } from '@prime-registry/store';
import {
  type AtomOverview,
  firstDayShown,
  type PrimeContents,
  renderAtomOverview,
  renderComingPage,
  renderDownloads,
  renderMarkdown,
  renderPrimePage,
  renderVersionsPage,
} from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { dayOf } from '../../actions/download-counter.ts';
import { versionNotFound } from '../../actions/not-found.ts';
import { readName, readVersion } from '../../http/prime-path.ts';
import { sendPage, sendUnready } from '../../http/send-page.ts';
import { bringVersion } from '../../mirror/pull/bring-version.ts';
import { PrimeParamsSchema, VersionParamsSchema } from '../responses.ts';
import type { Route, RouteDeps } from '../route.ts';
import { describeComing, describeMissable } from './page-route.ts';
import { inventoryKey, type PrimeVersions, readVersions } from './read-prime.ts';

export const primePage: Route = {
  method: 'GET',
  path: ROUTES.primePage,
  access: 'readers',
  isPage: true,
  schema: describeComing('primePage', 'A Prime, as its latest version has it', {
    params: PrimeParamsSchema,
  }),
  async handle(deps, request, reply) {
    const name = readName(request);
    const known = await readVersions(deps, name);
    // Of one whose versions are all yanked, the highest: its page says so.
    const version = known.latest ?? getValue(parseVersion(known.versions[0]?.version ?? ''));
    return sendPrime(deps, reply, { name, version, known, isPinned: false });
  },
};

export const versionPage: Route = {
  method: 'GET',
  path: ROUTES.versionPage,
  access: 'readers',
  isPage: true,
  schema: describeComing('versionPage', 'A Prime, as one of its versions has it', {
    params: VersionParamsSchema,
  }),
  async handle(deps, request, reply) {
    const { name, version } = readVersion(request);
    const known = await readVersions(deps, name);
    return sendPrime(deps, reply, { name, version, known, isPinned: true });
  },
};

export const versionsPage: Route = {
  method: 'GET',
  path: ROUTES.versionsPage,
  access: 'readers',
  isPage: true,
  schema: describeMissable('versionsPage', 'All versions of a Prime', { params: PrimeParamsSchema }),
  async handle(deps, request, reply) {
    const name = readName(request);
    const { versions, latest } = await readVersions(deps, name);
    const page = renderVersionsPage({ name: name.full, versions, latest: latest?.full });
    return sendPage(reply, page, deps.isPrivate);
  },
};

interface Subject {
  readonly name: PrimeName;
  readonly version: Version;
  readonly known: PrimeVersions;
  readonly isPinned: boolean;
}

/** Sends the page of a version; of one that is elsewhere, when it has come. */
async function sendPrime(deps: RouteDeps, reply: FastifyReply, subject: Subject): Promise<FastifyReply> {
  const { store, mirror } = deps;
  const { name, version, known, isPinned } = subject;
  const here = await store.findVersion(name.full, version);
  if (here !== undefined) return sendRecord(deps, reply, subject, here);
  const { latestHere, origin } = known;
  // Better an older one at once than none at all.
  const instead =
    isPinned || latestHere === undefined ? undefined : await store.findVersion(name.full, latestHere);
  const arrival = await bringVersion(mirror, name, version).catch((error: unknown) => {
    if (instead === undefined) throw error;
    return 'absent' as const;
  });
  if (typeof arrival === 'object') return sendRecord(deps, reply, subject, arrival.record, { isHere: false });
  const record = arrival === 'here' ? await store.findVersion(name.full, version) : undefined;
  if (record !== undefined)
    return sendRecord(deps, reply, { ...subject, known: await readVersions(deps, name) }, record);
  if (instead !== undefined && latestHere !== undefined)
    return sendRecord(deps, reply, { ...subject, version: latestHere, isPinned: true }, instead, {
      awaitedFrom: origin,
    });
  if (arrival === 'absent') throw await versionNotFound(store, name, version);
  return sendUnready(reply, renderComingPage({ name: name.full, version: version.full, origin, isPinned }));
}

async function sendRecord(
  deps: RouteDeps,
  reply: FastifyReply,
  { name, version, known, isPinned }: Subject,
  record: VersionRecord,
  { isHere = true, awaitedFrom }: Partial<Pick<PrimeContents, 'isHere' | 'awaitedFrom'>> = {},
): Promise<FastifyReply> {
  const { store, pageMemory, now, isPrivate } = deps;
  const today = dayOf(now());
  const [readme, days, total, inventory] = await Promise.all([
    store.findReadme(name.full, version),
    store.sumDownloads(name.full, firstDayShown(today)),
    store.countDownloads(name.full),
    store.findInventory(name.full, version),
  ]);
  const options = { topLevel: 3, idPrefix: 'readme-' };
  const page = renderPrimePage({
    record,
    versions: known.versions,
    latest: known.latest?.full,
    ...{ isPinned, isHere, awaitedFrom },
    readme:
      readme === undefined || readme.trim() === ''
        ? undefined
        : await pageMemory.texts.getOrLoad(`readme ${record.sha256}`, async () =>
            renderMarkdown(readme, options),
          ),
    downloads: renderDownloads(days, total, today),
    atoms: await readOverview(deps, record, version, inventory),
  });
  return sendPage(reply, page, isPrivate);
}

/** Atoms that are shown of each kind, and kinds that are shown. */
const OF_EACH_KIND = 12;
const MAX_KINDS = 12;

/** Undefined where it is not known what is inside, or nothing is. */
async function readOverview(
  { store, pageMemory }: RouteDeps,
  record: VersionRecord,
  version: Version,
  inventory: InventorySummary | undefined,
): Promise<PrimeContents['atoms']> {
  if (inventory === undefined || inventory.atomCount === 0) return undefined;
  const { name } = record;
  const overview = await pageMemory.overviews.getOrLoad(inventoryKey(name, version, inventory), async () =>
    renderAtomOverview(record, await readFirstAtoms(store, name, version, inventory)),
  );
  return { count: inventory.atomCount, overview };
}

async function readFirstAtoms(
  store: AtomStore,
  name: string,
  version: Version,
  inventory: InventorySummary,
): Promise<AtomOverview> {
  const kinds = inventory.kinds.toSorted((a, b) => b.count - a.count).slice(0, MAX_KINDS);
  const pages = await Promise.all(
    kinds.map(({ kind }) => store.listAtoms(name, version, { kind, limit: OF_EACH_KIND, offset: 0 })),
  );
  return {
    kinds: kinds.map((each, index) => ({ ...each, first: pages[index]?.atoms ?? [] })),
    problemCount: inventory.problemCount,
  };
}
