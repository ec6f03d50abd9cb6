// From when on a process is taken to have too much to do.
import { durationSetting, type Setting, sizeSetting } from './setting.ts';

export const OVERLOAD_DELAY: Setting<number> = orZero(
  durationSetting({
    name: 'overload-delay',
    summary: 'Publishes and searches are refused while everything waits so long for its turn; 0: never',
    default: 1000,
  }),
);

export const MAX_MEMORY: Setting<number> = orZero({
  ...sizeSetting({
    name: 'max-memory',
    summary: 'Publishes and searches are refused while a worker has more memory than this; 0: no limit',
    default: 2 ** 30,
  }),
  default: 0,
  defaultText: '0',
});

function orZero(setting: Setting<number>): Setting<number> {
  return {
    ...setting,
    allowed: `0, or ${setting.allowed}`,
    read: (text) => (text === '0' ? 0 : setting.read(text)),
  };
}
