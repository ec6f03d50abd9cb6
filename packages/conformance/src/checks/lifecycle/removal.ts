// Removed versions: gone for everybody, and their numbers are never free again.
import { beyondContract, type Check } from '../../check.ts';
import { expectBytes, expectEqual, expectStatus, fail } from '../../expectations/expect.ts';
import { expectAsBefore, objectsOf, pick, stateOf } from '../../expectations/life.ts';
import { isUtcTimestamp } from '../../expectations/timestamp.ts';
import { formOf, withOtherBytes, wordOf } from '../../fixtures/fixture.ts';
import { type Exchange, type JsonObject, jsonOf } from '../../http/exchange.ts';
import {
  channelPath,
  fullListPath,
  manifestPath,
  searchPath,
  statePath,
  tarballPath,
} from '../../http/paths.ts';
import { accepted, requireFound } from '../../session/scene.ts';
import { findVersions } from '../../session/search-versions.ts';

const TOMBSTONE = {
  version: '1.1.0',
  category: 'secret',
  reason: 'Made by a conformance run, to be removed.',
};

/** The checks of removals. All of them are skipped if the token may not remove versions. */
export const removalChecks: readonly Check[] = beyondContract([
  {
    id: 'lifecycle.removal',
    title: 'A removal answers 200 with name, version, category, reason and removed_at',
    run: async ({ life }) => {
      const { gone, answer } = await life.removed();
      expectStatus(answer, 200);
      const body = jsonOf(answer);
      expectEqual(answer, 'name', body.name, gone.name);
      expectTombstone(answer, body);
    },
  },
  {
    id: 'lifecycle.removal-gone',
    title: 'The manifest and the tarball of a removed version answer 410, never 404',
    run: async ({ session, life }) => {
      const { gone } = await accepted(life.removed());
      for (const path of [manifestPath(gone), tarballPath(gone)]) expectStatus(await session.read(path), 410);
    },
  },
  {
    id: 'lifecycle.removal-law',
    title: 'A version that was removed because a law requires it answers 451',
    run: async ({ session, life }) => {
      await accepted(life.removed());
      const gone = await life.newRelease('removed');
      expectStatus(await life.remove(gone, 'law'), 200);
      for (const path of [manifestPath(gone), tarballPath(gone)]) expectStatus(await session.read(path), 451);
    },
  },
  {
    id: 'lifecycle.removal-listed',
    title: 'A removed version is not in the version list; with ?yanked=include it is in removed',
    run: async ({ session, life }) => {
      const { gone, before } = await accepted(life.removed());
      // It was published after `before`, and removed with its channel.
      expectAsBefore(before.list, await life.list(gone.name));
      const list = await session.read(fullListPath(gone.name));
      const state = await session.read(statePath(gone.name));
      expectStatus(list, 200);
      for (const [exchange, body] of [
        [list, jsonOf(list)],
        [state, stateOf(state, gone.name)],
      ] as const) {
        const entries = objectsOf(body, 'removed');
        expectEqual(exchange, 'the number of removed versions', entries.length, 1);
        expectTombstone(exchange, entries[0] ?? {});
      }
    },
  },
  {
    id: 'lifecycle.removal-channel',
    title: 'A channel goes with the version that it named, and cannot be set to it again: 410',
    run: async ({ session, life }) => {
      const { gone, channel } = await accepted(life.removed());
      const exchange = await session.read(statePath(gone.name));
      expectEqual(exchange, 'channels', objectsOf(stateOf(exchange, gone.name), 'channels'), []);
      const path = channelPath(gone.name, channel);
      expectStatus(await session.change('PUT', path, { version: gone.version }), 410);
    },
  },
  {
    id: 'lifecycle.removal-others',
    title: 'The other versions of the Prime are served as before the removal',
    run: async ({ session, life }) => {
      const { before } = await accepted(life.removed());
      for (const [release, view] of before.manifests) {
        expectAsBefore(view, await life.manifest(release));
        expectBytes(await session.read(tarballPath(release)), release.tarball);
      }
    },
  },
  {
    id: 'lifecycle.removal-again',
    title: 'A removal that is repeated answers 200 with what the first one said',
    run: async ({ life }) => {
      const { gone } = await accepted(life.removed());
      const answer = await life.remove(gone, 'other', 'Again.');
      expectStatus(answer, 200);
      expectTombstone(answer, jsonOf(answer));
    },
  },
  {
    id: 'lifecycle.removal-found',
    title: 'Search does not find a removed version',
    run: async ({ session, life }) => {
      const { gone, found } = await accepted(life.removed());
      requireFound(found, gone);
      const isGone = (versions: readonly string[]) => !versions.includes(gone.version);
      if (isGone(await findVersions(session, gone.name, isGone))) return;
      fail(await session.read(searchPath(wordOf(gone.name))), `no ${gone.name} ${gone.version}`);
    },
  },
  {
    id: 'lifecycle.removal-number',
    title: 'The number of a removed version is never free: the same and other bytes answer 409',
    run: async ({ session, life }) => {
      const { gone } = await accepted(life.removed());
      for (const release of [gone, withOtherBytes(gone, 'after the removal')]) {
        expectStatus(await session.publish(formOf(release), { remark: 'a removed version again' }), 409);
      }
    },
  },
]);

/** The tombstone has what the removal said. */
function expectTombstone(exchange: Exchange, body: JsonObject): void {
  expectEqual(exchange, 'the removed version', pick(body, Object.keys(TOMBSTONE)), TOMBSTONE);
  const { removed_at: removedAt } = body;
  if (typeof removedAt === 'string' && isUtcTimestamp(removedAt)) return;
  fail(exchange, 'removed_at such as 2026-01-31T12:00:00Z', `removed_at ${JSON.stringify(removedAt)}`);
}
