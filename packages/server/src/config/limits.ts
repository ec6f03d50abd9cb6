// How much of everything there may be: tarballs, scopes, uploads, and requests in a time.
import { parseDuration } from '@prime-registry/command-line';
import { durationSetting, integerSetting, orZero, type Setting, sizeSetting } from './setting.ts';

export const MAX_TARBALL: Setting<number> = sizeSetting({
  name: 'max-tarball',
  summary: 'Largest tarball that may be published',
  default: 100 * 2 ** 20,
});

export const MAX_UNPACKED: Setting<number> = sizeSetting({
  name: 'max-unpacked',
  summary: 'Largest size that a tarball may unpack to',
  default: 2 ** 30,
});

export const MAX_ENTRIES: Setting<number> = integerSetting(
  { name: 'max-entries', summary: 'Most files and folders in a tarball', default: 20_000 },
  1,
  10_000_000,
);

export const MAX_RATIO: Setting<number> = integerSetting(
  {
    name: 'max-ratio',
    summary: 'Largest ratio of unpacked to packed size, judged past 16 MiB unpacked',
    default: 200,
  },
  2,
  2000,
);

export const SCOPE_MAX_VERSIONS: Setting<number> = integerSetting(
  { name: 'scope-max-versions', summary: 'Most versions of all Primes of a scope; 0: no limit', default: 0 },
  0,
  1_000_000_000,
);

export const SCOPE_MAX_BYTES: Setting<number> = orZero(
  sizeSetting({
    name: 'scope-max-bytes',
    summary: 'Most bytes of all tarballs of a scope; 0: no limit',
    default: 0,
  }),
);

export const MAX_UPLOADS: Setting<number> = integerSetting(
  { name: 'max-uploads', summary: 'Most uploads at a time, for each worker', default: 256 },
  1,
  100_000,
);

export const OVERLOAD_DELAY: Setting<number> = orZero(
  durationSetting({
    name: 'overload-delay',
    summary: 'Publishes and searches are refused while everything waits so long for its turn; 0: never',
    default: 1000,
  }),
);

export const MAX_MEMORY: Setting<number> = orZero(
  sizeSetting({
    name: 'max-memory',
    summary: 'Publishes and searches are refused while a worker has more memory than this; 0: no limit',
    default: 0,
  }),
);

/** So many requests in so many seconds: all of them at once, or one after the other. */
export interface Rate {
  readonly requests: number;
  readonly windowS: number;
}

/** A rate, or no limit. */
export type RateLimit = Rate | 'off';

const MAX_REQUESTS = 1_000_000;
const MAX_WINDOW_MS = 86_400_000;

function rateSetting(name: string, summary: string, defaultText: string): Setting<RateLimit> {
  return {
    name,
    summary,
    allowed: 'off, or requests in a time from 1s to 1d, such as 10/1s, 60/1m or 1000/1h',
    default: readRate(defaultText) ?? 'off',
    defaultText,
    read: readRate,
  };
}

function readRate(text: string): RateLimit | undefined {
  if (text === 'off') return text;
  const [, requests = '', time = ''] = /^([1-9][0-9]{0,6})\/([0-9]+(?:s|m|h|d))$/.exec(text) ?? [];
  const windowMs = parseDuration(time);
  if (windowMs === undefined || windowMs > MAX_WINDOW_MS || Number(requests) > MAX_REQUESTS) return undefined;
  return { requests: Number(requests), windowS: windowMs / 1000 };
}

export const PUBLISH_RATE: Setting<RateLimit> = rateSetting(
  'publish-rate',
  'Publishes that one token may ask for',
  'off',
);

export const YANK_RATE: Setting<RateLimit> = rateSetting(
  'yank-rate',
  'Yanks that one token may ask for',
  'off',
);

export const READ_RATE: Setting<RateLimit> = rateSetting(
  'read-rate',
  'Reads that one address may ask for, or one token where reading needs one',
  'off',
);

export const FAILED_AUTH_RATE: Setting<RateLimit> = rateSetting(
  'failed-auth-rate',
  'Bad tokens that one address may try',
  '30/1m',
);
