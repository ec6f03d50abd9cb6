// The releases that are published to all registries. Their tarballs have the sizes of the cases.
import { randomBytes } from 'node:crypto';
import type { Protocol, Release, ReleaseIdentity } from '../protocols/protocol.ts';
import { prose, randomWords } from '../tarballs/prose.ts';
import { createTarballPacker, type TarballPacker } from '../tarballs/tarball-packer.ts';

const MB = 1_000_000;
/** Number of packages to search in. */
export const SEARCHED = 2000;
const QUERIES = 100;

/** Text in five files, which compresses to 10 KB. */
const packText = createTarballPacker(
  Object.fromEntries([1, 2, 3, 4, 5].map((seed) => [`notes/part-${seed}.md`, Buffer.from(prose(seed, 640))])),
  9,
);

/** The releases, by set. */
const SETS = {
  'list-1': () => versionsOf('list-1', 1),
  'list-50': () => versionsOf('list-50', 50),
  'list-1000': () => versionsOf('list-1000', 1000),
  'random-1mb': () => versionsOf('random-1mb', 1),
  'random-100mb': () => versionsOf('random-100mb', 1),
  search: () => listSearched(),
} as const;

/** The name of a set. */
export type ReleaseSet = keyof typeof SETS;

/** Makes the releases of sets lazily, in the form of a registry. */
export function* releasesOf(sets: Iterable<ReleaseSet>, protocol: Protocol): Generator<Release> {
  for (const set of sets) {
    const pack = packerOf(set);
    for (const identity of SETS[set]()) yield releaseOf(identity, protocol, pack);
  }
}

/** The first release of a set, always the same. */
export function firstReleaseOf(set: ReleaseSet, protocol: Protocol): Release {
  const [identity] = SETS[set]();
  if (identity === undefined) throw new Error(`${set} is empty`);
  return releaseOf(identity, protocol, packerOf(set));
}

/** Packs a release. */
export function releaseOf(identity: ReleaseIdentity, protocol: Protocol, pack = packText): Release {
  const { path, text } = protocol.describe(identity);
  return { ...identity, tarball: pack(path, text) };
}

/** The search queries: common and rare words, prefixes, and words that occur together. */
export function listQueries(): string[] {
  const word = randomWords(3);
  const searched = listSearched();
  return Array.from({ length: QUERIES }, (_, index) => {
    if (index % 3 === 0) return word();
    if (index % 3 === 1) return word().slice(0, 3);
    const [first = '', , third = ''] = (searched[index]?.description ?? '').split(' ');
    return `${first} ${third}`;
  });
}

// Random bytes are made once, because some URLs contain their digest.
const packers = new Map<ReleaseSet, TarballPacker>();

function packerOf(set: ReleaseSet): TarballPacker {
  const sizeBytes = { 'random-1mb': MB, 'random-100mb': 100 * MB }[set as string];
  if (sizeBytes === undefined) return packText;
  const packer = packers.get(set) ?? createTarballPacker({ 'random.bin': randomBytes(sizeBytes) }, 0);
  packers.set(set, packer);
  return packer;
}

function versionsOf(name: string, count: number): ReleaseIdentity[] {
  return Array.from({ length: count }, (_, index) => ({
    name,
    version: `1.${index}.0`,
    description: 'Made for a benchmark',
  }));
}

function listSearched(): ReleaseIdentity[] {
  const word = randomWords(2);
  return Array.from({ length: SEARCHED }, (_, index) => ({
    name: `${word()}-${word()}-${index + 1}`,
    version: '1.0.0',
    description: Array.from({ length: 15 }, word).join(' '),
  }));
}
