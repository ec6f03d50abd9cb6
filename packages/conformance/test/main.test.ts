// The command as people run it: exit codes, files, and a token that is never printed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ALL_CHECKS } from '../src/index.ts';
import { checkList } from '../src/report/check-list.ts';
import { ReferenceRegistry } from './reference-registry.ts';
import { serve } from './reference-server.ts';
import { answering } from './saboteurs/saboteur.ts';
import { parseXml } from './support/xml.ts';

const token = 'token-of-the-author';
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Compiled code, without which each run strips the types of all its modules again. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, NODE_COMPILE_CACHE: cache, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: out + err };
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'prime-conformance-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('a run against a good registry exits 0, writes both reports and never shows the token', async (t) => {
  const baseUrl = await serve(t, new ReferenceRegistry(token));
  const folder = await newFolder(t);
  const [junit, json] = [path.join(folder, 'junit.xml'), path.join(folder, 'run.json')];
  const { code, output } = await run([
    '--base-url',
    baseUrl,
    '--token',
    token,
    '--junit',
    junit,
    '--json',
    json,
  ]);
  assert.equal(code, 0, output);
  assert.match(output, /Pass {3}4\.1 {2}publish\.created/);
  assert.match(output, /\nConforms.*\n$/);
  assert.ok(!output.includes('\u001b'), 'no colours without a terminal');
  const files = [await readFile(junit, 'utf8'), await readFile(json, 'utf8')] as const;
  assert.equal(parseXml(files[0]).attributes.tests, String(ALL_CHECKS.length));
  assert.equal(JSON.parse(files[1]).results.length, ALL_CHECKS.length);
  for (const shown of [output, ...files]) assert.ok(!shown.includes(token));
});

test('a run against a broken registry that echoes the token exits 1 and does not repeat it', async (t) => {
  const registry = new ReferenceRegistry(token);
  answering('publish', (_, { headers }) => ({ status: 500, json: { headers } }))(registry);
  const args = ['--base-url', await serve(t, registry)];
  const { code, output } = await run(args, { PRIME_CONFORMANCE_TOKEN: token });
  assert.equal(code, 1, output);
  assert.match(output, /Failures and errors.*publish\.created.*expected {2}status 201.*got {7}500/s);
  assert.ok(!output.includes(token), output);
});

test('a run without a token says so and exits 2', async (t) => {
  const { code, output } = await run(['--base-url', await serve(t, new ReferenceRegistry(token))]);
  assert.equal(code, 2, output);
  assert.match(output, /Without a token/);
  assert.match(output, /\nIncomplete.*\n$/);
});

test('a run without a registry exits 1', async () => {
  const { code, output } = await run([
    '--base-url',
    'http://127.0.0.1:1',
    '--token',
    token,
    '--timeout',
    '5',
  ]);
  assert.equal(code, 1, output);
  assert.match(output, /Error/);
});

test('a wrong command line exits 3 with a message', async (t) => {
  const baseUrl = await serve(t, new ReferenceRegistry(token));
  const folder = await newFolder(t);
  for (const args of [
    [],
    ['--bogus'],
    ['--base-url', baseUrl, '--filter', 'no-such-check'],
    [
      '--base-url',
      baseUrl,
      '--filter',
      'versions.unknown',
      '--json',
      path.join(folder, 'missing', 'run.json'),
    ],
  ]) {
    const { code, output } = await run(args);
    assert.equal(code, 3, output);
    assert.match(output, /prime-conformance: .+\nSee prime-conformance --help\.\n$/);
  }
});

test('--list prints every check, and the README has the same table', async () => {
  const { code, output } = await run(['--list']);
  assert.equal(code, 0);
  assert.equal(output, checkList(ALL_CHECKS));
  for (const { id } of ALL_CHECKS) assert.ok(output.includes(`\`${id}\``), id);
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  assert.ok(readme.includes(output), 'put the output of --list into the README');
});

test('--help lists all flags, and --version prints one', async () => {
  const help = await run(['--help']);
  assert.equal(help.code, 0);
  for (const flag of [
    '--base-url',
    '--token',
    '--scope',
    '--no-search',
    '--no-yank',
    '--no-lifecycle',
    '--strict',
    '--timeout',
  ]) {
    assert.ok(help.output.includes(flag), flag);
  }
  const version = await run(['--version']);
  assert.match(version.output, /^\d+\.\d+\.\d+(?: \([0-9a-f]{12}\))?\n$/);
});
