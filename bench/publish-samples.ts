// Publishes samples over HTTP, several at once: what is measured begins when they are all there.
import type { SamplePackage } from './sample-packages.ts';

const AT_ONCE = 8;
const TIMEOUT_MS = 120_000;

/**
 * Sends one request for each sample.
 * @throws Error for the first that is answered with anything but 201.
 */
export async function publishSamples(
  samples: readonly SamplePackage[],
  send: (sample: SamplePackage, signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<void> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const queue = samples.values();
  const publishRest = async (): Promise<void> => {
    for (const sample of queue) {
      const response = await send(sample, bounded);
      const answer = await response.text();
      if (response.status !== 201) {
        throw new Error(`the publish of ${sample.name} was answered with ${response.status}: ${answer}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, publishRest));
}
