// GET /-/prime/…: the page of a Prime, with its latest version or a version in the path.
import { getValue, parseVersion, ROUTES } from '@prime-registry/protocol';
import type { InventorySummary } from '@prime-registry/store';
import {
  type AtomsAtAGlance,
  firstDayShown,
  listRanges,
  MAX_LISTED,
  MAX_REQUIRING,
  renderComingPage,
  renderDownloads,
  renderPrimePage,
  renderVersionsPage,
  VERSIONS_SHOWN,
} from '@prime-registry/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayOf } from '../../../actions/download-counter.ts';
import { findDeprecation } from '../../../actions/lifecycle/find-deprecation.ts';
import { findScore } from '../../../actions/read-atoms/find-score.ts';
import { inventoryKey } from '../../../actions/read-atoms/inventory-key.ts';
import { clientKey } from '../../../http/requests/client-key.ts';
import { readName } from '../../../http/requests/prime-path.ts';
import { sendPage, sendUnready } from '../../../http/responses/send-page.ts';
import { varyBy } from '../../../http/responses/vary.ts';
import {
  DocumentQuerySchema,
  readAskedPrime,
  readAskedVersion,
  weighDocument,
} from '../../documents/document-request.ts';
import { type DocumentNeeds, sendPrimeDocument } from '../../documents/send-document.ts';
import { findFileLinks } from '../../files/file-links.ts';
import type { PackedNeeds } from '../../files/open-packed.ts';
import { findDeprecated } from '../../lifecycle/find-deprecated.ts';
import { findLoggedPlace } from '../../log/logged-place.ts';
import { inQuery, PrimeParamsSchema, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { listAtoms } from '../atom/list-atoms.ts';
import { findShownRecord, type ShownRecord, type Subject } from '../find-shown-record.ts';
import { describeComing, describeDocumentToo, describeMissable } from '../page-route.ts';
import { describeHead } from '../read-head.ts';
import { readHistory, readVersions } from '../read-prime.ts';
import { renderText } from '../render-text.ts';
import { NOTHING_SAID, readAbout } from './read-about.ts';
import { readActors } from './read-actors.ts';

type PageNeeds =
  | PackedNeeds
  | 'server'
  | 'steps'
  | 'log'
  | 'pageCache'
  | 'tasks'
  | 'now'
  | 'isPrivate'
  | DocumentNeeds;

/** Steps on the page of all versions. */
const MAX_STEPS = 200;

export const primePage: Route<PageNeeds> = {
  path: ROUTES.primePage,
  isPage: true,
  weight: weighDocument,
  schema: describeDocumentToo(
    describeComing('primePage', 'A Prime with its latest version', {
      params: PrimeParamsSchema,
      querystring: DocumentQuerySchema,
    }),
  ),
  async handle(deps, request, reply) {
    varyBy(reply, 'Accept');
    const { name, isDocument } = await readAskedPrime(deps, request);
    if (isDocument) return sendPrimeDocument(deps, request, reply, { name, version: undefined });
    const known = await readVersions(deps, name);
    // If all versions are yanked, the page shows the highest and says so.
    const version = known.latest ?? getValue(parseVersion(known.versions[0]?.version ?? ''));
    return sendPrime(deps, request, reply, { name, version, known, isPinned: false });
  },
};

export const versionPage: Route<PageNeeds> = {
  path: ROUTES.versionPage,
  isPage: true,
  weight: weighDocument,
  schema: describeDocumentToo(
    describeComing('versionPage', 'A Prime with one of its versions', {
      params: VersionParamsSchema,
      querystring: DocumentQuerySchema,
    }),
  ),
  async handle(deps, request, reply) {
    varyBy(reply, 'Accept');
    const { name, version, isDocument } = await readAskedVersion(deps, request);
    if (isDocument) return sendPrimeDocument(deps, request, reply, { name, version });
    // If all versions were removed, the error is about this one.
    const known = await readHistory(deps, name);
    return sendPrime(deps, request, reply, { name, version, known, isPinned: true });
  },
};

export const versionsPage: Route<'store' | 'mirror' | 'steps' | 'server' | 'isPrivate'> = {
  path: ROUTES.versionsPage,
  isPage: true,
  schema: describeMissable('versionsPage', 'All versions of a Prime', {
    params: PrimeParamsSchema,
    querystring: inQuery({
      only: {
        type: 'string',
        description: 'Only these: stable, prerelease, or those of a major version, as in 2.',
      },
    }),
  }),
  async handle(deps, request, reply) {
    const name = readName(request);
    const { versions, latest, lifecycle } = await readHistory(deps, name);
    const deprecated = lifecycle && (await findDeprecated(lifecycle, versions.slice(0, MAX_LISTED)));
    const [steps, publishers] = await Promise.all([
      deps.steps.listSteps(name.full, listRanges(versions, MAX_STEPS)),
      deps.server.showsTokenNames ? deps.store.listPublishers(name.full) : undefined,
    ]);
    const table = {
      ...{ name: name.full, versions, latest: latest?.full, lifecycle, steps },
      publishers,
      isDeprecated: deprecated && ((version: string) => deprecated.has(version)),
    };
    const { only } = request.query as { only?: unknown };
    const page = await renderVersionsPage(table, readChoice(only));
    return sendPage(reply, page, deps.isPrivate);
  },
};

/** Anything else is all: people may have changed the address. */
function readChoice(only: unknown): string | undefined {
  return typeof only === 'string' && /^(stable|prerelease|\d{1,20})$/.test(only) ? only : undefined;
}

async function sendPrime(
  deps: Needs<PageNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: Subject,
): Promise<FastifyReply> {
  const shown = await findShownRecord(deps, subject);
  if (shown !== 'coming')
    return sendPage(reply, await renderShown(deps, request, reply, shown), deps.isPrivate);
  const { name, version, known, isPinned } = subject;
  const page = renderComingPage({ name: name.full, version: version.full, origin: known.origin, isPinned });
  return sendUnready(reply, page);
}

async function renderShown(
  deps: Needs<PageNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: ShownRecord,
): Promise<string> {
  const { store, now } = deps;
  const key = clientKey(request);
  const { record, isHere } = shown;
  const { name, version, known } = shown.subject;
  const { lifecycle } = known;
  const today = dayOf(now());
  const isLatest = isHere && record.version === known.latest?.full;
  const [readme, days, total, inventory, requiring, logged, links, signatures, about, actors, steps] =
    await Promise.all([
      store.findReadme(name.full, version),
      store.sumDownloads(name.full, firstDayShown(today)),
      store.countDownloads(name.full),
      store.findInventory(name.full, version),
      store.listRequiring(name.full, '', MAX_REQUIRING + 1),
      findLoggedPlace(deps, name, version),
      isLatest ? deps.pageCache.findPrimeLinks(store, name.full) : undefined,
      record.signedBy === undefined ? [] : store.listSignatures(name.full, version),
      isHere ? readAbout(deps, shown.subject, record.sha256, key) : NOTHING_SAID,
      readActors(deps, name.full, version),
      deps.steps.listSteps(name.full, listRanges(known.versions, VERSIONS_SHOWN)),
    ]);
  const hasReadme = readme !== undefined && readme.trim() !== '';
  const files =
    hasReadme && isHere
      ? await findFileLinks(deps, request, reply, { name, version, record }, { text: readme, folder: '' })
      : undefined;
  const titles = [name.shortName, name.full];
  const options = { topLevel: 3, idPrefix: 'readme-', allowsHtml: true, titles, files };
  // Other Primes may have the same tarball: the links of a text lead to the files of its own. Without its files, the text is
  // not kept as what it is with them.
  const place = `${name.full} ${version.full}`;
  const subject = `readme ${place} ${record.sha256}${files === undefined ? ' alone' : ''}`;
  return renderPrimePage({
    ...describeHead(shown, inventory),
    versions: known.versions,
    ...{ requiring, logged, links, signatures, about, actors, steps },
    isDeprecated: lifecycle && ((each) => findDeprecation(lifecycle, each) !== undefined),
    readme: hasReadme ? await renderText(deps, { subject, text: readme, options }, key) : undefined,
    downloads: renderDownloads(days, total, today),
    atoms: await glanceAtAtoms(deps, shown, inventory, hasReadme),
    score: findScore(record, readme, inventory),
  });
}

/** Atoms that are listed where there is no README. */
const FEW_ATOMS = 300;

/** Undefined if the inventory is missing or empty. */
async function glanceAtAtoms(
  deps: Needs<'store' | 'pageCache'>,
  { subject, record }: ShownRecord,
  inventory: InventorySummary | undefined,
  hasReadme: boolean,
): Promise<AtomsAtAGlance | undefined> {
  if (inventory === undefined || inventory.atomCount === 0) return undefined;
  const { kinds, problemCount, atomCount } = inventory;
  if (hasReadme || atomCount > FEW_ATOMS) return { kinds, problemCount, listing: undefined };
  const { name, version } = subject;
  const key = inventoryKey(name.full, version, record.sha256, inventory);
  return { kinds, problemCount, listing: await listAtoms(deps, name.full, version, key) };
}
