// Channels: words that name one version, and never look like one.
import { beyondContract, type Check } from '../../check.ts';
import { expectEqual, expectStatus } from '../../expectations/expect.ts';
import { expectAsBefore, expectContractKept, objectsOf, stateOf } from '../../expectations/life.ts';
import { expectSince } from '../../expectations/timestamp.ts';
import { formOf, makeRelease, randomWord } from '../../fixtures/fixture.ts';
import type { Exchange, JsonObject } from '../../http/exchange.ts';
import { channelPath, manifestPath, statePath } from '../../http/paths.ts';
import { accepted, nameOf } from '../../session/scene.ts';

const REFUSED = [
  ...['latest', '1.0.0', '1.x', 'v1', 'v2.0.0', 'x'],
  ...['Beta', 'beta_1', '-beta', 'beta-', '^1', '*', 'a'.repeat(33)],
];

export const channelChecks: readonly Check[] = beyondContract([
  {
    id: 'lifecycle.channel',
    title: 'Setting a channel answers 200 with the state; it and the version list have the channel',
    run: async ({ session, life }) => {
      const { releases, answer, channel } = await life.channelled();
      const name = nameOf(releases);
      for (const exchange of [answer, await session.read(statePath(name))]) {
        expectChannel(exchange, stateOf(exchange, name), channel, '1.0.0');
      }
      const { exchange, traces } = await life.list(name);
      expectChannel(exchange, traces, channel, '1.0.0');
    },
  },
  {
    id: 'lifecycle.channel-keeps',
    title: 'A channel changes no field of the contract, and no manifest; latest stays what it is by rule',
    run: async ({ life }) => {
      const { releases, before } = await accepted(life.channelled());
      for (const [release, view] of before.manifests) expectAsBefore(view, await life.manifest(release));
      expectContractKept(before.list, await life.list(nameOf(releases)));
    },
  },
  {
    id: 'lifecycle.channel-moved',
    title: 'A channel that is set again names the new version only',
    run: async ({ session, life }) => {
      const name = nameOf(await life.newPrime('channelled', '1.0.0', '1.1.0-rc.1'));
      const path = channelPath(name, 'conformance-moving');
      await life.mustChange(session.change('PUT', path, { version: '1.0.0' }));
      const answer = await session.change('PUT', path, { version: '1.1.0-rc.1' });
      expectChannel(answer, stateOf(answer, name), 'conformance-moving', '1.1.0-rc.1');
    },
  },
  {
    id: 'lifecycle.channel-removed',
    title: 'A channel that is removed leaves no trace; removing it again answers 404',
    run: async ({ session, life }) => {
      const release = await life.newRelease('channelled');
      const before = await life.look([release]);
      const path = channelPath(release.name, 'conformance-removed');
      await life.mustChange(session.change('PUT', path, { version: release.version }));
      const answer = await session.change('DELETE', path);
      expectEqual(answer, 'fields besides name', stateOf(answer, release.name), {});
      expectAsBefore(before.list, await life.list(release.name));
      expectStatus(await session.change('DELETE', path), 404);
    },
  },
  {
    id: 'lifecycle.channel-names',
    title: 'latest, and names that look like a version or a range, cannot be set: 400',
    run: async ({ session, life }) => {
      const { name, version } = await life.newRelease('channelled');
      for (const channel of REFUSED) {
        expectStatus(await session.change('PUT', channelPath(name, channel), { version }), 400);
      }
      const exchange = await session.read(statePath(name));
      expectEqual(exchange, 'fields besides name', stateOf(exchange, name), {});
    },
  },
  {
    id: 'lifecycle.channel-unknown-version',
    title: 'A channel for a version that was never published answers 404',
    run: async ({ session, life }) => {
      const { releases } = await accepted(life.channelled());
      const path = channelPath(nameOf(releases), 'conformance-unknown');
      expectStatus(await session.change('PUT', path, { version: '9.9.9' }), 404);
    },
  },
  {
    id: 'lifecycle.channel-yanked',
    title: 'A channel for a yanked version answers 409 and is not set',
    run: async ({ session, life }) => {
      const doomed = await life.newRelease('channelled', '1.0.0-rc.1');
      await life.mustYank(doomed);
      const path = channelPath(doomed.name, 'conformance-yanked');
      expectStatus(await session.change('PUT', path, { version: doomed.version }), 409);
      const exchange = await session.read(statePath(doomed.name));
      expectEqual(exchange, 'channels', objectsOf(stateOf(exchange, doomed.name), 'channels'), []);
    },
  },
  {
    id: 'lifecycle.channel-published',
    title: 'A publish with the part channel lets it name the version; a 409 does not move it',
    run: async ({ session, life }) => {
      const name = session.newName('channelled');
      const channel = `channel-${randomWord()}`;
      for (const [version, status, wanted] of [
        ['1.0.0', 201, '1.0.0'],
        ['1.1.0-rc.1', 201, '1.1.0-rc.1'],
        ['1.0.0', 409, '1.1.0-rc.1'],
      ] as const) {
        const form = [...formOf(makeRelease(name, version)), { name: 'channel', body: channel }];
        expectStatus(await session.publish(form, { remark: `channel ${channel}` }), status);
        const { exchange, traces } = await life.list(name);
        expectChannel(exchange, traces, channel, wanted);
      }
    },
  },
  {
    id: 'lifecycle.channel-misspelt',
    title: 'A publish with a channel that cannot be set answers 400 and publishes nothing',
    run: async ({ session, stage }) => {
      await stage.published();
      const release = makeRelease(session.newName('channelled'), '1.0.0');
      for (const channel of ['latest', '1.0.0', '']) {
        const form = [...formOf(release), { name: 'channel', body: channel }];
        expectStatus(await session.publish(form, { remark: `channel "${channel}"` }), 400);
      }
      expectStatus(await session.read(manifestPath(release)), 404);
    },
  },
]);

/** The only channel is this one, and names this version. */
function expectChannel(exchange: Exchange, body: JsonObject, channel: string, version: string): void {
  const entries = objectsOf(body, 'channels');
  const shown = entries.map((entry) => ({ channel: entry.channel, version: entry.version }));
  expectEqual(exchange, 'channels', shown, [{ channel, version }]);
  expectSince(exchange, entries);
}
