// The head of a log whose key the user has decided to trust takes the place of what an impostor has shown.
import { type SignedHead, trustKeys } from '@prime-registry/client';
import { NODE_CRYPTO } from '../node-crypto.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import { isTrusted } from '../trust/remember-keys.ts';
import { HeadFile } from './head-file.ts';

/**
 * Remembers the head, unless an earlier one counts: one that this key has signed, or one whose signer was trusted for the registry.
 * Any other one is of somebody who has taken the name of the log.
 */
export async function keepTrustedHead(
  logs: Pick<RegistryLogs, 'stateFolder' | 'findTrust'>,
  registry: string,
  { head, vkey }: { readonly head: SignedHead; readonly vkey: string },
  signal: AbortSignal,
): Promise<void> {
  const file = new HeadFile(logs.stateFolder, head.origin);
  for (;;) {
    const before = file.read();
    const trusted = [trustKeys([vkey], NODE_CRYPTO), logs.findTrust(registry)?.readSignedHead];
    if (before !== undefined && trusted.some((read) => read !== undefined && isTrusted(read, before))) return;
    // Another command may have been faster, also with what the impostor has shown to it.
    if (await file.replace(before, head.note, signal)) return;
  }
}
