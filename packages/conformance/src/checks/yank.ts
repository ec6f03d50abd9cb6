// The optional yank (contract sections 4.6, 5 and 9). Responses to reads of a yanked version are up to the
// registry.
import { type Check, ofOption } from '../check.ts';
import { expectBytes, expectRejected, expectStatus, fail } from '../expectations/expect.ts';
import { expectUnchanged, readVersion } from '../expectations/unchanged.ts';
import { formOf, makeRelease, randomWord } from '../fixtures/fixture.ts';
import { jsonOf } from '../http/exchange.ts';
import { listPath, manifestPath, tarballPath } from '../http/paths.ts';
import { precondition } from '../outcome.ts';
import type { Identity, Session } from '../session/session.ts';
import { entriesOf, type Stage } from '../session/stage.ts';

export const yankChecks: readonly Check[] = ofOption('4.6', [
  {
    id: 'yank.prerelease',
    title: 'The yank of a prerelease is accepted',
    run: async ({ stage }) => {
      const exchange = await stage.yankAnswer();
      if (exchange.status < 200 || exchange.status > 299) fail(exchange, 'a status from 200 to 299');
    },
  },
  {
    id: 'yank.never-republished',
    section: '9',
    title: 'A version that was yanked is still published: publishing it again answers 409',
    run: async ({ session, stage }) => {
      const { doomed } = await stage.yanked();
      expectStatus(await session.publish(formOf(doomed), { remark: 'a yanked version again' }), 409);
    },
  },
  {
    id: 'yank.others-untouched',
    title: 'After a yank the other versions of the Prime are listed and served as before',
    run: async ({ session, stage }) => {
      const { kept } = await stage.yanked();
      const exchange = await session.read(listPath(kept.name));
      expectStatus(exchange, 200);
      const listed = entriesOf(jsonOf(exchange)).map((entry) => entry.version);
      if (!listed.includes(kept.version)) {
        fail(exchange, `${kept.version} in versions`, `versions ${JSON.stringify(listed)}`);
      }
      expectStatus(await session.read(manifestPath(kept)), 200);
      expectBytes(await session.read(tarballPath(kept)), kept.tarball);
    },
  },
  {
    id: 'yank.without-token',
    section: '5',
    title: 'A yank without a token answers 401 and changes nothing',
    run: ({ session, stage }) => expectRefused(session, stage, 'nobody'),
  },
  {
    id: 'yank.bad-token',
    section: '5',
    title: 'A yank with a token that was never issued answers 401 and changes nothing',
    run: ({ session, stage }) => expectRefused(session, stage, { header: `Bearer ${randomWord()}` }),
  },
  {
    id: 'yank.stable-rejected',
    title: 'The yank of a version that is not a prerelease is rejected',
    level: 'recommended',
    run: async ({ session, stage }) => {
      await stage.yanked();
      const release = makeRelease(session.newName('stable'), '1.0.0');
      await session.mustPublish(release);
      const exchange = await session.yank(manifestPath(release));
      expectRejected(exchange);
    },
  },
]);

/** A yank with these credentials is a 401, and the version is listed and served as before. */
async function expectRefused(session: Session, stage: Stage, as: Identity): Promise<void> {
  const { kept } = await precondition('publishing a prerelease', stage.prereleases());
  const before = await readVersion(session, kept);
  expectStatus(await session.yank(manifestPath(kept), as), 401);
  await expectUnchanged(session, kept, before);
}
