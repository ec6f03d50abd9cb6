// Limits: tarballs, quotas of scopes, uploads, overload and rates.
import type { Setting } from './setting.ts';
import { durationSetting, integerSetting, orZero, sizeSetting } from './setting-kinds.ts';
import { type RateLimit, rateSetting } from './values/rate-setting.ts';

export const MAX_TARBALL: Setting<number> = sizeSetting({
  name: 'max-tarball',
  summary: 'Largest tarball that can be published',
  default: 100 * 2 ** 20,
});

export const MAX_UNPACKED: Setting<number> = sizeSetting({
  name: 'max-unpacked',
  summary: 'Largest unpacked size of a tarball',
  default: 2 ** 30,
});

export const MAX_ENTRIES: Setting<number> = integerSetting(
  { name: 'max-entries', summary: 'Maximum files and folders in a tarball', default: 20_000 },
  1,
  10_000_000,
);

export const MAX_RATIO: Setting<number> = integerSetting(
  {
    name: 'max-ratio',
    summary: 'Maximum ratio of unpacked to packed bytes, checked above 16 MiB unpacked',
    default: 200,
  },
  2,
  2000,
);

export const SCOPE_MAX_VERSIONS: Setting<number> = integerSetting(
  {
    name: 'scope-max-versions',
    summary: 'Maximum versions of all Primes of a scope; 0 sets no limit',
    default: 0,
  },
  0,
  1_000_000_000,
);

export const SCOPE_MAX_BYTES: Setting<number> = orZero(
  sizeSetting({
    name: 'scope-max-bytes',
    summary: 'Maximum bytes of all versions of a scope: tarballs, manifests, READMEs, atoms; 0 sets no limit',
    default: 0,
  }),
);

export const MAX_UPLOADS: Setting<number> = integerSetting(
  { name: 'max-uploads', summary: 'Maximum concurrent uploads of each worker', default: 256 },
  1,
  100_000,
);

export const OVERLOAD_DELAY: Setting<number> = orZero(
  durationSetting({
    name: 'overload-delay',
    summary: 'Publishes and searches are refused while the event loop lags by more than this; 0 turns it off',
    default: 1000,
  }),
);

export const MAX_MEMORY: Setting<number> = orZero(
  sizeSetting({
    name: 'max-memory',
    summary: 'Publishes and searches are refused while a worker takes more memory than this; 0 sets no limit',
    default: 0,
  }),
);

export const PUBLISH_RATE: Setting<RateLimit> = rateSetting(
  'publish-rate',
  'Publishes, and checks before them, per token',
  'off',
);

export const YANK_RATE: Setting<RateLimit> = rateSetting('yank-rate', 'Yanks per token', 'off');

export const READ_RATE: Setting<RateLimit> = rateSetting(
  'read-rate',
  'Reads per client address, or per token in a private registry',
  'off',
);

export const EXCHANGE_RATE: Setting<RateLimit> = rateSetting(
  'exchange-rate',
  'Exchanges and revocations of tokens per client address',
  'off',
);

export const FAILED_AUTH_RATE: Setting<RateLimit> = rateSetting(
  'failed-auth-rate',
  'Bad tokens per client address',
  '30/1m',
);
