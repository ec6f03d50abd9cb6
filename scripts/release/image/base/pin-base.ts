// Pins the present Debian packages: reads the signed lists of a release and of its security updates, and writes the
// newest version of each package to base-lock.json. Needs a Debian machine, for its keys, gpgv and dpkg.
import { spawnSync } from 'node:child_process';
import {
  ARCHITECTURES,
  type Architecture,
  type BaseLock,
  type PinnedPackage,
  readBaseLock,
  writeBaseLock,
} from './base-lock.ts';
import { type DebianMirror, readFromMirror, readPinned } from './debian-mirror.ts';
import { decompressXz } from './read-deb.ts';

const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const MAX_LIST_BYTES = 64 * 1024 ** 2;
/** Of which `base-files.ts` takes the files that Node.js needs. */
const PACKAGES = [
  'base-files',
  'ca-certificates',
  'gcc-14-base',
  'libatomic1',
  'libc6',
  'libgcc-s1',
  'libstdc++6',
];

/** @throws Error if a list is not signed by Debian, or lacks a package */
export async function pinBase(mirror: DebianMirror): Promise<BaseLock> {
  const { suite } = readBaseLock();
  const releases = [
    { root: 'debian', suite },
    { root: 'debian-security', suite: `${suite}-security` },
  ];
  const packages: Record<Architecture, PinnedPackage[]> = { amd64: [], arm64: [] };
  for (const release of releases) {
    const folder = `${release.root}/dists/${release.suite}`;
    const index = verifySignature(await readFromMirror(mirror, `${folder}/InRelease`, MAX_LIST_BYTES));
    for (const architecture of ARCHITECTURES) {
      const list = `main/binary-${architecture}/Packages.xz`;
      const [, sha256 = '', size = ''] =
        new RegExp(`^ ([0-9a-f]{64}) +(\\d+) ${list}$`, 'm').exec(index) ?? [];
      const pinned = { path: `${folder}/${list}`, sizeBytes: Number(size), sha256 };
      const text = decompressXz(await readPinned(mirror, pinned)).toString();
      for (const found of readList(text, release.root)) keepNewest(packages[architecture], found);
    }
  }
  for (const architecture of ARCHITECTURES) {
    const missing = PACKAGES.filter((name) => !packages[architecture].some((one) => one.name === name));
    if (missing.length > 0) throw new Error(`${suite} has no ${missing.join(', ')} for ${architecture}`);
    packages[architecture].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  const lock = { suite, packages };
  writeBaseLock(lock);
  return lock;
}

function verifySignature(signed: Buffer): string {
  const { status, stdout, stderr, error } = spawnSync('gpgv', ['--keyring', KEYS, '--output', '-'], {
    input: signed,
  });
  if (status === 0) return stdout.toString();
  throw new Error(`the list is not signed by Debian: ${error?.message ?? stderr.toString().trim()}`);
}

function* readList(text: string, root: string): Generator<PinnedPackage> {
  for (const paragraph of text.split('\n\n')) {
    const value = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(paragraph)?.[1] ?? '';
    const name = value('Package');
    if (!PACKAGES.includes(name)) continue;
    const path = `${root}/${value('Filename')}`;
    yield {
      name,
      version: value('Version'),
      path,
      sizeBytes: Number(value('Size')),
      sha256: value('SHA256'),
    };
  }
}

function keepNewest(packages: PinnedPackage[], found: PinnedPackage): void {
  const index = packages.findIndex(({ name }) => name === found.name);
  const present = packages[index];
  if (present === undefined) packages.push(found);
  else if (isNewer(found.version, present.version)) packages[index] = found;
}

function isNewer(version: string, than: string): boolean {
  return spawnSync('dpkg', ['--compare-versions', version, 'gt', than]).status === 0;
}
