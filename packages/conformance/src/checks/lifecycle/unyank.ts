// A yank that is taken back: the version is as it was before the yank.
import { beyondContract, type Check } from '../../check.ts';
import { expectBytes, expectEqual, expectStatus, fail } from '../../expectations/expect.ts';
import { expectAsBefore, pick } from '../../expectations/life.ts';
import { wordOf } from '../../fixtures/fixture.ts';
import { jsonOf } from '../../http/exchange.ts';
import { manifestPath, searchPath, tarballPath, versionYankPath } from '../../http/paths.ts';
import { precondition } from '../../outcome.ts';
import { accepted, requireFound } from '../../session/scene.ts';
import { findVersions } from '../../session/search-versions.ts';

export const unyankChecks: readonly Check[] = beyondContract([
  {
    id: 'lifecycle.unyank',
    title: 'Taking a yank back answers 200 with name, version and yanked: false',
    run: async ({ life }) => {
      const { back, answer } = await life.unyanked();
      expectStatus(answer, 200);
      const { name, version } = back;
      const receipt = pick(jsonOf(answer), ['name', 'version', 'yanked']);
      expectEqual(answer, 'the receipt', receipt, { name, version, yanked: false });
    },
  },
  {
    id: 'lifecycle.unyank-listed',
    title: 'After a yank was taken back, the version list and latest are as before the yank',
    run: async ({ life }) => {
      const { back, before } = await accepted(life.unyanked());
      expectAsBefore(before.list, await life.list(back.name));
    },
  },
  {
    id: 'lifecycle.unyank-read',
    title: 'After a yank was taken back, manifest and tarball are as before the yank',
    run: async ({ session, life }) => {
      const { before, back } = await accepted(life.unyanked());
      for (const [release, view] of before.manifests) expectAsBefore(view, await life.manifest(release));
      expectBytes(await session.read(tarballPath(back)), back.tarball);
    },
  },
  {
    id: 'lifecycle.unyank-found',
    title: 'After a yank was taken back, search finds the version as before the yank',
    run: async ({ session, life }) => {
      const { back, found } = await accepted(life.unyanked());
      const wanted = requireFound(found, back).join(', ');
      const now = await findVersions(
        session,
        back.name,
        (versions) => versions.toSorted().join(', ') === wanted,
      );
      if (now.join(', ') === wanted) return;
      fail(
        await session.read(searchPath(wordOf(back.name))),
        `${back.name} ${wanted}`,
        now.join(', ') || 'no entry',
      );
    },
  },
  {
    id: 'lifecycle.unyank-again',
    title: 'Taking back a yank that is none answers 200 and changes nothing; of an unknown version, 404',
    run: async ({ session, life }) => {
      const { back, before } = await accepted(life.unyanked());
      expectStatus(await session.change('DELETE', versionYankPath(back)), 200);
      expectStatus(await session.change('DELETE', versionYankPath({ ...back, version: '9.9.9' })), 404);
      const manifest = await precondition('the manifest', session.read(manifestPath(back)));
      expectStatus(manifest, 200);
      expectAsBefore(before.list, await life.list(back.name));
    },
  },
]);
