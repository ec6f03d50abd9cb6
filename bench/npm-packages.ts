// The samples as npm packages in Verdaccio, sent as `npm publish` sends them, without a process for each.
import { createHash } from 'node:crypto';
import { packFiles } from './pack-files.ts';
import { publishSamples } from './publish-samples.ts';
import type { SamplePackage } from './sample-packages.ts';

/** Publishes the samples to an npm registry in which everybody may publish. */
export async function publishNpmPackages(
  baseUrl: string,
  samples: readonly SamplePackage[],
  signal: AbortSignal,
): Promise<void> {
  await publishSamples(samples, (sample, bounded) => publishNpmPackage(baseUrl, sample, bounded), signal);
}

async function publishNpmPackage(
  baseUrl: string,
  { name, version, files }: SamplePackage,
  signal: AbortSignal,
): Promise<Response> {
  const manifest = { name, version, description: 'Made for a benchmark', license: 'Apache-2.0' };
  const tarball = await packFiles({
    'package/package.json': JSON.stringify(manifest),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`package/${path}`, text])),
  });
  const fileName = `${name}-${version}.tgz`;
  const dist = {
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    tarball: `${baseUrl}/${name}/-/${fileName}`,
  };
  const attachment = {
    content_type: 'application/octet-stream',
    data: tarball.toString('base64'),
    length: tarball.length,
  };
  return fetch(`${baseUrl}/${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
      _attachments: { [fileName]: attachment },
    }),
    signal,
  });
}
