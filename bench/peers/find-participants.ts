// Finds which of the requested peers are available.
import { PEERS } from './index.ts';
import { MissingPeer, type Peer, type PeerName } from './peer.ts';

/** The available peers, and the missing ones. */
export interface Participants {
  readonly present: readonly { readonly peer: Peer; readonly version: string }[];
  readonly missing: readonly { readonly name: PeerName; readonly title: string; readonly problem: string }[];
}

/** Looks for the peers, and prints which are missing. */
export async function findParticipants(
  wanted: readonly PeerName[],
  signal: AbortSignal,
): Promise<Participants> {
  const present = [];
  const missing = [];
  for (const peer of PEERS.filter(({ name }) => wanted.includes(name))) {
    try {
      present.push({ peer, version: await peer.getVersion(signal) });
    } catch (error) {
      if (!(error instanceof MissingPeer)) throw error;
      console.error(`${peer.title} IS LEFT OUT: ${error.message}`);
      missing.push({ name: peer.name, title: peer.title, problem: error.message });
    }
  }
  return { present, missing };
}
