// Rules for all responses (contract sections 1 and 7). Runs last, because it examines the whole run.
import { type Check, ofContract } from '../check.ts';
import { expectStatus } from '../expectations/expect.ts';
import { randomWord } from '../fixtures/fixture.ts';
import { describeAnswer, NOT_IMPLEMENTED } from '../http/exchange.ts';
import { listPath, manifestPath, tarballPath } from '../http/paths.ts';
import { Failure, Unmet } from '../outcome.ts';

export const errorsChecks: readonly Check[] = ofContract('7', [
  {
    id: 'errors.unknown-scope',
    title: 'Every read in a scope that no one has used answers 404, so that resolvers ask the next registry',
    run: async ({ session }) => {
      const release = { name: `@${randomWord()}/prime`, version: '1.0.0' };
      expectStatus(await session.read(listPath(release.name)), 404);
      expectStatus(await session.read(manifestPath(release)), 404);
      expectStatus(await session.read(tarballPath(release)), 404);
    },
  },
  {
    id: 'errors.near-miss',
    title: 'A name or a version that only begins like a published one answers 404',
    run: async ({ session, stage }) => {
      const { name, version } = await stage.published();
      expectStatus(await session.read(listPath(`${name}x`)), 404);
      expectStatus(await session.read(listPath(name.slice(0, -1))), 404);
      expectStatus(await session.read(manifestPath({ name: name.slice(0, -1), version })), 404);
      expectStatus(await session.read(manifestPath({ name, version: `${version}-x` })), 404);
      expectStatus(await session.read(tarballPath({ name, version: `${version}-x` })), 404);
    },
  },
  {
    id: 'errors.reads-steady',
    section: '5',
    title: 'Reads that were answered without a token are answered without one until the end of the run',
    run: async ({ session, stage }) => {
      const release = await stage.published();
      for (const path of [listPath(release.name), manifestPath(release), tarballPath(release)])
        await session.readAnonymously(path);
      const late = session.anonymousReads.late;
      if (late === undefined) return;
      throw new Failure({
        expected: `an answer without a token, as before to ${late.served.request}`,
        got: describeAnswer(late.refused),
        request: late.refused.request,
      });
    },
  },
  {
    id: 'errors.no-server-error',
    title: 'No request of this run was answered with a server error',
    run: async ({ session }) => {
      if (session.exchanges.length === 0) throw new Unmet('there was no response');
      const broken = session.exchanges.filter(({ status }) => status >= 500 && status !== NOT_IMPLEMENTED);
      const [first] = broken;
      if (first === undefined) return;
      throw new Failure({
        expected: 'no status of 500 or above',
        got: `${broken.length} of ${session.exchanges.length} answers, the first of them ${describeAnswer(first)}`,
        request: first.request,
      });
    },
  },
]);
