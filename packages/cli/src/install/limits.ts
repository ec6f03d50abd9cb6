// The most that prime takes from a registry. Tarballs are untrusted, and a hostile registry can tell any limit: the
// user's settings decide.
import type { ArchiveLimits } from '@prime-registry/archive';
import type { CommandContext } from '../command.ts';
import { chooseAmount } from '../settings/amounts.ts';
import { type EffectiveSettings, loadSettings } from '../settings/load-settings.ts';

/** As high as deflate compresses, and as an operator can set it: the unpacked size is limited anyway. */
const MAX_RATIO = 2000;

/** The limits for unpacking one Prime. */
function installLimits(settings: Pick<EffectiveSettings, 'user' | 'project'>): ArchiveLimits {
  return {
    maxUnpackedBytes: chooseAmount('max-unpacked', settings).value,
    maxEntries: chooseAmount('max-entries', settings).value,
    maxRatio: MAX_RATIO,
  };
}

/** The same, from the settings of a command. @throws ValidationError for an invalid file */
export async function loadInstallLimits(
  context: Pick<CommandContext, 'folder' | 'environment'>,
): Promise<ArchiveLimits> {
  return installLimits(await loadSettings(context));
}

/**
 * For a tarball of the cache that is only read: it was unpacked within the limits of its time, and nothing is
 * written.
 */
export const CACHED_LIMITS: ArchiveLimits = {
  maxUnpackedBytes: 2 ** 50,
  maxEntries: 10_000_000,
  maxRatio: MAX_RATIO,
};
