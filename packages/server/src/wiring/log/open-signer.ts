// The signer for the current name of the log.
import type { LogName } from '@prime-registry/store';
import type { NamedSigner } from '../../log/current-signer.ts';
import type { SortedKeys } from '../../log/log-names.ts';
import { createNoteSigner } from '../../signing/note-signer.ts';

/** A signer for the current name; undefined if no key is recorded for it. */
export function openSigner(
  names: readonly LogName[],
  { fitting }: SortedKeys,
  now: () => number,
): NamedSigner | undefined {
  const name = names.at(-1);
  if (name === undefined || fitting.length === 0) return undefined;
  const earlierIds = new Set(names.map(({ logId }) => logId));
  earlierIds.delete(name.logId);
  const signer = createNoteSigner(name.origin, fitting, now);
  return { signer, logId: name.logId, earlierIds: [...earlierIds] };
}
