// `prime mcp`, with the official client and as a process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  type AtomSource,
  atomFiles,
  createPrimeUser,
  PRIME_MAIN,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { childEnvironment } from '@prime-registry/testkit/child-environment';
import { openTreeRecords } from '../../src/install/cache/tree-records.ts';
import { ContentsCache } from '../../src/knowledge/contents-cache.ts';
import { ProjectSource } from '../../src/knowledge/project-source.ts';
import { ProjectTree } from '../../src/knowledge/project-tree.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { makeStreams } from '../fake-streams.ts';

const STYLE = '@acme/web-style';
const FOCUS: AtomSource = { id: '@acme/rule-focus', description: 'Keep the focus visible' };

describe('prime mcp', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    registry = await startRegistry();
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    const publish = (name: string, version: string, ...atoms: AtomSource[]) =>
      registry.admin.mustPublish({ name, version, description: `About ${name}`, files: atomFiles(...atoms) });
    await publish(STYLE, '1.0.0', FOCUS);
    await publish(STYLE, '2.0.0', { ...FOCUS, description: 'Show where the focus is' });
    await publish('@acme/naming', '1.0.0', { id: '@acme/rule-names', description: 'Name things' });
    await publish('@other/far', '1.0.0', { id: '@other/rule-far', description: 'Only in the registry' });
    await install(`${STYLE}@1.0.0`, '@acme/naming');
  });
  after(() => Promise.all([registry.stop(), user.remove()]));

  async function install(...names: readonly string[]): Promise<void> {
    const { code, stderr } = await user.prime(['install', ...names]);
    assert.equal(code, 0, stderr);
  }

  function environment(): Record<string, string> {
    const all = Object.entries({ ...childEnvironment({}), ...user.environment });
    return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** Starts a server for an official client. */
  async function connect(mode: 'legacy' | { readonly pin: string }, ...args: readonly string[]) {
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [PRIME_MAIN, 'mcp', ...args], cwd: user.project },
      ...{ env: environment(), stderr: 'pipe' as const },
    });
    let stderr = '';
    transport.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const callTool = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const [block] = content as { text: string }[];
      return { text: block?.text ?? '', isError: isError === true };
    };
    return {
      client,
      read: (id: string) => callTool('read_atom', { id }),
      search: (query: string) => callTool('search_knowledge', { query }),
      stderr: () => stderr,
      [Symbol.asyncDispose]: () => client.close(),
    };
  }

  /** Runs the command with this input. */
  function start(...args: readonly string[]) {
    const child = spawn(process.execPath, [PRIME_MAIN, 'mcp', ...args], {
      cwd: user.project,
      env: environment(),
    });
    return { child, stdout: text(child.stdout), stderr: text(child.stderr) };
  }

  test('serves what is installed, without a registry, and the new tree after an install', async () => {
    await using server = await connect({ pin: '2026-07-28' });
    assert.equal(server.client.getServerVersion()?.name, 'prime');
    const { text: facts } = await server.read(FOCUS.id);
    assert.match(facts, /^@acme\/rule-focus · rule · @acme\/web-style 1\.0\.0 · .*installed/);
    assert.match(facts, /Keep the focus visible/);
    const uri = 'prime://acme/web-style/1.0.0/rule-focus/full';
    assert.equal((await server.client.readResource({ uri })).contents.length, 1);
    const far = await server.read('@other/rule-far');
    assert.ok(far.isError);
    assert.match(far.text, /Only installed Primes are read here; prime mcp --online asks registries, too\./);

    await install(`${STYLE}@2.0.0`);
    assert.match((await server.read(FOCUS.id)).text, /web-style 2\.0\.0 .*[\s\S]*Show where the focus is/);
    await install(`${STYLE}@1.0.0`);
    assert.match((await server.search('focus')).text, /web-style/);
    assert.equal(server.stderr(), '');
  });

  test('names a changed Prime, serves the rest, and serves it again when it is restored', async () => {
    const manifest = join(user.project, '.primes', '@acme', 'web-style', 'pack.yaml');
    await appendFile(manifest, '# changed\n');
    await using server = await connect('legacy');
    assert.match((await server.read('@acme/rule-names')).text, /Name things/);
    assert.ok((await server.read(FOCUS.id)).isError);
    assert.match(
      server.stderr(),
      /^warning: @acme\/web-style 1\.0\.0 is not as lock\.yaml says.*run 'prime install'\n$/,
    );
    await install();
    assert.match((await server.read(FOCUS.id)).text, /Keep the focus visible/);
  });

  test('serves installed Primes as skills', async () => {
    const { child, stdout, stderr } = start();
    const uri = 'skill://acme/web-style/SKILL.md';
    const ask = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    ask(1, 'initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });
    ask(2, 'skills/list', {});
    ask(3, 'skills/get', { uri });
    ask(4, 'resources/read', { uri });
    ask(5, 'skills/get', { uri: 'skill://acme/2.0.0/web-style/SKILL.md' });
    child.stdin.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
    const answers = new Map(
      (await stdout)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((answer) => [answer.id, answer]),
    );
    assert.deepEqual(answers.get(1).result.capabilities.extensions, { 'io.modelcontextprotocol/skills': {} });
    const { skills } = answers.get(2).result;
    assert.deepEqual(
      skills.map((skill: { uri: string }) => skill.uri),
      ['skill://acme/naming/SKILL.md', uri],
    );
    assert.deepEqual(answers.get(3).result.skill, skills[1]);
    const [{ text: skill }] = answers.get(4).result.contents;
    assert.match(skill, /^---\nname: web-style\n[\s\S]*version: "1\.0\.0"/);
    assert.equal(skills[1].resources[0].digest, `sha256:${hash('sha256', skill)}`);
    // Another version is not installed.
    assert.equal(answers.get(5).error.code, -32_602);
    assert.equal(await stderr, '');
  });

  test('makes a skill once for each state of the tree, not for each file that is read', async () => {
    const source = new ProjectSource(
      {
        ...{ folder: user.project, environment: user.environment, atEnd: () => undefined },
        ...{ terminal: new Terminal(makeStreams()), signal: new AbortController().signal },
      },
      {},
    );
    const skills = await source.openSkills();
    assert.equal(await source.openSkills(), skills);
    assert.equal((await skills.find(STYLE))?.prime.version, '1.0.0');
    await install(`${STYLE}@2.0.0`);
    const later = await source.openSkills();
    assert.equal((await later.find(STYLE))?.prime.version, '2.0.0');
    await install(`${STYLE}@1.0.0`);
  });

  test('asks registries with --online for what is not installed', async () => {
    await using server = await connect('legacy', '--online');
    assert.match(
      (await server.read('@other/rule-far')).text,
      /@other\/far 1\.0\.0[\s\S]*Only in the registry/,
    );
    assert.match((await server.read(FOCUS.id)).text, /web-style 1\.0\.0/);
  });

  test('asks with --online the registries that the settings name now', async () => {
    const context = {
      ...{ folder: user.project, environment: { ...user.environment, PRIME_REGISTRY: undefined } },
      ...{ terminal: new Terminal(makeStreams()), signal: new AbortController().signal },
      atEnd: () => undefined,
    };
    const set = (url: string) => user.prime(['config', 'set', 'registries', url]);
    const source = new ProjectSource(context, { online: true });
    const find = async () => (await source.open()).findAtom('@other/rule-far', {});
    assert.equal((await set('http://127.0.0.1:1')).code, 0);
    await assert.rejects(find());
    assert.equal((await set(registry.baseUrl)).code, 0);
    assert.equal((await find())?.prime.name, '@other/far');
    await user.prime(['config', 'unset', 'registries']);
  });

  test('ends with its input and with signals, and writes nothing but the protocol to standard output', async () => {
    const ended = start();
    ended.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\nnot json\n');
    assert.deepEqual(await once(ended.child, 'close'), [0, null]);
    const lines = (await ended.stdout).trimEnd().split('\n');
    assert.deepEqual(lines.map((line) => JSON.parse(line).id).sort(), [1, null]);
    assert.equal(await ended.stderr, '');

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, stdout } = start('--verbose');
      child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await once(child.stdout, 'data');
      child.kill(signal);
      assert.deepEqual(await once(child, 'close'), [0, null], signal);
      await stdout;
    }
  });

  test('serves nothing, with a warning, where nothing is installed', async () => {
    const empty = join(user.project, '..', 'empty');
    await mkdir(empty);
    const call = { name: 'read_atom', arguments: { id: FOCUS.id } };
    const { child, stdout, stderr } = start('-C', empty);
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`);
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.match(await stdout, /"isError":true/);
    assert.match(await stderr, /^warning: there is no \.primes\/lock\.yaml in .*\/empty or above.*\n$/);
  });

  test('a request that began before an install reads the old tree to its end', async () => {
    const warnings: string[] = [];
    const tree = new ProjectTree({
      projectFolder: user.project,
      cache: new ContentsCache(join(user.cacheFolder, 'contents'), join(user.stateFolder, 'contents-key')),
      trees: openTreeRecords(user.environment),
      onWarning: (warning) => void warnings.push(warning),
      signal: new AbortController().signal,
    });
    const [old, same] = await Promise.all([tree.open(), tree.open()]);
    assert.equal(old, same);
    await install(`${STYLE}@2.0.0`);
    const current = await tree.open();
    const versions = await Promise.all([old, current].map((each) => each.findPrime(STYLE)));
    assert.deepEqual(
      versions.map((prime) => prime?.version),
      ['1.0.0', '2.0.0'],
    );
    const texts = await Promise.all([old, current].map((each) => each.findAtom(FOCUS.id, {})));
    assert.match(texts[0]?.texts.full ?? '', /Keep the focus visible/);
    assert.equal(await tree.open(), current, 'nothing is read again without a change');
    assert.deepEqual(warnings, []);
  });

  test('prints what an agent needs, with the folder of the project, and no token', async () => {
    const run = (...args: string[]) => user.prime(['mcp', '--print-config', ...args]);
    const claude = await run('claude-code');
    assert.deepEqual(JSON.parse(claude.stdout), {
      mcpServers: { prime: { command: 'prime', args: ['mcp'] } },
    });
    assert.match(
      claude.stderr,
      /^Add this to .*\.mcp\.json \(for the project\), or .*\nOr run: claude mcp add --scope project prime -- prime mcp\n$/,
    );
    const windsurf = JSON.parse((await run('windsurf', '--online')).stdout);
    assert.deepEqual(windsurf.mcpServers.prime.args, ['mcp', '-C', user.project, '--online']);

    const secret = 'prime_secret-token';
    const open = await run('cursor', '--http');
    assert.deepEqual(JSON.parse(open.stdout).mcpServers.prime, { url: `${registry.baseUrl}/-/mcp` });
    const signedIn = await run('cursor', '--http', '--token', secret, '--remote', registry.baseUrl);
    assert.deepEqual(JSON.parse(signedIn.stdout).mcpServers.prime.headers, {
      Authorization: `Bearer \${env:PRIME_REGISTRY_TOKEN}`,
    });
    assert.match(signedIn.stderr, /set PRIME_REGISTRY_TOKEN where Cursor is started/);
    assert.doesNotMatch(signedIn.stdout + signedIn.stderr, new RegExp(secret));
    const codex = await run('codex', '--registry', 'https://primes.example.com/');
    assert.equal(codex.stdout, '[mcp_servers.prime]\nurl = "https://primes.example.com/-/mcp"\n');

    for (const [args, message] of [
      [['cursr'], /there is no agent 'cursr'; did you mean 'cursor'\?/],
      [['junie', '--http'], /JetBrains Junie lists only commands/],
      [
        ['codex', '--registry', 'https://u:p@primes.example.com'],
        /--registry: a URL must not have a user name/,
      ],
    ] as const) {
      const { code, stderr, stdout } = await run(...args);
      assert.deepEqual([code, stdout], [3, '']);
      assert.match(stderr, message);
    }
    for (const args of [['--http'], ['--json']]) assert.equal((await user.prime(['mcp', ...args])).code, 3);
  });
});
