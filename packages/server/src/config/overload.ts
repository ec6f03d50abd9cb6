// From when on a process is taken to have too much to do.
import { durationSetting, orZero, type Setting, sizeSetting } from './setting.ts';

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
