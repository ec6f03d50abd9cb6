// Finds the place of a new version with index lookups, however many versions there are.
import {
  compareVersions,
  isPrerelease,
  parseVersion,
  precedenceKey,
  type Version,
} from '@prime-registry/protocol';
import type { ExpressionBuilder } from 'kysely';
import type { VersionPlace } from '../contracts/version-store.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database, Schema } from '../sql/schema.ts';

interface PlaceValues {
  readonly name: string;
  readonly identity: string;
  readonly precedence: string;
}

const find = prepareQuery((db, { name, identity, precedence }: PlaceValues) => {
  // The Prime is looked up once: after each commit of others, the reading connection has no page in its cache.
  const ofPrime = (eb: ExpressionBuilder<Schema, 'primes'>) =>
    eb.selectFrom('versions').whereRef('prime_id', '=', 'primes.id');
  const highestBefore = (eb: ExpressionBuilder<Schema, 'primes'>, prerelease: 0 | 1) =>
    ofPrime(eb)
      .where('is_prerelease', '=', prerelease)
      .where('precedence', '<', precedence)
      .where('yanked_at_ms', 'is', null)
      .orderBy('precedence', 'desc')
      .limit(1)
      .select('version');
  return db
    .selectFrom('primes')
    .where('name', '=', name)
    .select((eb) => [
      ofPrime(eb).where('identity', '=', identity).select('version').as('taken'),
      highestBefore(eb, 0).as('stable'),
      highestBefore(eb, 1).as('prerelease'),
    ]);
});

/** The place of a version. */
export async function findPlace(db: Database, name: string, version: Version): Promise<VersionPlace> {
  const { identity } = version;
  const [place] = await find(db, { name, identity, precedence: precedenceKey(version) });
  const stable = parse(place?.stable);
  const prerelease = parse(place?.prerelease);
  const before = isPrerelease(version) ? higherOf(stable, prerelease) : (stable ?? prerelease);
  return { isTaken: place?.taken != null, before };
}

function higherOf(one: Version | undefined, other: Version | undefined): Version | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareVersions(one, other) > 0 ? one : other;
}

function parse(text: string | null | undefined): Version | undefined {
  if (text == null) return undefined;
  const parsed = parseVersion(text);
  return parsed.ok ? parsed.value : undefined;
}
