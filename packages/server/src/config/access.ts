// Who may do what.
import { type Setting, switchSetting } from './setting.ts';

export const PRIVATE: Setting<boolean> = switchSetting({
  name: 'private',
  summary: 'Reading needs a token with the read permission as well',
  default: false,
});

export const ALLOW_STABLE_YANK: Setting<boolean> = switchSetting({
  name: 'allow-stable-yank',
  summary: 'Versions that are not prereleases may be yanked too',
  default: false,
});

/** Not a setting with a flag: a command line can be read by everybody on the machine. */
export const ADMIN_TOKEN_VARIABLE = 'PRIME_REGISTRY_TOKEN';
