// The upstreams of a mirror, and how much of them is kept. The configuration file has upstreams as a list of
// mappings. A flag or a variable has the same as JSON, or only addresses separated by spaces.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseDuration } from '@prime-registry/command-line';
import { parseScope } from '@prime-registry/protocol/basics';
import { parseVerifierKey, type Sha256, TlogError } from '@prime-registry/tlog/keys';
import type { UpstreamSettings } from '../mirror/upstreams/upstream.ts';
import { type Fields, readFlag, readMappings } from './read-mappings.ts';
import { orZero, type Setting, SettingError, sizeSetting, switchSetting } from './setting.ts';

const DAY_MS = 86_400_000;

export const MIRROR_MAX_BYTES: Setting<number> = orZero(
  sizeSetting({
    name: 'mirror-max-bytes',
    summary:
      'Maximum bytes of all mirrored data: tarballs, manifests, READMEs, atoms, lists; 0 sets no limit',
    default: 0,
  }),
);

/** In milliseconds; reads are recorded by day. */
export const MIRROR_MAX_AGE: Setting<number> = {
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

export const MIRROR_KEEP_REMOVED: Setting<boolean> = switchSetting({
  name: 'mirror-keep-removed',
  summary: 'Mirrored versions stay here when their upstream removes them',
  default: false,
});

const UPSTREAM_DEFAULTS = {
  scopes: ['*'],
  timeoutMs: 10_000,
  listMaxAgeMs: 60_000,
};

const MAX_UPSTREAMS = 20;
const MAX_UPSTREAM_MS = 3_600_000;

export const UPSTREAMS: Setting<readonly UpstreamSettings[]> = {
  name: 'upstreams',
  summary: 'Upstream registries to mirror, in the order in which they are asked',
  allowed:
    'addresses such as https://registry.example with spaces between them, or a list of mappings with url, scopes, token, ' +
    'token-file, timeout, list-max-age, allow-private-addresses, not-found-pages and log-key',
  default: [],
  defaultText: 'none',
  isSecret: true,
  isStructured: true,
  read(text) {
    const trimmed = text.trim();
    if (trimmed === 'none') return [];
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
};

/** Scopes with their `@` for which no upstream is ever asked. */
export const LOCAL_SCOPES: Setting<readonly string[]> = {
  name: 'local-scopes',
  summary: 'Scopes of this registry alone: no upstream is asked for a name in them',
  allowed: 'none, or scopes such as @acme, separated by commas',
  default: [],
  defaultText: 'none',
  read(text) {
    if (text.trim() === 'none') return [];
    const scopes = text.split(',').map((part) => part.trim());
    return scopes.every((scope) => parseScope(scope).ok) ? scopes : undefined;
  },
};

const UPSTREAM_KEYS = [
  'url',
  'scopes',
  'token',
  'token-file',
  'timeout',
  'list-max-age',
  'allow-private-addresses',
  'not-found-pages',
  'log-key',
];

/** Addresses without options, in the form of a list. */
function toList(addresses: string): string {
  return JSON.stringify(addresses.split(/\s+/).map((url) => ({ url })));
}

function readUpstream(fields: Fields, where: string): UpstreamSettings {
  const url = readUrl(fields.url, where);
  return {
    url,
    scopes: readScopes(fields.scopes, url),
    token: readToken(fields, url),
    timeoutMs: readTime(fields.timeout, UPSTREAM_DEFAULTS.timeoutMs, `timeout of ${url}`),
    listMaxAgeMs: readTime(fields['list-max-age'], UPSTREAM_DEFAULTS.listMaxAgeMs, `list-max-age of ${url}`),
    allowsPrivateAddresses: readFlag(fields, 'allow-private-addresses', url),
    acceptsNotFoundPages: readNotFoundPages(fields['not-found-pages'], url),
    ...(fields['log-key'] !== undefined && { logKeys: readLogKeys(fields['log-key'], url) }),
  };
}

/** No message repeats an address before it is certain that it contains no password. */
function readUrl(value: unknown, where: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new SettingError(`${where} needs a url such as https://registry.example`);
  if (url.username !== '' || url.password !== '')
    throw new SettingError(`the url of ${where} contains credentials; give a token or a token-file instead`);
  if (url.search !== '' || url.hash !== '')
    throw new SettingError(`the url of ${where} has a query or a fragment; leave it out`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function readScopes(value: unknown, url: string): readonly string[] {
  if (value === undefined) return UPSTREAM_DEFAULTS.scopes;
  const scopes = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  const isList = Array.isArray(scopes) && scopes.length > 0;
  if (isList && scopes.every((scope) => scope === '*' || (typeof scope === 'string' && parseScope(scope).ok)))
    return scopes as string[];
  throw new SettingError(`scopes of ${url} must be '*' or a list such as ['@acme', '@lib']`);
}

function readToken(fields: Fields, url: string): string | undefined {
  const { token, 'token-file': file } = fields;
  if (token === undefined && file === undefined) return undefined;
  if (token !== undefined && file !== undefined)
    throw new SettingError(`${url} has both a token and a token-file; give one of them`);
  const text = typeof file === 'string' ? readTokenFile(file, url) : token;
  if (typeof text === 'string' && /^[0-9A-Za-z._~+/-]+=*$/.test(text)) return text;
  throw new SettingError(`the token of ${url} is not a bearer token`);
}

function readTokenFile(file: string, url: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SettingError(`the token-file of ${url} cannot be read: ${(error as Error).message}`);
  }
}

function readTime(value: unknown, otherwise: number, what: string): number {
  if (value === undefined) return otherwise;
  const timeMs = typeof value === 'string' ? parseDuration(value) : undefined;
  if (timeMs !== undefined && timeMs <= MAX_UPSTREAM_MS) return timeMs;
  throw new SettingError(`${what} must be a duration up to 1h, such as 500ms, 10s or 5m`);
}

function readNotFoundPages(value: unknown, url: string): boolean {
  if (value === undefined || value === 'refuse') return false;
  if (value === 'allow') return true;
  throw new SettingError(`not-found-pages of ${url} must be refuse or allow`);
}

/** One verifier key, or several of one log, with spaces between them or as a list. */
function readLogKeys(value: unknown, url: string): readonly string[] {
  const vkeys = typeof value === 'string' ? value.split(/\s+/).filter((vkey) => vkey !== '') : value;
  const isGood = Array.isArray(vkeys) && vkeys.length > 0 && vkeys.every(isVerifierKey);
  if (isGood) return vkeys;
  throw new SettingError(
    `log-key of ${url} must be a verifier key such as primes.example/-/log+0a1b2c3d+AQ…, which GET ${url}/-/log shows, or a list of them`,
  );
}

function isVerifierKey(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    parseVerifierKey(sha256, value);
    return true;
  } catch (error) {
    if (error instanceof TlogError) return false;
    throw error;
  }
}

const sha256: Sha256 = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');
