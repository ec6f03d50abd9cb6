// What is asked of the numbers of versions.
import type { VersionRule } from '../actions/publish-version/check-version-step.ts';
import { choiceSetting, type Setting } from './setting.ts';

export const VERSION_RULE: Setting<VersionRule> = choiceSetting(
  {
    name: 'version-rule',
    summary:
      'What is done when a version promises less than was changed since the one before: warn, enforce or off',
    default: 'warn',
  },
  ['warn', 'enforce', 'off'],
);
