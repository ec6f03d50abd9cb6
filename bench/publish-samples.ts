// Publishes the samples to a registry: what is measured begins when they are all there.
import { posix } from 'node:path';
import { createClient, type Send } from './load/http-client.ts';
import { packFiles } from './pack-files.ts';
import { type Protocol, SCOPE } from './protocols/protocol.ts';
import type { SamplePackage } from './sample-packages.ts';

const AT_ONCE = 8;
const TIMEOUT_MS = 120_000;

/** Publishes every sample, several at once. @throws Error for the first that the registry does not take. */
export async function publishSamples(
  protocol: Protocol,
  baseUrl: string,
  samples: readonly SamplePackage[],
  signal: AbortSignal,
): Promise<void> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const client = createClient(baseUrl, AT_ONCE, bounded);
  const queue = samples.values();
  const publishRest = async (): Promise<void> => {
    for (const sample of queue) await publishSample(protocol, client.send, sample);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, publishRest));
  } finally {
    client.close();
  }
}

async function publishSample(protocol: Protocol, send: Send, sample: SamplePackage): Promise<void> {
  const identity = {
    name: sample.name.slice(`@${SCOPE}/`.length),
    version: sample.version,
    description: 'Made for a benchmark',
  };
  const first = protocol.describe(identity);
  // Some registries want all files in a folder.
  const folder = posix.dirname(first.path);
  const files = Object.entries(sample.files).map(([path, text]) => [posix.join(folder, path), text]);
  const tarball = await packFiles({ [first.path]: first.text, ...Object.fromEntries(files) });
  await protocol.publish(send, { ...identity, tarball });
}
