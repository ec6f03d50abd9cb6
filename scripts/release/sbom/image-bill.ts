// The bill of materials of the image: the registry, its Node.js, and the packages of Debian that files were taken of.
import type { SourceState } from '../build/source-state.ts';
import type { ThirdPartyPackage } from '../build/third-party-licenses.ts';
import { type Architecture, readBaseLock } from '../image/base/base-lock.ts';
import { getRuntime } from '../image/runtime-files.ts';
import type { Bill, Component } from './cyclonedx.ts';
import { encloseBill } from './enclose-bill.ts';
import { makePackageBill } from './package-bill.ts';

/** An image that was built. */
export interface DescribedImage {
  readonly architecture: Architecture;
  /** `sha256:` and hexadecimal digits, as engines show it. */
  readonly digest: string;
  /** The third-party packages inside the registry. */
  readonly thirdParty: readonly ThirdPartyPackage[];
}

/** Describes an image. */
export function makeImageBill(image: DescribedImage, state: SourceState): Bill {
  const { architecture, digest, thirdParty } = image;
  const application = makePackageBill({ folder: 'server', kind: 'application', thirdParty }, state);
  const tag = encodeURIComponent(application.subject.version);
  const packageUrl = `pkg:oci/prime-registry@${encodeURIComponent(digest)}?arch=${architecture}&tag=${tag}`;
  return encloseBill(application, {
    subject: { ...application.subject, type: 'container', packageUrl },
    runtime: getRuntime(architecture).name,
    others: listDebianComponents(architecture),
  });
}

/** The packages of Debian in the image, with the digests of their files `.deb`. */
function listDebianComponents(architecture: Architecture): Component[] {
  const { suite, packages } = readBaseLock();
  return packages[architecture].map(({ name, version, path, sha256 }) => {
    // Packages without programs are for every processor: `all`.
    const arch = /_(\w+)\.deb$/.exec(path)?.[1] ?? architecture;
    const id = `${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
    return {
      ...{ type: 'library', name, version, scope: 'required' },
      packageUrl: `pkg:deb/debian/${id}?arch=${arch}&distro=${suite}`,
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    };
  });
}
