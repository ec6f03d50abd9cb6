// Agents for the terminal. Decision 0066 names the documentation that each form comes from.
import type { Agent } from './agent.ts';
import { applicationPath, homeFile, homePath, projectFile } from './agent-paths.ts';
import { bearer, spawn, USUAL } from './server-entries.ts';

/** In the order of their names. */
export const COMMAND_LINE_AGENTS: readonly Agent[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    ...USUAL,
    folder: 'working',
    traces: (place) => ({
      project: ['.mcp.json', '.claude', 'CLAUDE.md'],
      user: [homePath(place, '.claude.json'), homePath(place, '.claude')],
    }),
    files: (place) => [projectFile(place, '.mcp.json'), homeFile(place, '.claude.json')],
    http: (server) => ({ type: 'http', url: server.url, ...bearer(server, (name) => `\${${name}}`) }),
    readsVariables: true,
    commandLine: (args) => `claude mcp add --scope project prime -- prime ${args.join(' ')}`,
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    list: 'mcp_servers',
    folder: 'working',
    traces: (place) => ({ project: ['.codex'], user: [homePath(place, '.codex')] }),
    files: (place) => [projectFile(place, '.codex/config.toml'), homeFile(place, '.codex/config.toml')],
    stdio: spawn,
    http: ({ url, tokenVariable }) => ({
      url,
      ...(tokenVariable !== undefined && { bearer_token_env_var: tokenVariable }),
    }),
    readsVariables: true,
    commandLine: (args) => `codex mcp add prime -- prime ${args.join(' ')}`,
    advice: 'Codex reads the file of a project only if the project is trusted.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    ...USUAL,
    folder: 'working',
    traces: (place) => ({ project: ['.gemini', 'GEMINI.md'], user: [homePath(place, '.gemini')] }),
    files: (place) => [projectFile(place, '.gemini/settings.json'), homeFile(place, '.gemini/settings.json')],
    http: (server) => ({ httpUrl: server.url, ...bearer(server, (name) => `\${${name}}`) }),
    readsVariables: true,
  },
  {
    name: 'goose',
    title: 'goose',
    format: 'yaml',
    list: 'extensions',
    folder: 'absolute',
    traces: (place) => ({
      project: ['.goosehints'],
      user: [applicationPath(place, { windows: 'Block/goose', others: '.config/goose' })],
    }),
    files: (place) => [
      {
        scope: 'user',
        path: applicationPath(place, {
          windows: 'Block/goose/config/config.yaml',
          others: '.config/goose/config.yaml',
        }),
      },
    ],
    stdio: (args) => ({ name: 'prime', type: 'stdio', cmd: 'prime', args, enabled: true }),
    http: ({ url }) => ({ name: 'prime', type: 'streamable_http', uri: url, enabled: true }),
    readsVariables: false,
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    format: 'json',
    list: 'mcp',
    folder: 'working',
    traces: (place) => ({
      project: ['opencode.json', 'opencode.jsonc', '.opencode'],
      user: [homePath(place, '.config/opencode')],
    }),
    files: (place) => [
      projectFile(place, 'opencode.json'),
      projectFile(place, 'opencode.jsonc'),
      homeFile(place, '.config/opencode/opencode.json'),
      homeFile(place, '.config/opencode/opencode.jsonc'),
    ],
    stdio: (args) => ({ type: 'local', command: ['prime', ...args] }),
    http: (server) => ({ type: 'remote', url: server.url, ...bearer(server, (name) => `{env:${name}}`) }),
    readsVariables: true,
    advice: "In a file of OpenCode 2 that has 'mcp.servers', put the entry there.",
  },
];
