// One upstream of the setting `upstreams`.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseDuration } from '@prime-registry/command-line';
import { parseScope } from '@prime-registry/protocol/basics';
import { parseVerifierKey, type Sha256, TlogError } from '@prime-registry/tlog/keys';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';
import { SettingError } from '../setting.ts';
import { type Fields, readFlag } from './read-mappings.ts';

const MAX_UPSTREAM_MS = 3_600_000;

/** The keys of an upstream in the configuration file. */
export const UPSTREAM_KEYS = [
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

/** Reads one upstream. @param where - how messages name it before its address is known @throws SettingError */
export function readUpstream(fields: Fields, where: string): UpstreamSettings {
  const url = readUrl(fields.url, where);
  return {
    url,
    scopes: readScopes(fields.scopes, url),
    token: readToken(fields, url),
    timeoutMs: readTime(fields.timeout, 10_000, `timeout of ${url}`),
    listMaxAgeMs: readTime(fields['list-max-age'], 60_000, `list-max-age of ${url}`),
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
  if (value === undefined) return ['*'];
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
