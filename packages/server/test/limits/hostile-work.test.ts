// Content that takes long to read, compare or draw: other requests are answered in the meantime.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildTarball, manifestText, startRegistry, type TestRegistry } from '@prime-registry/testkit';

const NAME = '@acme/hostile';
/** Of each version: the comparison of all edges takes several hundred milliseconds of another thread. */
const [ATOMS, EDGES] = [100, 250];

/** Atoms with as many edges as an atom may have. */
function edgesOf(version: string, atoms: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let atom = 0; atom < atoms; atom += 1) {
    const targets = Array.from(
      { length: EDGES },
      (_, edge) => `@acme/${version.replaceAll('.', '-')}-${atom}-${edge}`,
    );
    files[`primes/sources/@acme/f${atom}.prime`] =
      `rule R${atom} {\n  id: "@acme/a${atom}"\n  requires: [${targets.join(', ')}]\n}\n`;
  }
  return files;
}

/** YAML that takes a hundred times as long as other text. */
function slowYaml(files: number): Record<string, string> {
  const text = `x: [${'{},'.repeat(5000)}]\n`;
  return Object.fromEntries(
    Array.from({ length: files }, (_, index) => [`primes/compiled/@acme/a${index}/atom.yaml`, text]),
  );
}

async function publish(
  { author }: TestRegistry,
  version: string,
  files: Record<string, string>,
): Promise<void> {
  const manifest = manifestText({ name: NAME, version });
  await author.mustPublish({
    name: NAME,
    version,
    tarball: buildTarball({ 'pack.yaml': manifest, ...files }),
  });
}

/** How many requests of others are answered until the work has ended. */
async function countAnswers({ anonymous }: TestRegistry, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let answers = 0;
  while (!isDone) {
    assert.equal((await anonymous.get('/-/health/live')).status, 200);
    answers += 1;
  }
  await ended;
  return answers;
}

suite('hostile work', () => {
  test('a comparison and a graph leave the server free, and are made once', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    await publish(registry, '1.0.0', edgesOf('1.0.0', ATOMS));
    await publish(registry, '2.0.0', edgesOf('2.0.0', ATOMS));
    const { store, anonymous } = registry;
    const { findComparedRows } = store;
    let reads = 0;
    Object.assign(store, {
      findComparedRows: (...given: Parameters<typeof findComparedRows>) => {
        reads += 1;
        return findComparedRows(...given);
      },
    });
    const diff = async (): Promise<void> => {
      const answer = await anonymous.get(`/-/primes/${NAME}/diff/1.0.0...2.0.0`);
      assert.equal(answer.json.counts.edges_gained, ATOMS * EDGES);
    };
    const answers = await countAnswers(registry, Promise.all(Array.from({ length: 20 }, diff)));
    assert.ok(answers > 20, `${answers} answers`);
    assert.equal(reads, 2, 'each version is read once');
    const spelled = await anonymous.get(`/-/primes/${NAME}/diff/1.0.0+a...2.0.0+b`);
    assert.equal(spelled.json.counts.edges_gained, ATOMS * EDGES);
    assert.equal(reads, 2, 'other build metadata is no other comparison');
    const graph = anonymous.get(`/-/prime/${NAME}/2.0.0/graph`);
    assert.ok((await countAnswers(registry, graph)) > 20);
    assert.equal((await graph).status, 200);
  });

  test('a publish is read in another thread', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const tarball = slowYaml(30);
    const [before, beforeHere] = [process.cpuUsage(), process.threadCpuUsage()];
    await publish(registry, '1.0.0', tarball);
    const [all, here] = [process.cpuUsage(before), process.threadCpuUsage(beforeHere)];
    assert.ok(here.user < all.user / 2, `${here.user} of ${all.user} µs on the thread that serves`);
  });
});
