// GET /: what this registry is, what is in it, and how to use it.
import { ROUTES } from '@prime-registry/protocol';
import type { PublishedVersion } from '@prime-registry/store';
import { type HomeContents, renderHome } from '@prime-registry/web';
import { sendPage } from '../../../http/responses/send-page.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describePage } from '../page-route.ts';

/**
 * Primes to show, and versions to read for them: a Prime with several new versions is shown once. More are read if
 * one Prime has nearly all of them, as after an import.
 */
const SHOWN = 10;
const LOOKED_AT = [60, 600] as const;
const MOST_SHOWN = 8;

type HomeNeeds = 'store' | 'pageCache' | 'steps';

export const home: Route<HomeNeeds | 'isPrivate'> = {
  path: ROUTES.home,
  access: 'anybody',
  isPage: true,
  schema: describePage('home', 'The start page, with the latest versions'),
  async handle(deps, _request, reply) {
    // In a private registry, strangers see that it is a registry, but not its contents.
    const contents = deps.isPrivate ? undefined : await readContents(deps);
    return sendPage(reply, renderHome(contents), deps.isPrivate);
  },
};

async function readContents({ store, pageCache, steps }: Needs<HomeNeeds>): Promise<HomeContents> {
  const [amounts, recent, mostDownloaded] = await Promise.all([
    pageCache.countAmounts(store),
    listRecent(store),
    pageCache.listMostDownloaded(store, MOST_SHOWN),
  ]);
  return { amounts, recent, steps: await steps.listPublishedSteps(recent), mostDownloaded };
}

/** The newest version of each of the Primes that were published last. */
async function listRecent(store: Needs<'store'>['store']): Promise<PublishedVersion[]> {
  let recent: PublishedVersion[] = [];
  for (const most of LOOKED_AT) {
    const versions = await store.listPublishes({}, most);
    const byName = new Map(versions.toReversed().map((version) => [version.name, version]));
    recent = versions.filter((version) => byName.get(version.name) === version).slice(0, SHOWN);
    if (recent.length === SHOWN || versions.length < most) break;
  }
  return recent;
}
