// The oracle: without load, checks everything that was ever acknowledged, and finds out what is still
// unknown.
import type { SeededRandom } from '@prime-registry/testkit';
import type { BlobPlace } from '../registry/blob-place.ts';
import type { World } from '../world.ts';
import { checkBurned } from './check-burned.ts';
import { checkFiles } from './check-files.ts';
import { checkLifecycle } from './check-lifecycle.ts';
import { checkLists } from './check-lists.ts';
import { checkLog } from './check-log.ts';
import { checkTokens } from './check-tokens.ts';
import { checkTransparency } from './check-transparency.ts';
import { checkVersions } from './check-versions.ts';

/** What to check. */
export interface Check {
  readonly world: World;
  readonly place: BlobPlace;
  readonly random: SeededRandom;
  /** Uploads of clients that are still connected. */
  readonly openUploads: number;
}

/** Checks everything. Only clients that never finish may use the registry in the meantime. */
export async function checkEverything({ world, place, random, openUploads }: Check): Promise<void> {
  const ready = await world.ask({ path: '/-/health/ready' });
  if (typeof ready !== 'string' && ready.status !== 200)
    world.violate(`the registry is not ready: ${ready.body}`);
  // First of all, which versions there still are.
  await checkLifecycle(world, place);
  await checkVersions(world);
  await checkLists(world);
  await checkBurned(world, random);
  await checkTokens(world);
  await checkTransparency(world, random);
  await checkFiles(world, place, openUploads);
  checkLog(world);
}
