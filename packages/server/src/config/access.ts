// Who may do what, and what a publish must obey.
import type { VersionRule } from '../actions/publish-version/check-version-step.ts';
import { choiceSetting, type Setting, switchSetting } from './setting.ts';

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

export const VERSION_RULE: Setting<VersionRule> = choiceSetting(
  {
    name: 'version-rule',
    summary:
      'What is done when a version promises less than was changed since the one before: warn, enforce or off',
    default: 'warn',
  },
  ['warn', 'enforce', 'off'],
);

/** Not a setting with a flag: a command line can be read by everybody on the machine. */
export const ADMIN_TOKEN_VARIABLE = 'PRIME_REGISTRY_TOKEN';
