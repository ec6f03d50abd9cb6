// The commands of a clone, and the processes and threads of a registry, run from the bundle.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Actor, startProcess } from '@prime-registry/testkit';
import { BUNDLES, findBundle } from '../../packages/launch/src/clone-bundle.mjs';
import { ROOT } from '../release/build/published-packages.ts';
import { copyClone, runIn } from './copied-clone.ts';
import { LoadedModules } from './loaded-modules.ts';

const SERVER = 'packages/server/src/main';
const CLIENT = 'packages/cli/src/main';
const TOKEN = 'the-operator-gave-this-one';

describe('the bundled commands', () => {
  let clone = '';
  let folder = '';
  before(() => {
    clone = copyClone();
    folder = mkdtempSync(join(tmpdir(), 'prime-registry-bundle-'));
    copyBundle(clone);
    runIn(clone, 'scripts/prepare.ts');
  });
  after(() => {
    for (const each of [clone, folder]) rmSync(each, { recursive: true, force: true });
  });

  it('print what the sources print', () => {
    for (const program of [SERVER, CLIENT])
      assert.equal(runIn(clone, `${program}.mjs`, ['--help']), runIn(clone, `${program}.ts`, ['--help']));
  });

  it('have source maps that lead to the sources', () => {
    const server = dirname(findBundle('server', clone) ?? '');
    const map = readdirSync(server).find((name) => /^commands-\w+\.js\.map$/.test(name)) ?? '';
    const { sources } = JSON.parse(readFileSync(join(server, map), 'utf8')) as { sources: string[] };
    const index = join(clone, 'packages/server/src/commands/index.ts');
    assert.ok(sources.map((path) => join(server, path)).includes(index));
  });

  it('are processes and threads of a registry', async () => {
    const loaded = new LoadedModules(clone);
    const registry = await startProcess({
      launcher: [process.execPath, join(clone, `${SERVER}.mjs`), 'serve'],
      dataFolder: join(folder, 'data'),
      flags: ['--workers', '2'],
      environment: { PRIME_REGISTRY_TOKEN: TOKEN, ...loaded.variables },
    });
    try {
      // A thread reads a tarball of this size.
      const files = { 'notes.txt': 'word '.repeat(40_000) };
      await new Actor(registry.baseUrl, TOKEN).mustPublish({ name: '@acme/bundled', files });
    } finally {
      assert.equal(await registry.end('SIGTERM'), 0);
    }
    const urls = loaded.take();
    for (const part of [
      /\/server\/main\.js$/,
      /\/server\/worker-main-\w+\.js$/,
      /\/server\/task-thread\.js$/,
    ])
      assert.ok(
        urls.some((url) => url.includes(BUNDLES) && part.test(url)),
        `${part} was loaded`,
      );
    assert.deepEqual(
      urls.filter((url) => url.endsWith('.ts')),
      [],
    );
  });
});

/** Copies the bundle of this clone, if it has one of the current files, so that none has to be made. */
function copyBundle(clone: string): void {
  const main = findBundle('server', ROOT);
  if (main === undefined) return;
  const name = basename(dirname(dirname(main)));
  for (const path of [name, 'server.json', 'cli.json'].map((each) => join(BUNDLES, each)))
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(clone, path), { recursive: true });
}
