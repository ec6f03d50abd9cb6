// The samples as Primes in a registry.
import { packFiles } from './pack-files.ts';
import { publishSamples } from './publish-samples.ts';
import type { SamplePackage } from './sample-packages.ts';
import { TOKEN } from './server-process.ts';

/** Publishes the samples to our registry. */
export async function publishPrimes(
  baseUrl: string,
  samples: readonly SamplePackage[],
  signal: AbortSignal,
): Promise<void> {
  await publishSamples(samples, (sample, bounded) => publishPrime(baseUrl, sample, bounded), signal);
}

/** The pack.yaml of a Prime. */
export function primeManifest(name: string, version: string): string {
  return [
    'prime-version: "1.0"',
    `name: "${name}"`,
    `version: "${version}"`,
    'description: Made for a benchmark',
    'license: Apache-2.0',
    '',
  ].join('\n');
}

async function publishPrime(baseUrl: string, sample: SamplePackage, signal: AbortSignal): Promise<Response> {
  const manifest = primeManifest(sample.name, sample.version);
  const tarball = await packFiles({ 'pack.yaml': manifest, ...sample.files });
  const form = new FormData();
  form.set('manifest', manifest);
  form.set('tarball', new Blob([new Uint8Array(tarball)]), 'prime.tar.gz');
  // Sent as bytes: a form is sent as a stream, and to abort one while it is read is an uncaught error in Node.
  const encoded = new Response(form);
  return fetch(`${baseUrl}/publish`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: await encoded.bytes(),
    signal,
  });
}
