// The first hour with installed packages: start, log in, publish, install, verify, pages, conformance.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '@prime-registry/testkit';
import { ROOT } from '../build/published-packages.ts';
import { userEnvironment } from './install-packages.ts';

const EXAMPLE = join(ROOT, 'examples/http-caching');
const PRIME = '/-/prime/@examples/http-caching';

/**
 * Walks it.
 * @param installed - the folder with `node_modules`
 * @param node - the Node.js that runs everything
 * @param work - a folder that is created
 */
export async function walkInstalled(installed: string, node: string, work: string): Promise<void> {
  const project = join(work, 'project');
  mkdirSync(project, { recursive: true });
  cpSync(EXAMPLE, join(work, 'http-caching'), { recursive: true });
  const programOf = (name: string, path = 'dist/main.js') => join(installed, 'node_modules', name, path);
  const environment = userEnvironment({
    HOME: work,
    XDG_CACHE_HOME: join(work, 'cache'),
    PRIME_CONFIG_DIR: join(work, 'config'),
  });
  const run = (name: string, args: readonly string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync(node, [programOf(name), ...args], {
      cwd: project,
      encoding: 'utf8',
      env: environment,
      input,
    });
    assert.equal(status, 0, `${name} ${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  };

  const data = join(work, 'data');
  const server = await startProcess({
    dataFolder: data,
    flags: ['--workers', '2'],
    launcher: [node, programOf('prime-registry'), 'serve'],
  });
  try {
    const url = server.baseUrl;
    const token = /pri_\w+/.exec(server.stdout())?.[0] ?? assert.fail(server.stdout());
    run('prime-cli', ['login', url, '--token-stdin'], token);
    const published = run('prime-cli', ['publish', join(work, 'http-caching'), '--yes']);
    assert.match(published, /Published @examples\/http-caching 1\.0\.0/);
    assert.match(published, /16 atoms/);
    run('prime-cli', ['install', '@examples/http-caching']);
    assert.equal(run('prime-cli', ['install']), '1 Prime, nothing to do.\n');
    assert.match(run('prime-cli', ['verify']), /1 Prime intact/);
    assert.match(run('prime-cli', ['search', 'cach']), /@examples\/http-caching/);
    assert.match(run('prime-cli', ['lint', join(work, 'http-caching')]), /\d/);

    for (const page of ['/', PRIME, `${PRIME}/versions`, `${PRIME}/1.0.0/graph`, '/-/api'])
      await expectPage(`${url}${page}`);

    const listed = run('prime-registry', ['token', 'list', '--data', data]);
    assert.match(listed, /admin/);
    assert.match(run('prime-registry', ['verify', '--data', data]), /\d/);
    run('prime-conformance', ['--base-url', url, '--token', token, '--scope', '@conformance', '--lifecycle']);
  } finally {
    assert.equal(await server.end('SIGTERM'), 0);
  }
}

/** A page, and everything that it loads. */
async function expectPage(url: string): Promise<void> {
  const page = await fetch(url);
  const html = await page.text();
  assert.equal(page.status, 200, url);
  for (const [, path] of html.matchAll(/(?:src|href)="(\/-\/assets\/[^"]+)"/g)) {
    const asset = await fetch(new URL(path ?? '', url));
    assert.equal(asset.status, 200, `${path} of ${url}`);
    assert.ok((await asset.arrayBuffer()).byteLength > 0);
  }
}
