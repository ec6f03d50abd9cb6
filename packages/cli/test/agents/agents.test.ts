// The entries that agents need, and which agents are found.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse as parseYaml } from 'yaml';
import type { AgentPlace } from '../../src/agents/agent.ts';
import { findAgents } from '../../src/agents/find-agents.ts';
import { AGENTS, getAgent } from '../../src/agents/known-agents.ts';
import { parseLooseJson } from '../../src/agents/loose-json.ts';
import { readEntry } from '../../src/agents/read-entries.ts';
import { writeConfig } from '../../src/agents/write-config.ts';

const HTTP = { url: 'https://primes.example.com/-/mcp', tokenVariable: 'PRIME_REGISTRY_TOKEN' };
const ARGS = ['mcp', '-C', '/work/a "b"\u202e'];

let folder: string;
let place: AgentPlace;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agents-'));
  place = {
    project: join(folder, 'project'),
    platform: 'linux',
    environment: {},
    home: join(folder, 'home'),
  };
});
after(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

test('agents are sorted, and a mistyped name leads to the right one', () => {
  const names = AGENTS.map(({ name }) => name);
  assert.deepEqual(names, [...names].sort());
  assert.equal(new Set(names).size, names.length);
  assert.throws(
    () => getAgent('cluade-code'),
    /there is no agent 'cluade-code'; did you mean 'claude-code'\?/,
  );
  assert.throws(() => getAgent('constructor'), /use one of claude-code, /);
});

describe('what is printed for an agent is what is found in its file', () => {
  for (const agent of AGENTS) {
    test(agent.name, async () => {
      const path = join(folder, `${agent.name}.${agent.format}`);
      const look = () => readEntry(agent, path, place.project);
      assert.deepEqual(await look(), { state: 'absent' });
      const text = writeConfig(agent, agent.stdio(ARGS));
      assert.match(text, /\\u202e/, 'a hidden character of a path is written so that it is seen');
      await put(path, text);
      assert.deepEqual(await look(), { state: 'entry', reached: 'stdio' });

      const entry = agent.http(HTTP);
      if (entry === undefined) return;
      const config = writeConfig(agent, entry, HTTP);
      assert.equal(
        config.includes(agent.name === 'vscode' ? `\${input:prime-token}` : HTTP.tokenVariable),
        agent.readsVariables,
      );
      await put(path, config);
      assert.deepEqual(await look(), { state: 'entry', reached: 'http' });
      const open = { ...HTTP, tokenVariable: undefined };
      assert.doesNotMatch(writeConfig(agent, agent.http(open) ?? {}, open), /token|Authorization|headers/i);
    });
  }
});

test('the three forms, as the agents document them', () => {
  const write = (name: string) => writeConfig(getAgent(name), getAgent(name).stdio(['mcp']));
  assert.deepEqual(JSON.parse(write('claude-code')), {
    mcpServers: { prime: { command: 'prime', args: ['mcp'] } },
  });
  assert.equal(write('codex'), '[mcp_servers.prime]\ncommand = "prime"\nargs = ["mcp"]');
  assert.deepEqual(parseYaml(write('goose')), {
    extensions: { prime: { name: 'prime', type: 'stdio', cmd: 'prime', args: ['mcp'], enabled: true } },
  });
  const code = getAgent('vscode');
  assert.deepEqual(JSON.parse(writeConfig(code, code.http(HTTP) ?? {}, HTTP)), {
    inputs: [
      {
        type: 'promptString',
        id: 'prime-token',
        description: 'Token of the registry of Primes',
        password: true,
      },
    ],
    servers: {
      prime: {
        type: 'http',
        url: HTTP.url,
        headers: { Authorization: `Bearer \${input:prime-token}` },
      },
    },
  });
});

test('an entry is recognised by its name, its command or its URL, wherever the agent may have it', async () => {
  const cases: readonly (readonly [agent: string, text: string, expected: string])[] = [
    ['claude-code', '{}', 'without-entry'],
    ['claude-code', '{"mcpServers":{"other":{"command":"node","args":["mcp"]}}}', 'without-entry'],
    ['claude-code', '{"mcpServers":{"x":{"command":"npx","args":["prime","mcp"]}}}', 'stdio'],
    ['claude-code', '{"mcpServers":{"x":{"command":"C:\\\\bin\\\\prime.exe","args":["mcp"]}}}', 'stdio'],
    ['claude-code', '{"mcpServers":{"x":{"type":"http","url":"https://a.example/-/mcp"}}}', 'http'],
    ['claude-code', '{"mcpServers":[null],"projects":7}', 'without-entry'],
    ['claude-code', '{"mcpServers":{"prime":"no"}}', 'without-entry'],
    ['claude-code', 'not json', 'unreadable'],
    [
      'zed',
      '// mine\n{"context_servers": {"prime": {"command": "prime", /* , */ "args": ["mcp",],},},}',
      'stdio',
    ],
    ['opencode', '{"mcp":{"servers":{"prime":{"type":"local","command":["prime","mcp"]}}}}', 'stdio'],
    ['codex', '[mcp_servers."prime"] # mine\ncommand = "prime"\n', 'stdio'],
    ['codex', '[mcp_servers.docs]\nurl = "https://a.example/-/mcp"\n', 'http'],
    ['codex', 'prime = 1\n[other.prime]\ncommand = "prime"\n', 'without-entry'],
    ['goose', 'extensions:\n  docs: {cmd: prime, args: [mcp]}\n', 'stdio'],
    ['goose', 'extensions: [\n', 'unreadable'],
  ];
  for (const [name, text, expected] of cases) {
    const path = join(folder, 'case');
    await put(path, text);
    const found = await readEntry(getAgent(name), path, '/work');
    assert.equal(found.state === 'entry' ? found.reached : found.state, expected, text);
  }
  const path = join(folder, 'claude.json');
  await put(path, '{"projects":{"/work":{"mcpServers":{"prime":{"command":"prime"}}}}}');
  assert.equal((await readEntry(getAgent('claude-code'), path, '/work')).state, 'entry');
  assert.equal((await readEntry(getAgent('claude-code'), path, '/other')).state, 'without-entry');
});

test('comments and last commas are taken away, but not what looks like them in a string', () => {
  const text = '{"a": "//,}", /* x */ "b": ["\\"/*", 1, /* , */ ], // end\n}';
  assert.deepEqual(parseLooseJson(text), { a: '//,}', b: ['"/*', 1] });
  for (const wrong of ['', '{', '"', '/*', '{"a":1,,}', '//']) assert.throws(() => parseLooseJson(wrong));
});

test('agents are found by what they leave in the project and in the home folder', async () => {
  assert.deepEqual(await findAgents(place), []);
  await put(join(place.project, '.cursor/mcp.json'), '{"mcpServers":{"prime":{"command":"prime"}}}');
  await put(join(place.project, '.claude/settings.json'), '{}');
  await put(join(place.home, '.codex/config.toml'), '[mcp_servers.prime]\nurl = "https://a.example/-/mcp"\n');
  await mkdir(join(place.home, '.gemini/settings.json'), { recursive: true });
  const found = await findAgents(place);
  assert.deepEqual(
    found.map(({ agent, traces, entries, unreadable }) => [
      agent.name,
      traces,
      entries.map(({ scope, reached }) => `${scope} ${reached}`),
      unreadable.length,
    ]),
    [
      ['claude-code', ['.claude'], [], 0],
      ['codex', [join(place.home, '.codex')], ['user http'], 0],
      ['cursor', ['.cursor'], ['project stdio'], 0],
      ['gemini', [join(place.home, '.gemini')], [], 1],
    ],
  );
});

test('the files of each platform', () => {
  const windows: AgentPlace = {
    ...{ project: 'C:\\work', platform: 'win32', home: 'C:\\Users\\ada' },
    environment: { APPDATA: 'D:\\apps' },
  };
  const mac: AgentPlace = { project: '/work', platform: 'darwin', environment: {}, home: '/Users/ada' };
  const paths = (name: string, at: AgentPlace) =>
    getAgent(name)
      .files(at)
      .map(({ path }) => path);
  assert.deepEqual(paths('claude-desktop', windows), ['D:\\apps\\Claude\\claude_desktop_config.json']);
  assert.deepEqual(paths('claude-desktop', { ...windows, environment: { APPDATA: 'apps' } }), [
    'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  ]);
  assert.deepEqual(paths('claude-desktop', mac), [
    '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
  ]);
  assert.deepEqual(paths('claude-desktop', { ...mac, platform: 'linux' }), []);
  assert.deepEqual(paths('cursor', windows), [
    'C:\\work\\.cursor\\mcp.json',
    'C:\\Users\\ada\\.cursor\\mcp.json',
  ]);
});
