// Fills a registry with the releases that are read later.
import { createClient } from '../load/http-client.ts';
import { PROTOCOLS, type ProtocolName } from '../protocols/index.ts';
import { type ReleaseSet, releasesOf } from './release-sets.ts';

const AT_ONCE = 8;

/** Publishes the sets: packages concurrently, the versions of each one after the other. */
export async function seed(
  baseUrl: string,
  protocolName: ProtocolName,
  sets: readonly ReleaseSet[],
  signal: AbortSignal,
): Promise<void> {
  const protocol = PROTOCOLS[protocolName];
  const client = createClient(baseUrl, AT_ONCE, signal);
  /** The last publish of each package. */
  const chains = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  try {
    for (const release of releasesOf(sets, protocol)) {
      const before = chains.get(release.name);
      const publish = async (): Promise<void> => {
        await before;
        await protocol.publish(client.send, release);
      };
      const publishing = publish();
      chains.set(release.name, publishing);
      running.add(publishing);
      const done = (): void => void running.delete(publishing);
      publishing.then(done, done);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    client.close();
  }
}
