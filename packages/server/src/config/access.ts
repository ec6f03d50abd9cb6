// Settings of permissions (private registries, yanks, channels, removals) and of the checks of a publish.
import { parseDuration } from '@prime-registry/command-line';
import { parseChannel } from '@prime-registry/protocol/basics';
import type { VersionRule } from '../actions/publish-version/check-version-step.ts';
import type { SecretScan } from '../tasks/publish/tarball-secrets.ts';
import type { Setting } from './setting.ts';
import { choiceSetting, listSetting, readList, switchSetting } from './setting-kinds.ts';

const MAX_OWNER_REMOVAL_MS = 30 * 86_400_000;

const OWNER_REMOVAL: Setting<number> = {
  name: 'owner-removal',
  summary:
    'How long after its publish a token that may yank can remove a version that nobody has downloaded; 0: never',
  allowed: '0, or a duration from 1m to 30d, such as 72h',
  default: 0,
  defaultText: '0',
  read(text) {
    const durationMs = text === '0' ? 0 : parseDuration(text);
    if (durationMs === 0) return 0;
    return durationMs !== undefined && durationMs >= 60_000 && durationMs <= MAX_OWNER_REMOVAL_MS
      ? durationMs
      : undefined;
  },
};

export const ACCESS_SETTINGS = {
  isPrivate: switchSetting({
    name: 'private',
    summary: 'Reading requires a token with the read permission',
  }),
  allowStableYank: switchSetting({
    name: 'allow-stable-yank',
    summary: 'Stable versions can be yanked, not only prereleases',
  }),
  requireYankReason: switchSetting({
    name: 'require-yank-reason',
    summary: 'Stable versions can only be yanked with a reason',
  }),
  showsTokenNames: switchSetting({
    name: 'show-token-names',
    summary: 'Pages name the tokens that published and yanked a version, instead of their ids',
  }),
  protectedChannels: listSetting({
    name: 'protected-channels',
    summary: 'Channels that only admin tokens may set and remove',
    allowed: 'none, or channels such as stable, separated by commas',
    read: (text) => readList(text, (part) => (parseChannel(part).ok ? part : undefined)),
  }),
  ownerRemovalMs: OWNER_REMOVAL,
  versionRule: choiceSetting<VersionRule>(['warn', 'enforce', 'off'], {
    name: 'version-rule',
    summary: 'What happens when a version number understates its changes: warn, enforce or off',
    default: 'warn',
  }),
  secretScan: choiceSetting<SecretScan>(['warn', 'enforce', 'off'], {
    name: 'secret-scan',
    summary: 'What happens when a publish contains what looks like a secret: warn, enforce or off',
    default: 'warn',
  }),
};

/** Only a variable, without a flag: everybody on the machine can read command lines. */
export const ADMIN_TOKEN_VARIABLE = 'PRIME_REGISTRY_TOKEN';
