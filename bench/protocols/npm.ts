// An npm registry, as npm uses it.
import { createHash } from 'node:crypto';
import { requireStatus } from '../load/http-client.ts';
import { type Protocol, type Release, type ReleaseIdentity, SCOPE } from './protocol.ts';

/** The short form of a package's versions, which `npm install` requests. */
const ABBREVIATED = { accept: 'application/vnd.npm.install-v1+json' };

/** npm packages. */
export const npmProtocol: Protocol = {
  describe: (identity) => ({
    path: 'package/package.json',
    text: JSON.stringify(packageJson(identity), undefined, 2),
  }),
  async publish(send, release) {
    const answer = await send({
      method: 'PUT',
      path: `/@${SCOPE}%2f${release.name}`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(publishDocument(release)),
    });
    requireStatus(answer, 201, `the publish of ${release.name} ${release.version}`);
  },
  read(kind, { name, version }) {
    const folder = `/@${SCOPE}/${name}`;
    const encoded = `/@${SCOPE}%2f`;
    const requests = {
      manifest: { path: `${encoded}${name}/${version}`, headers: {} },
      list: { path: `${encoded}${name}`, headers: ABBREVIATED },
      tarball: { path: `${folder}/-/${fileName({ name, version })}`, headers: {} },
      missing: { path: `${encoded}missing`, headers: ABBREVIATED },
    };
    return requests[kind];
  },
  search: (words) => ({ path: `/-/v1/search?text=${encodeURIComponent(words)}&size=20`, headers: {} }),
};

function packageJson({ name, version, description }: ReleaseIdentity) {
  return { name: `@${SCOPE}/${name}`, version, description, license: 'Apache-2.0' };
}

function fileName({ name, version }: Pick<ReleaseIdentity, 'name' | 'version'>): string {
  return `${name}-${version}.tgz`;
}

/** The body that `npm publish` sends. */
function publishDocument(release: Release): string {
  const { tarball, version } = release;
  const manifest = packageJson(release);
  const file = fileName(release);
  const dist = {
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    // The registry replaces the URL in its answers.
    tarball: `http://127.0.0.1/${manifest.name}/-/${file}`,
  };
  const attachment = {
    content_type: 'application/octet-stream',
    data: tarball.toString('base64'),
    length: tarball.length,
  };
  return JSON.stringify({
    _id: manifest.name,
    name: manifest.name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${manifest.name}@${version}`, dist } },
    _attachments: { [file]: attachment },
  });
}
