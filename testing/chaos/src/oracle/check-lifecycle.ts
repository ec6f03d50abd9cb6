// Checks channels, deprecations and removed versions.
import { parse } from '../http/judge-problem.ts';
import { describe, MOVER, type VersionEntry } from '../model/ledger.ts';
import type { BlobPlace } from '../registry/blob-place.ts';
import type { World } from '../world.ts';
import { forEachAtOnce } from './at-once.ts';

interface Life {
  readonly channels?: readonly { readonly channel: string; readonly version: string }[];
  readonly deprecations?: readonly { readonly range: string; readonly message: string }[];
  readonly removed?: readonly { readonly version: string }[];
}

/** Checks the life of every Prime. Finds out the outcome if an answer was lost. */
export async function checkLifecycle(world: World, place: BlobPlace): Promise<void> {
  const { ledger } = world;
  await forEachAtOnce(ledger.removed, (entry) => checkRemoved(world, entry));
  for (const name of ledger.names) {
    const answer = await world.ask({ path: `/-/primes/${name}/lifecycle` });
    if (typeof answer === 'string' || answer.status !== 200) continue;
    checkLife(world, name, (parse(answer.body) ?? {}) as Life);
  }
  await checkMove(world);
  await checkBlobsGone(world, place);
}

function checkLife(
  world: World,
  name: string,
  { channels = [], deprecations = [], removed = [] }: Life,
): void {
  const { ledger, registry } = world;
  const named = channels.find(({ channel }) => channel === 'chaos')?.version;
  const wrongChannel = ledger.channels.of(name).settle(named, registry.life);
  if (wrongChannel !== undefined) world.violate(`the channel of ${name} ${wrongChannel}`);
  const message = deprecations.find(({ range }) => range === '*')?.message;
  const wrongMessage = ledger.deprecations.of(name).settle(message, registry.life);
  if (wrongMessage !== undefined) world.violate(`the deprecation of ${name} ${wrongMessage}`);
  const ofName = ledger.removed.filter((entry) => entry.name === name);
  for (const { version } of removed) {
    if (!ofName.some(({ attempts }) => attempts.some(({ draft }) => draft.version === version)))
      world.violate(`${name} ${version} was removed, but nobody asked for it`);
  }
}

async function checkMove(world: World): Promise<void> {
  const answer = await world.ask({ path: `/-/primes/${MOVER}/lifecycle` });
  if (typeof answer === 'string' || answer.status !== 200) return;
  const { moved_to: to } = (parse(answer.body) ?? {}) as { readonly moved_to?: string };
  const wrong = world.ledger.moves.of(MOVER).settle(to, world.registry.life);
  if (wrong !== undefined) world.violate(`the new name of ${MOVER} ${wrong}`);
}

async function checkRemoved(world: World, entry: VersionEntry): Promise<void> {
  const { name, fact } = entry;
  if (fact === undefined) return;
  const answer = await world.ask({ path: `/pack/${name}/${fact.version}` });
  if (typeof answer === 'string' || answer.status === 503) return;
  if (answer.status === 410) {
    entry.removal = 'acknowledged';
    for (const path of [
      `/pack/${name}/${fact.version}/tarball`,
      `/-/primes/${name}/${fact.version}/pack.yaml`,
    ]) {
      const gone = await world.ask({ path });
      if (typeof gone !== 'string' && gone.status !== 410)
        world.violate(`${describe(entry)} is removed, but ${path} was answered with ${gone.status}`);
    }
  } else if (entry.removal === 'acknowledged') {
    world.violate(`${describe(entry)} is removed, but was answered with ${answer.status}`);
  } else if (entry.removalLife < world.registry.life) entry.removal = 'none';
}

/** An acknowledged removal has removed the tarball, too. */
async function checkBlobsGone(world: World, place: BlobPlace): Promise<void> {
  const { ledger } = world;
  const gone = ledger.removed.filter(({ isTarballGone }) => isTarballGone);
  if (gone.length === 0) return;
  const names = new Set((await place.listBlobs()).map(({ name }) => name));
  for (const entry of gone) {
    if (entry.fact !== undefined && names.has(entry.fact.sha256))
      world.violate(`${describe(entry)} is removed, but its tarball is stored`);
  }
}
