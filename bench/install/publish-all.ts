// Publishes the packages that are installed.
import { releaseOf } from '../compare/release-sets.ts';
import { createClient } from '../load/http-client.ts';
import type { Protocol } from '../protocols/protocol.ts';

const PUBLISHES_AT_A_TIME = 4;
/** The version of each package. */
export const VERSION = '1.0.0';

/** Publishes a version of each, with five files of 10 KB in all. */
export async function publishAll(
  baseUrl: string,
  protocol: Protocol,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const client = createClient(baseUrl, PUBLISHES_AT_A_TIME, signal);
  const rest = names.values();
  const publish = async (): Promise<void> => {
    for (const name of rest) {
      const release = { name, version: VERSION, description: 'Made for a benchmark' };
      await protocol.publish(client.send, releaseOf(release, protocol));
    }
  };
  await Promise.all(Array.from({ length: PUBLISHES_AT_A_TIME }, publish));
  client.close();
}
