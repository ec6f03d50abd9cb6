// A container registry (OCI Distribution Specification 1.1). The tarball is the only layer of an artifact.
import { createHash } from 'node:crypto';
import { requireStatus, type Send } from '../load/http-client.ts';
import { type Protocol, type Release, SCOPE } from './protocol.ts';

const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar+gzip';

/** Artifacts in repositories, versions as tags. It has no search. */
export const distributionProtocol: Protocol = {
  describe: ({ name, version, description }) => ({
    path: 'artifact.json',
    text: JSON.stringify({ name, version, description }),
  }),
  async publish(send, release) {
    const digest = await uploadBlob(send, release);
    // The tarball is also the configuration, which saves an upload.
    const blob = { digest, size: release.tarball.length };
    const manifest = {
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      config: { mediaType: LAYER_TYPE, ...blob },
      layers: [{ mediaType: LAYER_TYPE, ...blob }],
    };
    const answer = await send({
      method: 'PUT',
      path: `/v2/${SCOPE}/${release.name}/manifests/${release.version}`,
      headers: { 'content-type': MANIFEST_TYPE },
      body: Buffer.from(JSON.stringify(manifest)),
    });
    requireStatus(answer, 201, `the manifest of ${release.name} ${release.version}`);
  },
  read(kind, release) {
    const { name, version } = release;
    const repository = `/v2/${SCOPE}/${name}`;
    const paths = {
      manifest: () => `${repository}/manifests/${version}`,
      list: () => `${repository}/tags/list`,
      tarball: () => `${repository}/blobs/${digestOf(release)}`,
      missing: () => `/v2/${SCOPE}/missing/manifests/${version}`,
    };
    return { path: paths[kind](), headers: kind === 'manifest' ? { accept: MANIFEST_TYPE } : {} };
  },
};

async function uploadBlob(send: Send, release: Release): Promise<string> {
  const what = `the upload of ${release.name} ${release.version}`;
  const path = `/v2/${SCOPE}/${release.name}/blobs/uploads/`;
  const begun = requireStatus(await send({ method: 'POST', path }), 202, what);
  const digest = digestOf(release);
  const location = begun.headers.location ?? '';
  const done = await send({
    method: 'PUT',
    path: `${location}${location.includes('?') ? '&' : '?'}digest=${encodeURIComponent(digest)}`,
    headers: { 'content-type': 'application/octet-stream' },
    body: release.tarball,
  });
  requireStatus(done, 201, what);
  return digest;
}

function digestOf({ tarball }: Release): string {
  return `sha256:${createHash('sha256').update(tarball).digest('hex')}`;
}
