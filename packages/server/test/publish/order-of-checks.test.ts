// The order of the checks of a publish: 401, 400, 413, 403, 409. Each request here has all later faults as
// well.
import { after, before, suite, test } from 'node:test';
import { buildTarball, type PrimeDraft, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const MAX_TARBALL_BYTES = 4096;
const largeTarball = Buffer.concat([buildTarball({ 'a.md': 'text' }), Buffer.alloc(MAX_TARBALL_BYTES)]);
const existing: PrimeDraft = { name: '@other/taken', version: '1.0.0' };

suite('order of the checks of a publish', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry({ maxTarballBytes: MAX_TARBALL_BYTES });
    await registry.stranger.publish(existing);
  });
  after(() => registry.stop());

  const refuse = (who: 'anonymous' | 'author' | 'stranger', draft: PrimeDraft, code: Refused) =>
    expectRefused(registry, () => registry[who].publish({ ...existing, ...draft }), {
      code,
      name: '@other/taken',
      version: draft.version ?? '1.0.0',
    });
  type Refused = Parameters<typeof expectRefused>[2]['code'];

  test('without a token, a client learns only 401, whatever else is wrong', async () => {
    const fresh = { version: '2.0.0' };
    await refuse(
      'anonymous',
      { ...fresh, manifest: 'not a manifest', tarball: largeTarball },
      'unauthenticated',
    );
    await refuse('anonymous', { ...fresh, tarball: largeTarball }, 'unauthenticated');
    await refuse('anonymous', fresh, 'unauthenticated');
  });

  test('a wrong form or manifest (400) comes before a too large tarball (413)', async () => {
    const draft = { version: '2.0.0', tarball: largeTarball };
    await refuse('author', { ...draft, manifest: null }, 'invalid_form');
    await refuse(
      'author',
      { ...draft, manifest: 'name: "@other/taken"\nversion: 2.0.0\n' },
      'invalid_manifest',
    );
  });

  test('a wrong tarball (400) comes before a missing permission (403)', async () => {
    await refuse('author', { version: '2.0.0', tarball: Buffer.from('no gzip') }, 'invalid_tarball');
  });

  test('a too large tarball (413) comes before a missing permission (403)', async () => {
    await refuse('author', { version: '2.0.0', tarball: largeTarball }, 'tarball_too_large');
  });

  test('a missing permission (403) comes before an existing version (409)', async () => {
    await expectRefused(registry, () => registry.author.publish(existing), {
      code: 'scope_not_allowed',
      name: '@other/not-there',
    });
  });

  test('a 400 and a 413 come before a 409', async () => {
    const publish = (draft: PrimeDraft) => () => registry.stranger.publish({ ...existing, ...draft });
    const unseen = { name: '@other/not-there' };
    await expectRefused(registry, publish({ tarball: null }), { ...unseen, code: 'invalid_form' });
    await expectRefused(registry, publish({ tarball: largeTarball }), {
      ...unseen,
      code: 'tarball_too_large',
    });
  });
});
