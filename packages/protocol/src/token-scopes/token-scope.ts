// What a token may do, as the words of the field `scope` of a token exchange (RFC 8693, section 2.1): permissions such as
// `publish`, scopes such as `scope:@acme`, and Primes such as `prime:@acme/web-style@^1.2`.

import { parsePrimeName, parseScope } from '../names/prime-name.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { PERMISSIONS, type Permission } from '../token.ts';
import { parseRange } from '../versions/version-range.ts';
import { formatGrant, type PrimeGrant } from './prime-grant.ts';

/** What a token may do, or what is asked for. */
export interface TokenScope {
  readonly permissions: readonly Permission[];
  /** Scopes with their `@`, or `*` for all. */
  readonly scopes: readonly string[];
  readonly primes: readonly PrimeGrant[];
}

/** Most words of a {@link TokenScope}. */
export const MAX_SCOPE_WORDS = 64;

const SCOPE_PREFIX = 'scope:';
const PRIME_PREFIX = 'prime:';

/** Writes the words. A space within a range is written `%20`: spaces separate words (RFC 6749, section 3.3). */
export function formatTokenScope({ permissions, scopes, primes }: TokenScope): string {
  return [
    ...permissions,
    ...scopes.map((scope) => `${SCOPE_PREFIX}${scope}`),
    ...primes.map((grant) => `${PRIME_PREFIX}${formatGrant(grant).replaceAll(' ', '%20')}`),
  ].join(' ');
}

/** Parses the words; a rejection says which one is wrong, and what would be right. */
export function parseTokenScope(text: string): Parsed<TokenScope> {
  const words = [...new Set(text.split(' ').filter((word) => word !== ''))];
  if (words.length > MAX_SCOPE_WORDS)
    return reject(`there are ${words.length} words; at most ${MAX_SCOPE_WORDS} are allowed`);
  const permissions: Permission[] = [];
  const scopes: string[] = [];
  const primes: PrimeGrant[] = [];
  for (const word of words) {
    const permission = PERMISSIONS.find((known) => known === word);
    const parsed =
      permission !== undefined
        ? accept(permissions.push(permission))
        : word.startsWith(PRIME_PREFIX)
          ? push(primes, parseGrant(word.slice(PRIME_PREFIX.length).replaceAll('%20', ' ')))
          : word.startsWith(SCOPE_PREFIX)
            ? push(scopes, parseScopeWord(word.slice(SCOPE_PREFIX.length)))
            : reject(
                `${quote(word)} is unknown; use ${PERMISSIONS.join(', ')}, ${SCOPE_PREFIX}@acme, or ${PRIME_PREFIX}@acme/web-style@^1.2`,
              );
    if (!parsed.ok) return parsed;
  }
  return accept({ permissions, scopes, primes });
}

/** Parses `@acme/web-style` or `@acme/web-style@^1.2`; a rejection says what would be right. */
export function parseGrant(text: string): Parsed<PrimeGrant> {
  const at = text.indexOf('@', 1);
  const name = parsePrimeName(at < 0 ? text : text.slice(0, at));
  if (!name.ok) return name;
  if (at < 0) return accept({ name: name.value.full, range: undefined });
  const range = parseRange(text.slice(at + 1));
  if (!range.ok) return range;
  const { kind, text: shown } = range.value;
  // What a channel names changes, and so would what the token may do.
  if (kind === 'channel' || kind === 'latest')
    return reject(`${quote(shown)} is no range of versions; use one such as '^1.2'`);
  return accept({ name: name.value.full, range: shown });
}

function parseScopeWord(text: string): Parsed<string> {
  return text === '*' ? accept(text) : parseScope(text);
}

function push<T>(list: T[], parsed: Parsed<T>): Parsed<unknown> {
  return parsed.ok ? accept(list.push(parsed.value)) : parsed;
}
