// The layer that everything else stands on: what Node.js needs of Debian, and nothing else. No shell, no package manager.
import { join } from 'node:path';
import { fileEntry, folderEntry, type ImageEntry, linkEntry } from '../oci/image-entry.ts';
import { type Architecture, type PinnedPackage, readBaseLock } from './base-lock.ts';
import { type DebianMirror, readPinned } from './debian-mirror.ts';
import { cachedFile } from './download-cache.ts';
import { type DebPackage, readDeb } from './read-deb.ts';

/** The user of the registry, by number, so that an orchestrator can check that it is not root. */
export const USER_ID = 65_532;

/** Durable state, and the only folder of the image that the user may write to. A layer of its own, as its owner differs. */
export const DATA_LAYER: readonly ImageEntry[] = [{ ...folderEntry('data', 0o750), owner: USER_ID }];

/** Which files are taken of a package. Of each also its copyright. */
const TAKEN: Readonly<Record<string, RegExp>> = {
  'base-files':
    /^(etc\/debian_version|etc\/os-release|usr\/lib\/os-release|usr\/share\/common-licenses\/(Apache-2\.0|L?GPL-[23](\.1)?|L?GPL|MPL-2\.0|GFDL(-1\.3)?))$/,
  'ca-certificates': /^usr\/share\/ca-certificates\/mozilla\/.*\.crt$/,
  'gcc-14-base': /^$/,
  libatomic1: /^usr\/lib\/[^/]+\/libatomic\.so\.1[\d.]*$/,
  // What Node.js is linked with, and what finds host names.
  libc6:
    /^usr\/(lib|lib64)\/(.*\/)?(ld-linux-[\w-]+\.so\.\d|lib(c|m)\.so\.6|lib(dl|pthread|resolv|nss_dns|nss_files)\.so\.[\d]+)$/,
  'libgcc-s1': /^usr\/lib\/[^/]+\/libgcc_s\.so\.1$/,
  'libstdc++6': /^usr\/lib\/[^/]+\/libstdc\+\+\.so\.6[\d.]*$/,
};
const COPYRIGHT = /^usr\/share\/doc\/[^/]+(\/copyright)?$/;

/** The first layer of the image. */
export async function readBaseLayer(
  architecture: Architecture,
  mirror: () => DebianMirror,
  cacheFolder: string,
): Promise<ImageEntry[]> {
  const entries: ImageEntry[] = [...systemEntries(architecture)];
  for (const pinned of readBaseLock().packages[architecture]) {
    const file = join(cacheFolder, pinned.sha256);
    const bytes = await cachedFile(file, pinned.sha256, () => readPinned(mirror(), pinned));
    entries.push(...takeEntries(pinned, readDeb(bytes)));
  }
  const certificates = entries.filter(({ path }) => path.startsWith('usr/share/ca-certificates/'));
  return [
    ...entries.filter((entry) => !certificates.includes(entry)),
    // One file, as programs expect it; in the order of the names.
    fileEntry('etc/ssl/certs/ca-certificates.crt', joinCertificates(certificates)),
  ];
}

function takeEntries(pinned: PinnedPackage, { entries, control }: DebPackage): ImageEntry[] {
  const wanted = TAKEN[pinned.name];
  if (wanted === undefined) throw new Error(`base-files.ts does not say what to take of ${pinned.name}`);
  const taken = entries.filter(
    ({ path, kind }) =>
      (kind !== 'folder' && wanted.test(path)) ||
      (COPYRIGHT.test(path) && (kind === 'link' || path.endsWith('/copyright'))),
  );
  if (taken.length === 0) throw new Error(`nothing was taken of ${pinned.name}: its files have other names`);
  // Where scanners for vulnerabilities look for packages of images without a package manager.
  return [...taken, fileEntry(`var/lib/dpkg/status.d/${pinned.name}`, control)];
}

function joinCertificates(certificates: readonly ImageEntry[]): Buffer {
  const sorted = certificates.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return Buffer.concat(sorted.map(({ content }) => Buffer.from(content ?? '')));
}

/** Users, names of hosts, places for mounts, and where programs look for the linker. */
function systemEntries(architecture: Architecture): ImageEntry[] {
  const user = `prime-registry:x:${USER_ID}:${USER_ID}:prime-registry:/nonexistent:/nonexistent\n`;
  return [
    fileEntry('etc/passwd', `root:x:0:0:root:/root:/nonexistent\n${user}`),
    fileEntry('etc/group', `root:x:0:\nprime-registry:x:${USER_ID}:\n`),
    fileEntry('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    ...['dev', 'proc', 'run', 'sys'].map((path) => folderEntry(path)),
    linkEntry('lib', 'usr/lib'),
    ...(architecture === 'amd64' ? [linkEntry('lib64', 'usr/lib64')] : []),
  ];
}
