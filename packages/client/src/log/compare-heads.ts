// Compares two heads: whether they belong to one log that only grew.
import { encodeBase64, type Hash, verifyConsistency } from '@prime-registry/tlog';
import { RegistryRequestError } from '../registry-request-error.ts';
import type { LogClient } from './log-client.ts';
import { LogError, type LogExhibit } from './log-error.ts';
import type { LogCrypto, SignedHead } from './signed-head.ts';

/** How a head compares with one that was seen before. */
export type HeadAge = 'newer' | 'same' | 'older';

/** Two heads of one log. */
export interface HeadPair {
  readonly seen: SignedHead;
  readonly shown: SignedHead;
}

/**
 * Compares a head that the registry shows with one that was seen before; asks for the hashes between them, unless both
 * have the same size.
 * @returns `older` if the registry shows an old head, but still has what came later
 * @throws LogError `fork` if neither is the beginning of the other; `shrunk` if the registry does not have what was seen.
 *   The exhibits are both notes and the hashes.
 * @throws RegistryRequestError
 */
export async function compareHeads(
  client: Pick<LogClient, 'logConsistency'>,
  heads: HeadPair,
  { sha256 }: Pick<LogCrypto, 'sha256'>,
  signal?: AbortSignal,
): Promise<HeadAge> {
  const { seen, shown } = heads;
  // Every log extends an empty one, so no hashes could show that the registry still has the rest.
  if (shown.size === 0 && seen.size > 0)
    throw new LogError('shrunk', `the log has lost entries: ${describeHeads(heads)}`, {
      exhibits: exhibit(heads, []),
    });
  const [from, to] = seen.size <= shown.size ? [seen, shown] : [shown, seen];
  const isTrivial = from.size === to.size || from.size === 0;
  const proof = isTrivial ? [] : await readHashes(client, { from: from.size, to: to.size }, heads, signal);
  if (!verifyConsistency(sha256, { from, to, proof })) {
    const message = `the log contradicts what was signed before: ${describeHeads(heads)}`;
    throw new LogError('fork', message, { exhibits: exhibit(heads, proof) });
  }
  if (from.size === to.size) return 'same';
  return from === seen ? 'newer' : 'older';
}

async function readHashes(
  client: Pick<LogClient, 'logConsistency'>,
  { from, to }: { readonly from: number; readonly to: number },
  heads: HeadPair,
  signal: AbortSignal | undefined,
): Promise<readonly Hash[]> {
  try {
    return await client.logConsistency(from, to, signal === undefined ? {} : { signal });
  } catch (error) {
    if (to !== heads.seen.size || !isRefusal(error)) throw error;
    const message = `the log has lost entries: ${describeHeads(heads)}`;
    throw new LogError('shrunk', message, { exhibits: exhibit(heads, []), cause: error });
  }
}

/** Whether the registry itself says that it has fewer entries. */
function isRefusal(error: unknown): boolean {
  return error instanceof RegistryRequestError && (error.status === 400 || error.status === 404);
}

function exhibit({ seen, shown }: HeadPair, proof: readonly Hash[]): LogExhibit[] {
  const hashes = proof.map((hash) => `${encodeBase64(hash)}\n`).join('');
  return [
    { title: 'The head that was seen before', text: seen.note },
    { title: 'The head that is shown now', text: shown.note },
    { title: 'The hashes between the two, as the registry gives them', text: hashes },
  ];
}

function describeHeads({ seen, shown }: HeadPair): string {
  return `you saw ${describe(seen)}, and it shows ${describe(shown)}`;
}

function describe({ size, root }: SignedHead): string {
  return `${size} entries (root ${encodeBase64(root).slice(0, 6)}…)`;
}
