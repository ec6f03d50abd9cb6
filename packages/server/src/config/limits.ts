// How much one Prime may be.
import { integerSetting, type Setting, sizeSetting } from './setting.ts';

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
