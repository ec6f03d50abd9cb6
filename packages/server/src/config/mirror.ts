// How much is kept of what came from other registries, and for how long.
import { parseDuration } from '@prime-registry/command-line';
import { orZero, type Setting, sizeSetting } from './setting.ts';

const DAY_MS = 86_400_000;

export const MIRROR_MAX_BYTES: Setting<number> = orZero(
  sizeSetting({
    name: 'mirror-max-bytes',
    summary: 'Most bytes of all tarballs that came from other registries; 0: no limit',
    default: 0,
  }),
);

/** In milliseconds; reads are known to the day. */
export const MIRROR_MAX_AGE: Setting<number> = {
  name: 'mirror-max-age',
  summary: 'How long what came from other registries is kept when nobody reads it; 0: for ever',
  allowed: '0, or a length of time from 1d to 3650d, such as 36h or 90d',
  default: 0,
  defaultText: '0',
  read(text) {
    if (text === '0') return 0;
    const ageMs = parseDuration(text);
    return ageMs !== undefined && ageMs >= DAY_MS ? ageMs : undefined;
  },
};
