// This registry, used as the contract says.
import { ROUTES, tarballPath, versionListPath, versionManifestPath } from '@prime-registry/protocol';
import { requireStatus } from '../load/http-client.ts';
import { TOKEN } from '../processes/server-process.ts';
import { type Protocol, type ReleaseIdentity, SCOPE } from './protocol.ts';

const BOUNDARY = 'bench-boundary-of-a-form';

/** Primes. */
export const primeProtocol: Protocol = {
  describe: (identity) => ({ path: 'pack.yaml', text: primeManifest(identity) }),
  async publish(send, release) {
    const answer = await send({
      method: 'POST',
      path: ROUTES.publish,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body: encodeForm(primeManifest(release), release.tarball),
    });
    requireStatus(answer, 201, `the publish of ${release.name} ${release.version}`);
  },
  read(kind, { name, version }) {
    const prime = `@${SCOPE}/${name}`;
    const paths = {
      manifest: versionManifestPath(prime, version),
      list: versionListPath(prime),
      tarball: tarballPath(prime, version),
      missing: versionManifestPath(`@${SCOPE}/missing`, version),
    };
    return { path: paths[kind], headers: {} };
  },
  search: (words) => ({ path: `${ROUTES.search}?q=${encodeURIComponent(words)}`, headers: {} }),
};

/** The pack.yaml of a Prime. */
function primeManifest({ name, version, description }: ReleaseIdentity): string {
  return [
    'prime-version: "1.0"',
    `name: "@${SCOPE}/${name}"`,
    `version: "${version}"`,
    `description: ${description}`,
    'license: Apache-2.0',
    '',
  ].join('\n');
}

/** The form of a publish (RFC 7578). */
function encodeForm(manifest: string, tarball: Buffer): Buffer {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name=`;
  return Buffer.concat([
    Buffer.from(`${part}"manifest"\r\n\r\n${manifest}\r\n${part}"tarball"; filename="prime.tar.gz"\r\n\r\n`),
    tarball,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
