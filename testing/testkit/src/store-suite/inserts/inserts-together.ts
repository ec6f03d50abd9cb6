// Concurrent inserts: a store may execute them in one transaction, but each has its own outcome.
import assert from 'node:assert/strict';
import type { RegistryError } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { ACT, insert, insertNew, newVersion, type VersionDraft, versionOf, yank } from './new-version.ts';

const NAME = '@acme/web-style';
const OF_ANOTHER = 'name_of_another_registry';

const full = new Error('full');

/** An insert, and whether storing its tarball fails. */
interface Attempt extends VersionDraft {
  readonly failure?: Error;
  /** The maximum number of versions in the scope. */
  readonly most?: number;
}

/** The outcome of an attempt. */
interface Outcome {
  readonly isNew: boolean | Error;
  /** How often storing its tarball was attempted. */
  readonly placed: number;
}

export function testInsertsTogether(open: OpenStore): void {
  testWithStore(
    open,
    'exactly one insert of each version wins, and all winners are stored',
    async (store) => {
      const names = Array.from({ length: 8 }, (_, index) => `@acme/p${index}`);
      const versions = Array.from({ length: 5 }, (_, index) => `1.${index}.0`);
      const rivals = Array.from({ length: 6 }, (_, rival) =>
        names.flatMap((name) =>
          versions.map((version) => ({ name, version, description: `by rival${rival}` })),
        ),
      ).flat();
      const outcomes = await insertTogether(store, rivals);
      for (const name of names) {
        assert.deepEqual(
          (await store.listVersions(name)).map(({ version }) => version),
          versions,
        );
        for (const version of versions) {
          const winners = rivals.filter(
            (rival, index) =>
              outcomes[index]?.isNew === true && rival.name === name && rival.version === version,
          );
          assert.equal(winners.length, 1, `${name} ${version}`);
          const record = await store.findVersion(name, versionOf(version));
          assert.equal(record?.description, winners[0]?.description);
        }
      }
      for (const { isNew, placed } of outcomes) assert.equal(placed, isNew === true ? 1 : 0);
      assert.equal((await store.search({ text: 'rival', limit: 1, offset: 0 })).total, names.length);
    },
  );

  testWithStore(open, 'a tarball that cannot be stored fails only its own insert', async (store) => {
    const failure = new Error('disk full');
    const attempts: Attempt[] = [
      { version: '1.0.0' },
      { version: '2.0.0' },
      { version: '3.0.0', failure },
      { version: '1.5.0' },
      { name: '@acme/alone', failure },
      { name: '@acme/other' },
    ];
    const outcomes = await insertTogether(store, attempts);
    assert.deepEqual(
      outcomes,
      attempts.map((attempt) => ({ isNew: attempt.failure ?? true, placed: 1 })),
    );
    const listed = (await store.listVersions(NAME)).map(({ version }) => version);
    assert.deepEqual(listed, ['1.0.0', '1.5.0', '2.0.0']);
    assert.equal(await store.hasPrime('@acme/alone'), false);
    assert.equal(await latestFound(store, 'style'), '2.0.0');
    assert.equal(await latestFound(store, 'alone'), undefined);
    assert.equal(await insert(store, { version: '3.0.0' }), true, 'it can be inserted afterwards');
  });

  testWithStore(open, 'the first insert whose tarball can be stored wins the version', async (store) => {
    const [one, two] = [new Error('the first failed'), new Error('the second failed')];
    const attempts: Attempt[] = [
      { description: 'first', failure: one },
      { version: '1.0.0+build', description: 'second', failure: two },
      { description: 'third' },
      { description: 'fourth' },
    ];
    const outcomes = await insertTogether(store, attempts);
    assert.deepEqual(outcomes, [
      { isNew: one, placed: 1 },
      { isNew: two, placed: 1 },
      { isNew: true, placed: 1 },
      { isNew: false, placed: 0 },
    ]);
    assert.equal((await store.findVersion(NAME, versionOf('1.0.0')))?.description, 'third');
  });

  testWithStore(open, 'if all fail, nothing is stored, and the next insert succeeds', async (store) => {
    const attempts = Array.from({ length: 5 }, (_, index) => ({
      version: `1.${index}.0`,
      failure: new Error(`number ${index}`),
    }));
    const outcomes = await insertTogether(store, attempts);
    assert.deepEqual(
      outcomes.map(({ isNew }) => isNew),
      attempts.map(({ failure }) => failure),
    );
    assert.equal(await store.hasPrime(NAME), false);
    assert.equal(await latestFound(store, 'style'), undefined);
    assert.equal(await insert(store, { version: '1.0.0' }), true);
  });

  testWithStore(
    open,
    'the limit of a scope admits the first that fit, existing versions again, and those in place of others that fail',
    async (store) => {
      await insert(store, { version: '1.0.0' });
      const failure = new Error('disk full');
      const outcomes = await insertTogether(store, [
        { version: '1.1.0', most: 1 },
        { version: '1.2.0', failure, most: 3 },
        { version: '1.3.0', most: 3 },
        { version: '1.4.0', most: 3 },
        { version: '1.5.0', most: 3 },
        { version: '1.3.0', most: 3 },
        { version: '1.0.0', most: 3 },
        { name: '@other/p', most: 1 },
      ]);
      assert.deepEqual(outcomes, [
        { isNew: full, placed: 0 },
        { isNew: failure, placed: 1 },
        { isNew: true, placed: 1 },
        { isNew: true, placed: 1 },
        { isNew: full, placed: 0 },
        { isNew: false, placed: 0 },
        { isNew: false, placed: 0 },
        { isNew: true, placed: 1 },
      ]);
      assert.equal((await store.findScopeUsage('@acme')).versions, 3);
    },
  );

  testWithStore(open, 'a token or rule that ends before the transaction publishes nothing', async (store) => {
    const stored = { name: 'ci', permissions: ['publish' as const], scopes: ['*'], createdAtMs: 1 };
    const token = { ...stored, expiresAtMs: undefined, revokedAtMs: undefined, lastUsedAtMs: undefined };
    for (const [index, id] of ['valid', 'revoked'].entries())
      await store.insertToken({ ...token, id }, new Uint8Array(32).fill(index), ACT);
    const short = { kind: 'attenuated' as const, primes: [], ruleId: undefined, provenance: undefined };
    await store.insertAttenuatedToken(
      { ...stored, ...short, id: 'short', ancestors: ['valid'], expiresAtMs: 1e15, revokedAtMs: undefined },
      new Uint8Array(32).fill(9),
      ACT,
    );
    await store.revokeToken('revoked', 2, ACT);
    const holder = (...tokenIds: string[]) => ({ tokenIds, ruleId: undefined });
    const outcomes = await insertTogether(store, [
      { version: '1.0.0', holder: holder('revoked') },
      { version: '1.0.0', holder: holder('valid') },
      { version: '1.1.0', holder: holder('valid', 'short') },
      { version: '1.2.0', holder: holder('revoked', 'short') },
      { version: '1.3.0', holder: { tokenIds: ['short'], ruleId: 'no rule' } },
      { version: '1.4.0', holder: holder('unknown') },
      { version: '1.5.0' },
    ]);
    const ended = { isNew: 'unauthenticated', placed: 0 };
    const isNew = { isNew: true, placed: 1 };
    assert.deepEqual(
      outcomes.map((each) => ({ ...each, isNew: (each.isNew as RegistryError).code ?? each.isNew })),
      [ended, isNew, isNew, ended, ended, ended, isNew],
    );
    const check = newVersion({ version: '2.0.0', holder: holder('revoked') });
    await assert.rejects(store.checkVersion(check), { code: 'unauthenticated' });
  });

  testWithStore(open, 'the first registry whose tarball can be stored gets the name', async (store) => {
    const failure = new Error('disk full');
    const origin = 'https://one.example';
    const outcomes = await insertTogether(store, [
      { name: '@a/p', version: '1.0.0', origin },
      { name: '@a/p', version: '2.0.0' },
      { name: '@a/own', version: '1.0.0' },
      { name: '@a/p', version: '3.0.0', origin },
      { name: '@b/p', version: '1.0.0', failure },
      { name: '@b/p', version: '2.0.0', origin },
      { name: '@b/p', version: '3.0.0' },
    ]);
    assert.deepEqual(
      outcomes.map(({ isNew }) => (isNew as RegistryError).code ?? isNew),
      [true, OF_ANOTHER, true, OF_ANOTHER, failure, true, OF_ANOTHER],
    );
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'an insert that is refused for another reason takes no name', async (store) => {
    await store.setSigningPolicy('@a', true, { ...ACT, action: 'signing-policy' });
    const outcomes = await insertTogether(store, [
      { name: '@a/p', version: '1.0.0' },
      { name: '@a/p', version: '2.0.0', origin: 'https://one.example', act: { ...ACT, action: 'mirror' } },
    ]);
    assert.deepEqual(
      outcomes.map(({ isNew }) => (isNew as RegistryError).code ?? isNew),
      ['signature_required', true],
    );
  });

  testWithStore(open, 'a version is visible once its insert has resolved, and not before', async (store) => {
    const versions = Array.from({ length: 10 }, (_, index) => `1.${index}.0`);
    await Promise.all(
      versions.map(async (version) => {
        const isListed = async (): Promise<boolean> =>
          (await store.listVersions(NAME)).some((listed) => listed.version === version);
        await store.insertVersion(newVersion({ version }), async () => {
          assert.equal(await isListed(), false);
        });
        assert.equal(await isListed(), true);
      }),
    );
  });

  testWithStore(open, 'a yank in between applies to the versions inserted before it', async (store) => {
    await insert(store, { version: '1.0.0' });
    const [inserted, yanked] = await Promise.all([
      Promise.all(['1.1.0', '1.2.0', '1.3.0'].map((version) => insert(store, { version }))),
      yank(store, '1.0.0'),
    ]);
    assert.deepEqual(inserted, [true, true, true]);
    assert.notEqual(yanked?.yankedAtMs, undefined);
    const marks = (await store.listVersions(NAME)).map((listed) => listed.yanked);
    assert.deepEqual(marks, [true, false, false, false]);
    assert.equal(await latestFound(store, 'style'), '1.3.0');
  });
}

/** Starts all attempts while another insert is in progress, so that they can share a transaction. */
async function insertTogether(store: RegistryStore, attempts: readonly Attempt[]): Promise<Outcome[]> {
  const [underWay, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = store.insertVersion(newVersion({ name: '@first/of-all', description: 'x' }), () => {
    underWay.resolve();
    return gate.promise;
  });
  await underWay.promise;
  const outcomes = attempts.map(async ({ failure, most = 1000, ...draft }): Promise<Outcome> => {
    let placed = 0;
    const place = async (): Promise<void> => {
      placed += 1;
      if (failure !== undefined) throw failure;
    };
    const inserting = insertNew(store, newVersion(draft), place, ({ versions }) => {
      if (versions > most) throw full;
    });
    const isNew = await inserting.catch((error: Error) => error);
    return { isNew, placed };
  });
  gate.resolve();
  await first;
  return Promise.all(outcomes);
}

async function latestFound(store: RegistryStore, text: string): Promise<string | undefined> {
  return (await store.search({ text, limit: 1, offset: 0 })).hits[0]?.version;
}
