// Deprecations: a message, and perhaps a successor, for a range of versions. Nothing is withdrawn.
import { setTimeout } from 'node:timers/promises';
import { beyondContract, type Check } from '../../check.ts';
import { expectEqual, expectStatus } from '../../expectations/expect.ts';
import { expectAsBefore, expectContractKept, objectsOf, pick, stateOf } from '../../expectations/life.ts';
import { expectSince } from '../../expectations/timestamp.ts';
import { makeRelease } from '../../fixtures/fixture.ts';
import { type Exchange, isJsonObject, type JsonObject } from '../../http/exchange.ts';
import { deprecationPath, statePath } from '../../http/paths.ts';
import { accepted, type DeprecationRequest, nameOf } from '../../session/scene.ts';

/** Between two deprecations, of which the newer one counts: clocks may have steps. In milliseconds. */
const PAUSE_MS = 30;

export const deprecationChecks: readonly Check[] = beyondContract([
  {
    id: 'lifecycle.deprecate',
    title: 'A deprecation answers 200 with the state, which has its range, message, successor and since',
    run: async ({ session, life }) => {
      const { releases, answer, request } = await life.deprecated();
      const name = nameOf(releases);
      for (const exchange of [answer, await session.read(statePath(name))])
        expectDeprecations(exchange, stateOf(exchange, name), request);
    },
  },
  {
    id: 'lifecycle.deprecate-list',
    title: 'The version list has the deprecation, and deprecated: true for each version that it covers',
    run: async ({ life }) => {
      const { releases, request } = await accepted(life.deprecated());
      const { exchange, traces } = await life.list(nameOf(releases));
      expectDeprecations(exchange, traces, request);
      const marked = objectsOf(traces, 'versions').map((entry) => pick(entry, ['version', 'deprecated']));
      const covered = ['1.0.0', '2.0.0-rc.1'].map((version) => ({ version, deprecated: true }));
      expectEqual(exchange, 'deprecated versions', marked, covered);
    },
  },
  {
    id: 'lifecycle.deprecate-manifest',
    title: 'The manifest of a deprecated version has message and successor, those of others nothing',
    run: async ({ life }) => {
      const { releases, request } = await accepted(life.deprecated());
      for (const release of releases) {
        const { exchange, traces } = await life.manifest(release);
        const { message, successor } = request;
        const wanted = release.version === '2.0.0' ? undefined : { message, successor };
        expectEqual(exchange, 'deprecated', deprecatedOf(traces), wanted);
      }
    },
  },
  {
    id: 'lifecycle.deprecate-keeps',
    title: 'A deprecation changes no field of the contract: versions stay listed, latest stays',
    run: async ({ life }) => {
      const { releases, before } = await accepted(life.deprecated());
      for (const [release, view] of before.manifests) expectContractKept(view, await life.manifest(release));
      expectContractKept(before.list, await life.list(nameOf(releases)));
    },
  },
  {
    id: 'lifecycle.deprecate-later',
    title: 'A deprecation without a range covers versions that are published later',
    run: async ({ session, life }) => {
      const { name } = await life.newRelease('deprecated');
      const message = 'Made by a conformance run.';
      await life.mustChange(session.change('PUT', deprecationPath(name), { message }));
      const later = makeRelease(name, '3.0.0');
      await session.mustPublish(later);
      const { exchange, traces } = await life.manifest(later);
      expectEqual(exchange, 'deprecated', deprecatedOf(traces), { message });
    },
  },
  {
    id: 'lifecycle.deprecate-newest',
    title: 'Of deprecations that cover a version the newest counts; one of the same range is replaced',
    run: async ({ session, life }) => {
      const release = await life.newRelease('deprecated');
      const path = deprecationPath(release.name);
      for (const [range, message, count] of [
        ['*', 'First.', 1],
        ['<2.0.0', 'Second.', 2],
        ['*', 'Third.', 2],
      ] as const) {
        const answer = await life.mustChange(session.change('PUT', path, { range, message }));
        const { length } = objectsOf(stateOf(answer, release.name), 'deprecations');
        expectEqual(answer, 'deprecations', length, count);
        const { exchange, traces } = await life.manifest(release);
        expectEqual(exchange, 'deprecated', deprecatedOf(traces), { message });
        await setTimeout(PAUSE_MS);
      }
    },
  },
  {
    id: 'lifecycle.undeprecate',
    title: 'A deprecation that is taken back leaves no trace; taking it back again answers 404',
    run: async ({ session, life }) => {
      const releases = await life.newPrime('deprecated', '1.0.0', '2.0.0');
      const name = nameOf(releases);
      const before = await life.look(releases);
      const request = { message: 'Made by a conformance run.', range: '<2.0.0' };
      await life.mustChange(session.change('PUT', deprecationPath(name), request));
      const answer = await session.change('DELETE', deprecationPath(name, request.range));
      expectEqual(answer, 'fields besides name', stateOf(answer, name), {});
      for (const [release, view] of before.manifests) expectAsBefore(view, await life.manifest(release));
      expectAsBefore(before.list, await life.list(name));
      expectStatus(await session.change('DELETE', deprecationPath(name, request.range)), 404);
    },
  },
]);

/** The only deprecation is the one that was requested. */
function expectDeprecations(exchange: Exchange, body: JsonObject, request: DeprecationRequest): void {
  const entries = objectsOf(body, 'deprecations');
  const { range, message, successor } = request;
  const shown = entries.map((entry) => ({ range: entry.range, ...messageOf(entry) }));
  expectEqual(exchange, 'deprecations', shown, [{ range, message, successor }]);
  expectSince(exchange, entries);
}

/** Message and successor of a manifest; undefined if it is not deprecated. */
function deprecatedOf({ deprecated }: JsonObject): JsonObject | undefined {
  return isJsonObject(deprecated) ? messageOf(deprecated) : undefined;
}

function messageOf({ message, successor }: JsonObject): JsonObject {
  return { message, ...(isJsonObject(successor) && { successor: pick(successor, ['name', 'range']) }) };
}
