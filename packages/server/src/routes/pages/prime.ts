// GET /-/prime/…: the page of a Prime, as its latest version has it or as one that is named.
import { type PrimeName, ROUTES, type Version } from '@prime-registry/protocol';
import type { FastifyReply } from 'fastify';
import { dayOf } from '../../actions/download-counter.ts';
import { versionNotFound } from '../../actions/not-found.ts';
import { readName, readVersion } from '../../http/prime-path.ts';
import { sendPage } from '../../http/send-page.ts';
import type { AtomOverview } from '../../pages/atom-overview.ts';
import { firstDayShown, renderDownloads } from '../../pages/download-chart.ts';
import { renderPrimePage } from '../../pages/prime-page.ts';
import { renderVersionsPage } from '../../pages/versions-page.ts';
import type { AtomStore, InventorySummary } from '../../store/atom-store.ts';
import { PrimeParamsSchema, VersionParamsSchema } from '../responses.ts';
import type { Route, RouteDeps } from '../route.ts';
import { describeMissable } from './page-route.ts';
import { inventoryKey, type PrimeVersions, parseStored, readVersions } from './read-prime.ts';

export const primePage: Route = {
  method: 'GET',
  path: ROUTES.primePage,
  access: 'readers',
  isPage: true,
  schema: describeMissable('primePage', 'A Prime, as its latest version has it', {
    params: PrimeParamsSchema,
  }),
  async handle(deps, request, reply) {
    const name = readName(request);
    const known = await readVersions(deps.store, name);
    // Of one whose versions are all yanked, the highest: its page says so.
    const version = known.latest ?? parseStored(known.versions[0]?.version ?? '');
    return sendPrime(deps, reply, { name, version, known, isPinned: false });
  },
};

export const versionPage: Route = {
  method: 'GET',
  path: ROUTES.versionPage,
  access: 'readers',
  isPage: true,
  schema: describeMissable('versionPage', 'A Prime, as one of its versions has it', {
    params: VersionParamsSchema,
  }),
  async handle(deps, request, reply) {
    const { name, version } = readVersion(request);
    const known = await readVersions(deps.store, name);
    return sendPrime(deps, reply, { name, version, known, isPinned: true });
  },
};

export const versionsPage: Route = {
  method: 'GET',
  path: ROUTES.versionsPage,
  access: 'readers',
  isPage: true,
  schema: describeMissable('versionsPage', 'All versions of a Prime', { params: PrimeParamsSchema }),
  async handle({ store, isPrivate }, request, reply) {
    const name = readName(request);
    const { versions, latest } = await readVersions(store, name);
    return sendPage(
      reply,
      renderVersionsPage({ name: name.full, versions, latest: latest?.full }),
      isPrivate,
    );
  },
};

interface Subject {
  readonly name: PrimeName;
  readonly version: Version;
  readonly known: PrimeVersions;
  readonly isPinned: boolean;
}

async function sendPrime(
  deps: RouteDeps,
  reply: FastifyReply,
  { name, version, known, isPinned }: Subject,
): Promise<FastifyReply> {
  const { store, pageMemory, now, isPrivate } = deps;
  const today = dayOf(now());
  const [record, readme, counts, total, atoms] = await Promise.all([
    store.findVersion(name.full, version),
    store.findReadme(name.full, version),
    store.listDownloads(name.full, firstDayShown(today)),
    store.countDownloads(name.full),
    readOverview(deps, name.full, version),
  ]);
  if (record === undefined) throw await versionNotFound(store, name, version);
  const page = renderPrimePage({
    record,
    versions: known.versions,
    latest: known.latest?.full,
    isPinned,
    readme:
      readme === undefined || readme.trim() === ''
        ? undefined
        : pageMemory.renderText(`readme ${record.sha256}`, readme, { topLevel: 3, idPrefix: 'readme-' }),
    downloads: renderDownloads(counts, total, today),
    atoms,
  });
  return sendPage(reply, page, isPrivate);
}

/** Atoms that are shown of each kind, and kinds that are shown. */
const OF_EACH_KIND = 12;
const MAX_KINDS = 12;

async function readOverview(
  { store, pageMemory }: RouteDeps,
  name: string,
  version: Version,
): Promise<AtomOverview | undefined> {
  const inventory = await store.findInventory(name, version);
  if (inventory === undefined) return undefined;
  return pageMemory.getOverview(inventoryKey(name, version, inventory), () =>
    readFirstAtoms(store, name, version, inventory),
  );
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
    total: inventory.atomCount,
    kinds: kinds.map((each, index) => ({ ...each, first: pages[index]?.atoms ?? [] })),
    problemCount: inventory.problemCount,
  };
}
