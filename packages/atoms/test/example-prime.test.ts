// The example of this repository is correct: every atom is readable, and every edge has a target.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { InventoryBuilder } from '../src/index.ts';

const ROOT = join(import.meta.dirname, '../../../examples/http-caching');

test('all atoms of the example Prime are read, without a problem', async () => {
  const builder = new InventoryBuilder();
  const paths = globSync('**/*.prime', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths) {
    const bytes = readFileSync(join(ROOT, path));
    assert.ok(builder.wants(path, bytes.length));
    builder.add(path, bytes);
  }
  const { atoms, problems } = await builder.finish();
  assert.deepEqual(problems, []);
  assert.deepEqual(
    atoms.map(({ id }) => id),
    paths.map((path) => `@examples/${basename(path, '.prime')}`).sort(),
  );
  for (const { id, kind, label, version, domain, description, tags, edges, texts } of atoms) {
    assert.ok(id.startsWith(`@examples/${kind}-`), id);
    assert.deepEqual([version, domain], ['1.0.0', 'http-caching']);
    assert.ok(description.length > 50 && tags.length > 3 && edges.length > 0, id);
    assert.ok(['principle', 'fact'].includes(kind) || label !== undefined, id);
    assert.deepEqual(
      edges.filter(({ standing }) => standing !== 'inside'),
      [],
    );
    assert.ok(texts.full.startsWith(texts.core) && texts.core.startsWith(texts.summary), id);
  }
});
