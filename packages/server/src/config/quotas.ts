// How much a scope may hold.
import { integerSetting, orZero, type Setting, sizeSetting } from './setting.ts';

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
