// Limits: tarballs, quotas of scopes, uploads, overload and rates.
import { durationSetting, integerSetting, orZero, sizeOrZero, sizeSetting } from './setting-kinds.ts';
import { rateSetting } from './values/rate-setting.ts';

/** Limits of what is published. */
export const PUBLISH_LIMITS = {
  maxTarballBytes: sizeSetting({
    name: 'max-tarball',
    summary: 'Largest tarball that can be published',
    default: 100 * 2 ** 20,
  }),
  maxUnpackedBytes: sizeSetting({
    name: 'max-unpacked',
    summary: 'Largest unpacked size of a tarball',
    default: 2 ** 30,
  }),
  maxEntries: integerSetting(1, 10_000_000, {
    name: 'max-entries',
    summary: 'Maximum files and folders in a tarball',
    default: 20_000,
  }),
  maxRatio: integerSetting(2, 2000, {
    name: 'max-ratio',
    summary: 'Maximum ratio of unpacked to packed bytes, checked above 16 MiB unpacked',
    default: 200,
  }),
  scopeMaxVersions: integerSetting(0, 1_000_000_000, {
    name: 'scope-max-versions',
    summary: 'Maximum versions of all Primes of a scope; 0 sets no limit',
    default: 0,
  }),
  scopeMaxBytes: sizeOrZero({
    name: 'scope-max-bytes',
    summary: 'Maximum bytes of all versions of a scope: tarballs, manifests, READMEs, atoms; 0 sets no limit',
    default: 0,
  }),
};

export const RATES = {
  publishRate: rateSetting('publish-rate', 'Publishes, and checks before them, per token'),
  yankRate: rateSetting('yank-rate', 'Yanks per token'),
  readRate: rateSetting('read-rate', 'Reads per client address, or per token in a private registry'),
  exchangeRate: rateSetting('exchange-rate', 'Exchanges and revocations of tokens per client address'),
  failedAuthRate: rateSetting('failed-auth-rate', 'Bad tokens per client address', '30/1m'),
};

/** Limits of the load of a worker. */
export const LOAD_LIMITS = {
  maxUploads: integerSetting(1, 100_000, {
    name: 'max-uploads',
    summary: 'Maximum concurrent uploads of each worker',
    default: 256,
  }),
  overloadDelayMs: orZero(
    durationSetting({
      name: 'overload-delay',
      summary:
        'Publishes and searches are refused while the event loop lags by more than this; 0 turns it off',
      default: 1000,
    }),
  ),
  maxMemoryBytes: sizeOrZero({
    name: 'max-memory',
    summary: 'Publishes and searches are refused while a worker takes more memory than this; 0 sets no limit',
    default: 0,
  }),
};
