// Whether a refused change left a version as it was. What a yank changes is up to the registry, so everything is
// compared that readers see.
import { isDeepStrictEqual } from 'node:util';
import type { Release } from '../fixtures/fixture.ts';
import { describeAnswer, type Exchange } from '../http/exchange.ts';
import { listPath, manifestPath, tarballPath } from '../http/paths.ts';
import type { Session } from '../session/session.ts';
import { fail } from './expect.ts';

/** The responses with the list, the manifest and the tarball of a version. */
export async function readVersion(session: Session, release: Release): Promise<readonly Exchange[]> {
  const paths = [listPath(release.name), manifestPath(release), tarballPath(release)];
  const exchanges: Exchange[] = [];
  for (const path of paths) exchanges.push(await session.read(path));
  return exchanges;
}

/** @throws {Failure} if a reader sees a difference */
export async function expectUnchanged(
  session: Session,
  release: Release,
  before: readonly Exchange[],
): Promise<void> {
  for (const [index, after] of (await readVersion(session, release)).entries()) {
    const expected = before[index];
    if (expected === undefined || isSame(expected, after)) continue;
    fail(after, `as before: ${describeAnswer(expected)}`, describeAnswer(after));
  }
}

/** JSON is compared by its values, except numbers: a registry may write keys in any order, and count downloads. */
function isSame(one: Exchange, other: Exchange): boolean {
  if (one.status !== other.status) return false;
  return one.body.equals(other.body) || isDeepStrictEqual(parse(one.body), parse(other.body));
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'), (_key, value: unknown) =>
      typeof value === 'number' ? 'a number' : value,
    );
  } catch {
    return body;
  }
}
