// Compares random sequences of publishes and yanks with a simple model.
import assert from 'node:assert/strict';
import { findVersionBefore } from '@prime-registry/atoms';
import { compareVersions, selectLatest } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { COSTLY, fc } from '../properties.ts';
import { insert, versionOf, yank } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const NAMES = ['@acme/a', '@acme/b'] as const;

const MAJORS = [0, 1, 2];
const MINORS = [0, 1];
const RESTS = ['', '-rc.1', '-rc.2', '-rc.10', '+build', '-rc.1+build'];
const VERSIONS = MAJORS.flatMap((major) =>
  MINORS.flatMap((minor) => RESTS.map((rest) => `${major}.${minor}.0${rest}`)),
);

const steps = fc.record({
  does: fc.constantFrom('insert', 'insert', 'yank'),
  name: fc.constantFrom(...NAMES),
  version: fc.constantFrom(...VERSIONS),
});

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** The published versions by Prime and identity, with the version as written and whether it is yanked. */
type Model = Map<string, Map<string, { version: string; yanked: boolean }>>;

export function testAgainstModel(open: OpenStore): void {
  testWithStore(open, 'lists and search are those of the model', async (store) => {
    // All sequences use one store and new names, because opening a store for each is slow.
    let history = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (taken) => {
        history += 1;
        const model: Model = new Map(NAMES.map((name) => [`${name}-h${history}`, new Map()]));
        for (const step of taken)
          await takeStep(store, model, { ...step, name: `${step.name}-h${history}` as never });
        for (const [name, versions] of model) await compare(store, name, [...versions.values()]);
      }),
      COSTLY,
    );
  });
}

async function takeStep(store: RegistryStore, model: Model, { does, name, version }: Step): Promise<void> {
  const versions = model.get(name);
  const { identity } = versionOf(version);
  const known = versions?.get(identity);
  if (does === 'insert') {
    assert.equal(await insert(store, { name, version, description: `text${identity}` }), known === undefined);
    if (known === undefined) versions?.set(identity, { version, yanked: false });
  } else {
    const yanked = await yank(store, version, undefined, name);
    assert.equal(yanked?.version, known?.version);
    if (known !== undefined) known.yanked = true;
  }
}

async function compare(
  store: RegistryStore,
  name: string,
  published: readonly { version: string; yanked: boolean }[],
): Promise<void> {
  const entries = published
    .map((entry) => ({ ...entry, version: versionOf(entry.version) }))
    .sort((a, b) => compareVersions(a.version, b.version));
  const listed = (await store.listVersions(name)).map(({ version, yanked }) => ({ version, yanked }));
  assert.deepEqual(
    listed,
    entries.map(({ version, yanked }) => ({ version: version.full, yanked })),
  );
  for (const version of VERSIONS.map(versionOf)) {
    assert.deepEqual(await store.findPlace(name, version), {
      isTaken: entries.some((entry) => entry.version.identity === version.identity),
      before: findVersionBefore(listed, version),
    });
  }
  const { hits } = await store.search({ text: name, limit: 10, offset: 0 });
  const found = hits.filter((hit) => hit.name === name).map(({ version }) => version);
  const latest = selectLatest(entries)?.version.full;
  assert.deepEqual(found, latest === undefined ? [] : [latest]);
}
