// The upstreams of a mirror, and how much of them is kept. The configuration file has upstreams as a list of
// mappings. A flag or a variable has the same as JSON, or only addresses separated by spaces.
import { parseDuration } from '@prime-registry/command-line';
import { parseScope } from '@prime-registry/protocol/basics';
import type { UpstreamSettings } from '../mirror/upstreams/upstream.ts';
import { type Setting, SettingError } from './setting.ts';
import { listSetting, readList, sizeOrZero, switchSetting } from './setting-kinds.ts';
import { readMappings } from './values/read-mappings.ts';
import { readUpstream, UPSTREAM_KEYS } from './values/read-upstream.ts';

const DAY_MS = 86_400_000;

/** In milliseconds; reads are recorded by day. */
const MIRROR_MAX_AGE: Setting<number> = {
  name: 'mirror-max-age',
  summary: 'How long a mirrored version stays when nobody reads it; 0 is for ever',
  allowed: '0, or a length of time from 1d to 3650d, such as 36h or 90d',
  default: 0,
  defaultText: '0',
  read(text) {
    if (text === '0') return 0;
    const ageMs = parseDuration(text);
    return ageMs !== undefined && ageMs >= DAY_MS ? ageMs : undefined;
  },
};

const MAX_UPSTREAMS = 20;

export const UPSTREAMS = listSetting<UpstreamSettings>({
  name: 'upstreams',
  summary: 'Upstream registries to mirror, in the order in which they are asked',
  allowed:
    'addresses such as https://registry.example with spaces between them, or a list of mappings with url, scopes, token, ' +
    'token-file, timeout, list-max-age, allow-private-addresses, not-found-pages and log-key',
  isSecret: true,
  isStructured: true,
  read(text) {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    const upstreams = readMappings(trimmed.startsWith('[') ? trimmed : toList(trimmed), {
      noun: 'registry',
      keys: UPSTREAM_KEYS,
      example: 'url: https://registry.example',
      maxItems: MAX_UPSTREAMS,
      read: readUpstream,
    });
    if (upstreams === undefined) return undefined;
    const urls = upstreams.map(({ url }) => url);
    const twice = urls.find((url, index) => urls.indexOf(url) !== index);
    if (twice !== undefined) throw new SettingError(`${twice} is listed twice`);
    return upstreams;
  },
});

export const MIRROR_SETTINGS = {
  /** Scopes with their `@` for which no upstream is ever asked. */
  localScopes: listSetting({
    name: 'local-scopes',
    summary: 'Scopes of this registry alone: no upstream is asked for a name in them',
    allowed: 'none, or scopes such as @acme, separated by commas',
    read: (text) => readList(text, (part) => (parseScope(part).ok ? part : undefined)),
  }),
  mirrorMaxBytes: sizeOrZero({
    name: 'mirror-max-bytes',
    summary:
      'Maximum bytes of all mirrored data: tarballs, manifests, READMEs, atoms, lists; 0 sets no limit',
    default: 0,
  }),
  mirrorMaxAgeMs: MIRROR_MAX_AGE,
  mirrorKeepsRemoved: switchSetting({
    name: 'mirror-keep-removed',
    summary: 'Mirrored versions stay here when their upstream removes them',
  }),
};

/** Addresses without options, in the form of a list. */
function toList(addresses: string): string {
  return JSON.stringify(addresses.split(/\s+/).map((url) => ({ url })));
}
