// Authentication of publishes and reads (contract section 5). Yanks without a token are in yank.ts.
import { type Check, ofContract, type Rule } from '../check.ts';
import { expectRejected, expectStatus } from '../expectations/expect.ts';
import { expectUnchanged, readVersion } from '../expectations/unchanged.ts';
import { formOf, makeRelease, randomWord } from '../fixtures/fixture.ts';
import { NOT_IMPLEMENTED } from '../http/exchange.ts';
import { listPath, manifestPath, tarballPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';
import type { Identity, Session } from '../session/session.ts';

/** An Authorization header that must not allow a publish. Adding a row adds a check. */
interface BadCredentials {
  readonly id: Rule['id'];
  readonly title: string;
  readonly remark: string;
  /** @param token the token of the run, so that only the form of the header is wrong */
  readonly as: (token: string) => Identity;
}

const badCredentials: readonly BadCredentials[] = [
  {
    id: 'auth.publish-without-token',
    title: 'A publish without an Authorization header answers 401',
    remark: 'no Authorization',
    as: () => 'nobody',
  },
  {
    id: 'auth.publish-bad-token',
    title: 'A publish with a token that was never issued answers 401',
    remark: 'a token that was never issued',
    as: () => ({ header: `Bearer ${randomWord()}` }),
  },
  {
    id: 'auth.publish-empty-token',
    title: 'A publish with the scheme Bearer and no token answers 401',
    remark: 'Bearer without a token',
    as: () => ({ header: 'Bearer' }),
  },
  {
    id: 'auth.publish-other-scheme',
    title: 'A publish with a good token under another scheme than Bearer answers 401',
    remark: 'the token under the scheme Token',
    as: (token) => ({ header: `Token ${token}` }),
  },
  {
    id: 'auth.publish-basic',
    title: 'A publish with Basic credentials answers 401',
    remark: 'the scheme Basic',
    as: (token) => ({ header: `Basic ${Buffer.from(`conformance:${token}`).toString('base64')}` }),
  },
];

function checkOf({ id, title, remark, as }: BadCredentials): Rule {
  return {
    id,
    title,
    run: async ({ session }) => {
      const release = makeRelease(session.newName('uninvited'), '1.0.0');
      const identity = as(session.settings.token ?? randomWord());
      expectStatus(await session.publish(formOf(release), { as: identity, remark }), 401);
    },
  };
}

export const authChecks: readonly Check[] = ofContract('5', [
  ...badCredentials.map(checkOf),
  {
    id: 'auth.rejected-leaves-nothing',
    title: 'After a publish that answered 401 the version is a 404',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('uninvited'), '1.0.0');
      const rejected = await session.publish(formOf(release), { as: 'nobody' });
      if (rejected.status !== 401)
        throw new Unmet(`a publish without a token was answered with ${rejected.status}`);
      expectStatus(await session.read(manifestPath(release)), 404);
    },
  },
  {
    id: 'auth.yank-without-token',
    title: 'A yank without a token is refused and changes nothing, also where yanks are not offered',
    level: 'optional',
    run: async ({ session }) => {
      if (session.settings.yank === 'off') throw new Unmet('turned off by --no-yank');
      const name = session.newName('uninvited');
      const releases = ['1.0.0', '1.1.0-rc.1'].map((version) => makeRelease(name, version));
      for (const release of releases) await session.mustPublish(release);
      for (const release of releases) {
        const before = await readVersion(session, release);
        const exchange = await session.yank(manifestPath(release), 'nobody');
        if (exchange.status !== NOT_IMPLEMENTED) expectRejected(exchange);
        await expectUnchanged(session, release, before);
      }
    },
  },
  {
    id: 'auth.reads',
    title: 'Reads need no token, or answer 401 without one if the registry keeps reads private',
    run: async ({ session, stage, remark }) => {
      const release = await stage.published();
      const paths = [listPath(release.name), manifestPath(release), tarballPath(release)];
      const statuses = new Set<number>();
      for (const path of paths) statuses.add(await readStatus(session, path));
      if (statuses.has(401)) remark('this registry keeps reads private: reads used the token');
    },
  },
]);

/**
 * The status of an anonymous read of something that exists. After a 401, a read with the token must answer
 * 200.
 */
async function readStatus(session: Session, path: string): Promise<number> {
  const answer = await session.readAnonymously(path);
  expectStatus(answer, 200, 401);
  if (answer.status === 401) expectStatus(await session.read(path), 200);
  return answer.status;
}
