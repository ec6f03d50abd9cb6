// A Prime that goes on under another name: the old one is still read as before, and takes no publishes.
import { beyondContract, type Check } from '../../check.ts';
import { expectBytes, expectEqual, expectStatus, fail } from '../../expectations/expect.ts';
import { expectAsBefore, expectContractKept, expectLink, linkOf, stateOf } from '../../expectations/life.ts';
import { formOf, makeRelease } from '../../fixtures/fixture.ts';
import { jsonOf } from '../../http/exchange.ts';
import { manifestPath, movePath, statePath, tarballPath } from '../../http/paths.ts';
import { accepted, nameOf } from '../../session/scene.ts';

export const moveChecks: readonly Check[] = beyondContract([
  {
    id: 'lifecycle.move',
    title: 'A move answers 200 with the state; it, the version list and manifests have moved_to',
    run: async ({ session, life }) => {
      const { releases, answer, to } = await life.moved();
      const name = nameOf(releases);
      for (const exchange of [answer, await session.read(statePath(name))]) {
        expectEqual(exchange, 'moved_to', stateOf(exchange, name).moved_to, to.name);
      }
      const views = [
        await life.list(name),
        ...(await Promise.all(releases.map((release) => life.manifest(release)))),
      ];
      for (const { exchange, traces } of views) expectEqual(exchange, 'moved_to', traces.moved_to, to.name);
    },
  },
  {
    id: 'lifecycle.move-keeps',
    title: 'The old name of a Prime is still read as before: version list, manifests and tarballs',
    run: async ({ session, life }) => {
      const { before, releases } = await accepted(life.moved());
      for (const [release, view] of before.manifests) expectContractKept(view, await life.manifest(release));
      for (const release of releases) expectBytes(await session.read(tarballPath(release)), release.tarball);
      expectContractKept(before.list, await life.list(nameOf(releases)));
    },
  },
  {
    id: 'lifecycle.move-link',
    title: 'The version list and manifests of the old name link to the new one as successor-version',
    run: async ({ life }) => {
      const { releases, to } = await accepted(life.moved());
      expectLink((await life.list(nameOf(releases))).exchange, to.name);
      for (const release of releases) expectLink((await life.manifest(release)).exchange, to.name);
    },
  },
  {
    id: 'lifecycle.move-publish',
    title: 'A publish under the old name answers 403 and leaves nothing; the new name takes it',
    run: async ({ session, life }) => {
      const { releases, to } = await accepted(life.moved());
      const refused = makeRelease(nameOf(releases), '1.2.0');
      expectStatus(await session.publish(formOf(refused), { remark: 'a Prime that has moved' }), 403);
      expectStatus(await session.read(manifestPath(refused)), 404);
      expectStatus(await session.publish(formOf(makeRelease(to.name, '2.1.0'))), 201);
    },
  },
  {
    id: 'lifecycle.move-nowhere',
    title: 'A move to itself, or to a name without versions, answers 409 and changes nothing',
    run: async ({ session, life }) => {
      const { name } = await life.newRelease('moved');
      for (const to of [name, session.newName('unknown')]) {
        expectStatus(await session.change('PUT', movePath(name), { to }), 409);
      }
      const exchange = await session.read(statePath(name));
      expectEqual(exchange, 'fields besides name', stateOf(exchange, name), {});
    },
  },
  {
    id: 'lifecycle.move-back',
    title: 'A move that is taken back leaves no trace, and the old name takes publishes again',
    run: async ({ session, life }) => {
      const release = await life.newRelease('moved');
      const to = await life.newRelease('successor');
      const before = await life.look([release]);
      await life.mustChange(session.change('PUT', movePath(release.name), { to: to.name }));
      const answer = await session.change('DELETE', movePath(release.name));
      expectEqual(answer, 'fields besides name', stateOf(answer, release.name), {});
      for (const [version, view] of before.manifests) expectAsBefore(view, await life.manifest(version));
      const list = await life.list(release.name);
      expectAsBefore(before.list, list);
      if (linkOf(list.exchange) !== undefined) fail(list.exchange, 'no Link to a successor-version');
      expectStatus(await session.publish(formOf(makeRelease(release.name, '1.1.0'))), 201);
    },
  },
  {
    id: 'lifecycle.promoted',
    title: 'A publish with the part promoted-from is a publish now; its manifest has promoted_from',
    run: async ({ session, stage }) => {
      await stage.published();
      const release = makeRelease(session.newName('promoted'), '1.0.0');
      const promotion = { registry: 'https://staging.example', published_at: '2026-01-31T12:00:00Z' };
      const part = { name: 'promoted-from', body: JSON.stringify(promotion) };
      expectStatus(await session.publish([...formOf(release), part], { remark: `from ${part.body}` }), 201);
      const exchange = await session.read(manifestPath(release));
      expectStatus(exchange, 200);
      const body = jsonOf(exchange);
      expectEqual(exchange, 'promoted_from', body.promoted_from, promotion);
      expectBytes(await session.read(tarballPath(release)), release.tarball);
    },
  },
]);
