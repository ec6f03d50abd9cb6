// Who may do what, and which rule a publish must follow.
import type { VersionRule } from '../actions/publish-version/check-version-step.ts';
import type { SecretScan } from '../tasks/tarball-secrets.ts';
import { choiceSetting, type Setting, switchSetting } from './setting.ts';

export const PRIVATE: Setting<boolean> = switchSetting({
  name: 'private',
  summary: 'Reading requires a token with the read permission',
  default: false,
});

export const ALLOW_STABLE_YANK: Setting<boolean> = switchSetting({
  name: 'allow-stable-yank',
  summary: 'Stable versions can be yanked, not only prereleases',
  default: false,
});

export const VERSION_RULE: Setting<VersionRule> = choiceSetting(
  {
    name: 'version-rule',
    summary: 'What happens when a version number understates its changes: warn, enforce or off',
    default: 'warn',
  },
  ['warn', 'enforce', 'off'],
);

export const SECRET_SCAN: Setting<SecretScan> = choiceSetting(
  {
    name: 'secret-scan',
    summary: 'What happens when a publish contains what looks like a secret: warn, enforce or off',
    default: 'warn',
  },
  ['warn', 'enforce', 'off'],
);

/** Only a variable, without a flag: everybody on the machine can read command lines. */
export const ADMIN_TOKEN_VARIABLE = 'PRIME_REGISTRY_TOKEN';
