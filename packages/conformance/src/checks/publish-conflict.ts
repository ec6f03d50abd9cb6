// A version is published once (contract sections 3, 4.1, 7 and 9): a second publish is a 409, for any bytes
// and timing.
import { type Check, ofContract } from '../check.ts';
import { expectBytes, expectStatus } from '../expectations/expect.ts';
import { formOf, makeRelease, withOtherBytes } from '../fixtures/fixture.ts';
import { tarballPath } from '../http/paths.ts';
import { Failure } from '../outcome.ts';

/** Number of simultaneous publishes of one version. */
const CONTESTANTS = 8;

export const conflictChecks: readonly Check[] = ofContract('9', [
  {
    id: 'publish.conflict-same-bytes',
    title: 'Publishing a version again with the same bytes answers 409',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('twice'), '1.0.0');
      await session.mustPublish(release);
      expectStatus(
        await session.publish(formOf(release), { remark: 'the same version and bytes again' }),
        409,
      );
    },
  },
  {
    id: 'publish.conflict-other-bytes',
    title: 'Publishing a version again with other bytes answers 409',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('twice'), '1.0.0');
      await session.mustPublish(release);
      const other = withOtherBytes(release, 'other');
      expectStatus(await session.publish(formOf(other), { remark: 'the same version, other bytes' }), 409);
    },
  },
  {
    id: 'publish.conflict-keeps-first',
    title: 'After a second publish of a version, the bytes of the first are still served',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('twice'), '1.0.0');
      await session.mustPublish(release);
      await session.publish(formOf(withOtherBytes(release, 'second')));
      expectBytes(await session.read(tarballPath(release)), release.tarball);
    },
  },
  {
    id: 'publish.simultaneous',
    title: 'Of simultaneous publishes of one version, one answers 201 and is served; the others answer 409',
    run: async ({ session, stage }) => {
      await stage.published();
      const release = makeRelease(session.newName('race'), '1.0.0');
      const contestants = Array.from({ length: CONTESTANTS }, (_, index) =>
        withOtherBytes(release, `runner ${index}`),
      );
      const runs = await Promise.all(
        contestants.map(async (contestant) => ({
          contestant,
          exchange: await session.publish(formOf(contestant), { remark: `${CONTESTANTS} at the same time` }),
        })),
      );
      for (const { exchange } of runs) expectStatus(exchange, 201, 409);
      const winners = runs.filter(({ exchange }) => exchange.status === 201);
      const [winner] = winners;
      if (winner === undefined || winners.length > 1) {
        const request = runs[0]?.exchange.request;
        throw new Failure({ expected: 'one 201', got: `${winners.length} times 201`, request });
      }
      expectBytes(await session.read(tarballPath(release)), winner.contestant.tarball);
    },
  },
  {
    id: 'publish.parallel-versions',
    title: 'Different versions of one Prime can be published at the same time, and each is served',
    run: async ({ session, stage }) => {
      await stage.published();
      const name = session.newName('parallel');
      const releases = ['1.0.0', '1.0.1', '1.0.2', '1.0.3'].map((version) => makeRelease(name, version));
      const exchanges = await Promise.all(releases.map((release) => session.publish(formOf(release))));
      for (const exchange of exchanges) expectStatus(exchange, 201);
      for (const release of releases) expectBytes(await session.read(tarballPath(release)), release.tarball);
    },
  },
]);
