// Suggests a version instead of one that is yanked or removed.
import { LATEST, parseRange, type VersionList, type VersionRange } from '@prime-registry/protocol';
import { isAborted } from '../failure-guards.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import { pickVersion } from './pick-version.ts';

/** A version that cannot be taken, or should not be. */
export interface Unwanted {
  readonly version: string;
  /** The range for which it was chosen, if it was not the version itself. */
  readonly range?: VersionRange | undefined;
  /** What to use instead of it, as its deprecation says. */
  readonly successor?: { readonly name: string; readonly range?: string } | undefined;
}

/**
 * A sentence with the newest version that can be taken: within the range, or else next to the version, or else the
 * latest. Empty if there is none, or if the list cannot be read: it is only advice.
 */
export async function suggestInstead(
  { version, range, successor }: Unwanted,
  readList: () => Promise<VersionList>,
): Promise<string> {
  const list = await readQuietly(readList);
  const ranges = [range?.kind === 'exact' ? undefined : range, findCaret(version), LATEST];
  const picks = ranges.map((candidate) => list && candidate && pickVersion(list, candidate));
  const other = picks.find((pick) => pick !== undefined && pick !== version);
  const next = successor && `${successor.name}${successor.range === undefined ? '' : `@${successor.range}`}`;
  if (other === undefined) return next === undefined ? '' : ` Its successor is ${next}.`;
  return ` Take ${other} instead${next === undefined ? '' : `, or its successor ${next}`}.`;
}

function findCaret(version: string): VersionRange | undefined {
  const caret = parseRange(`^${version}`);
  return caret.ok ? caret.value : undefined;
}

async function readQuietly(readList: () => Promise<VersionList>): Promise<VersionList | undefined> {
  try {
    return await readList();
  } catch (error) {
    if (error instanceof RegistryRequestError && !isAborted(error)) return undefined;
    throw error;
  }
}
