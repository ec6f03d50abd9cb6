// The list of Primes (not part of the contract).
import { isVersion, type PrimeList } from '@prime-registry/protocol';
import { optional } from './atom-parts.ts';
import {
  type Fields,
  getCount,
  getFields,
  getList,
  getText,
  ShapeError,
  type ShapeReader,
} from './fields.ts';
import { getName } from './identity.ts';

/**
 * Reads a page of the Primes behind a name, of one scope if that was asked for. Each name is behind the one before, so that whoever
 * reads page by page comes to an end.
 */
export function primeListReader(after = '', scope?: string): ShapeReader<PrimeList> {
  return (body) => {
    const fields = getFields(body);
    let last = after;
    const primes = getList(fields, 'primes').map((entry) => {
      const prime = readPrime(getFields(entry));
      last = requireBehind(last, prime.name);
      if (scope !== undefined && !last.startsWith(`${scope}/`))
        throw new ShapeError(`${last} is not of ${scope}`);
      return prime;
    });
    if ((fields.next ?? undefined) === undefined) return { primes };
    const next = getName({ name: fields.next });
    if (next < last || primes.length === 0) throw new ShapeError("'next' leads back");
    return { primes, next };
  };
}

function readPrime(fields: Fields): PrimeList['primes'][number] {
  const latest = getText(fields, 'latest');
  return {
    name: getName(fields),
    latest: isVersion(latest) ? latest : '',
    versions: getCount(fields, 'versions'),
    ...optional(fields, 'origin'),
  };
}

function requireBehind(last: string, name: string): string {
  if (name > last) return name;
  throw new ShapeError(`${name} is not behind ${last}`);
}
