// What a server answers first after its start: probes, and the reads of the contract. The code of all other endpoints
// is loaded after that.
import { live, ready } from './health.ts';
import type { Route } from './route.ts';
import type { Needs } from './route-deps.ts';
import { search } from './search/search.ts';
import { tarball } from './versions/tarball.ts';
import { versionList } from './versions/version-list.ts';
import { versionManifest } from './versions/version-manifest.ts';

export type EarlyDeps = Needs<
  'store' | 'blobs' | 'mirror' | 'metrics' | 'isPrivate' | 'isClosing' | 'reading'
>;

/** All of them are reads, and none is a page. */
export const earlyRoutes: readonly Route<keyof EarlyDeps>[] = [
  live,
  ready,
  versionList,
  versionManifest,
  tarball,
  search,
];
