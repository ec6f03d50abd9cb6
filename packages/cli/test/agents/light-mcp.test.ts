// `prime mcp` answers before it loads what reads trees, and contacts registries only if told; printing an entry loads no SDK.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '@prime-registry/testkit/child-environment';

/** The sources, whose files have names. `main.mjs` would start the bundle of the clone. */
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const LIST_FILES = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
const { write } = process.stdout;
process.stdout.write = (...args) => { appendFileSync(process.env.LOADED, '---\\n'); return write.apply(process.stdout, args); };
`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'light-mcp-'));
  await writeFile(join(folder, 'list.mjs'), LIST_FILES);
});
after(() => rm(folder, { recursive: true, force: true }));

/** The files that a command loads until its first output, and until its end. */
async function listLoaded(...args: readonly string[]): Promise<{ first: string[]; all: string[] }> {
  const loaded = join(folder, 'loaded');
  await writeFile(loaded, '');
  const hook = pathToFileURL(join(folder, 'list.mjs')).href;
  const env = { ...childEnvironment({}), HOME: folder, LOADED: loaded };
  const child = spawn(process.execPath, ['--import', hook, MAIN, ...args], { cwd: folder, env });
  child.stdin.on('error', () => {});
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  // The tree has been read when it is said that there is none.
  child.stderr.once('data', () => child.stdin.end());
  child.stdout.resume();
  if (args[0] === 'agents') child.stdin.end();
  assert.deepEqual(await once(child, 'close'), [0, null]);
  const all = (await readFile(loaded, 'utf8')).split('\n');
  const end = all.indexOf('---');
  assert.ok(end > 10, 'the hook sees what is loaded, and the output');
  return { first: all.slice(0, end), all };
}

function find(files: readonly string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(file));
}

const TREE = /\/cli\/src\/(?:install|knowledge\/(?!serve-project))/;
const REGISTRIES = /\/packages\/(?:client|network)\/|\/cli\/src\/registries\//;
const SDK = /\/@modelcontextprotocol\//;

it('prime mcp answers with the SDK alone, and then reads the tree without anything for registries', async () => {
  const { first, all } = await listLoaded('mcp');
  assert.notDeepEqual(find(first, SDK), []);
  assert.deepEqual(find(first, TREE), []);
  assert.deepEqual(find(first, /\/mcp\/src\/http\/mcp-endpoint/), []);
  assert.equal(find(all, /\/cli\/src\/knowledge\/project-tree/).length, 1);
  assert.deepEqual(find(all, REGISTRIES), []);
});

it('an entry is printed, and agents are listed, without the SDK', async () => {
  assert.deepEqual(find((await listLoaded('mcp', '--print-config', 'codex')).all, SDK), []);
  assert.deepEqual(find((await listLoaded('agents', '--json')).all, SDK), []);
});
