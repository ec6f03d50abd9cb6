// The state of a Prime, and changes that must be refused whatever they would change.
import { beyondContract, type Check, type CheckContext } from '../../check.ts';
import { expectEqual, expectStatus } from '../../expectations/expect.ts';
import { stateOf } from '../../expectations/life.ts';
import { randomWord } from '../../fixtures/fixture.ts';
import {
  channelPath,
  deprecationPath,
  movePath,
  removalPath,
  statePath,
  versionYankPath,
} from '../../http/paths.ts';
import { precondition } from '../../outcome.ts';
import type { Identity } from '../../session/session.ts';

export const stateChecks: readonly Check[] = beyondContract([
  {
    id: 'lifecycle.state',
    title: 'The state of a Prime that nothing happened to is its name alone',
    run: async ({ stage, life }) => {
      const { name } = await stage.published();
      const exchange = await life.stateAnswer();
      expectEqual(exchange, 'fields besides name', stateOf(exchange, name), {});
    },
  },
  {
    id: 'lifecycle.state-unknown',
    title: 'The state of an unknown Prime answers 404',
    run: async ({ session }) => expectStatus(await session.read(statePath(session.newName('unknown'))), 404),
  },
  {
    id: 'lifecycle.unknown',
    title: 'A deprecation, a channel and a move of an unknown Prime answer 404',
    run: async ({ session, stage }) => {
      const { name: to } = await stage.published();
      const name = session.newName('unknown');
      const answers = [
        await session.change('PUT', deprecationPath(name), { message: 'Unknown.' }),
        await session.change('PUT', channelPath(name, 'unknown'), { version: '1.0.0' }),
        await session.change('PUT', movePath(name), { to }),
      ];
      for (const answer of answers) expectStatus(answer, 404);
    },
  },
  {
    id: 'lifecycle.invalid-body',
    title: 'A change whose body is not JSON, or has a wrong field, answers 400 and changes nothing',
    run: async (context) => {
      const { session, life } = context;
      const { name } = await life.newRelease('guarded');
      for (const [path, ...bodies] of [
        [deprecationPath(name), 'message', '{}', { message: 'Wrong.', range: '1.0.0 of course' }],
        [channelPath(name, 'wrong'), 'version', '{}', { version: 'one' }],
        [movePath(name), 'to', '{}', { to: 'without-a-scope' }],
      ] as const) {
        for (const body of bodies) expectStatus(await session.change('PUT', path, body), 400);
      }
      await expectUnchanged(context, name);
    },
  },
  {
    id: 'lifecycle.without-token',
    title: 'Every change without a token answers 401 and changes nothing',
    run: (context) => expectRefused(context, 'nobody'),
  },
  {
    id: 'lifecycle.bad-token',
    title: 'Changes with a token that was never issued answer 401 and change nothing',
    // Registries limit the number of bad tokens: two of them are enough here.
    run: (context) => expectRefused(context, { header: `Bearer ${randomWord()}` }, 2),
  },
]);

async function expectRefused(context: CheckContext, as: Identity, count?: number): Promise<void> {
  const { session, stage, life } = context;
  const { name: to } = await stage.published();
  const release = await life.newRelease('guarded');
  const { name, version } = release;
  const changes = [
    ['PUT', deprecationPath(name), { message: 'By nobody.' }],
    ['POST', removalPath(release), { category: 'other' }],
    ['PUT', channelPath(name, 'nobody'), { version }],
    ['PUT', movePath(name), { to }],
    ['DELETE', versionYankPath(release)],
    ['DELETE', deprecationPath(name)],
    ['DELETE', channelPath(name, 'nobody')],
    ['DELETE', movePath(name)],
  ] as const;
  for (const [method, path, body] of changes.slice(0, count)) {
    expectStatus(await session.change(method, path, body, as), 401);
  }
  await expectUnchanged(context, name);
  await precondition('the manifest', life.manifest(release));
}

async function expectUnchanged({ session }: CheckContext, name: string): Promise<void> {
  const exchange = await session.read(statePath(name));
  expectEqual(exchange, 'fields besides name', stateOf(exchange, name), {});
}
