// Agents in editors and on the desktop. Decision 0066 names the documentation that each form comes from.
import type { Agent } from './agent.ts';
import { applicationPath, homeFile, homePath, projectFile } from './agent-paths.ts';
import { bearer, spawn, USUAL } from './server-entries.ts';

const WORKSPACE = { variable: `\${workspaceFolder}` };
const TOKEN_INPUT = 'prime-token';

/** In the order of their names. */
export const EDITOR_AGENTS: readonly Agent[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    ...USUAL,
    folder: 'absolute',
    traces: (place) => ({ project: [], user: claudeFolder(place) }),
    files: (place) =>
      claudeFolder(place).map((folder) => ({
        scope: 'user' as const,
        path: `${folder}${place.platform === 'win32' ? '\\' : '/'}claude_desktop_config.json`,
      })),
    http: () => undefined,
    readsVariables: false,
  },
  {
    name: 'cline',
    title: 'Cline',
    ...USUAL,
    folder: 'absolute',
    traces: (place) => ({ project: ['.clinerules'], user: [homePath(place, '.cline')] }),
    files: (place) => [homeFile(place, '.cline/data/settings/cline_mcp_settings.json')],
    http: ({ url }) => ({ type: 'streamableHttp', url }),
    readsVariables: false,
    advice: "In an editor, 'Configure MCP Servers' of Cline opens its file.",
  },
  {
    name: 'cursor',
    title: 'Cursor',
    ...USUAL,
    folder: WORKSPACE,
    traces: (place) => ({ project: ['.cursor'], user: [homePath(place, '.cursor')] }),
    files: (place) => [projectFile(place, '.cursor/mcp.json'), homeFile(place, '.cursor/mcp.json')],
    http: (server) => ({ url: server.url, ...bearer(server, (name) => `\${env:${name}}`) }),
    readsVariables: true,
  },
  {
    name: 'junie',
    title: 'JetBrains Junie',
    ...USUAL,
    folder: 'working',
    traces: (place) => ({ project: ['.junie'], user: [homePath(place, '.junie')] }),
    files: (place) => [projectFile(place, '.junie/mcp/mcp.json'), homeFile(place, '.junie/mcp/mcp.json')],
    http: () => undefined,
    readsVariables: false,
  },
  {
    name: 'roo',
    title: 'Roo Code',
    ...USUAL,
    folder: 'working',
    traces: () => ({ project: ['.roo'], user: [] }),
    files: (place) => [projectFile(place, '.roo/mcp.json')],
    http: ({ url }) => ({ type: 'streamable-http', url }),
    readsVariables: false,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    list: 'servers',
    folder: WORKSPACE,
    traces: (place) => ({ project: ['.vscode'], user: [homePath(place, '.vscode')] }),
    files: (place) => [projectFile(place, '.vscode/mcp.json')],
    stdio: (args) => ({ type: 'stdio', ...spawn(args) }),
    http: (server) => ({
      type: 'http',
      url: server.url,
      ...bearer(server, () => `\${input:${TOKEN_INPUT}}`),
    }),
    readsVariables: true,
    besides: ({ tokenVariable }) =>
      tokenVariable === undefined
        ? {}
        : {
            inputs: [
              {
                type: 'promptString',
                id: TOKEN_INPUT,
                description: 'Token of the registry of Primes',
                password: true,
              },
            ],
          },
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    ...USUAL,
    folder: 'absolute',
    traces: (place) => ({
      project: ['.windsurf', '.windsurfrules'],
      user: [homePath(place, '.codeium/windsurf')],
    }),
    files: (place) => [homeFile(place, '.codeium/windsurf/mcp_config.json')],
    http: (server) => ({ serverUrl: server.url, ...bearer(server, (name) => `\${env:${name}}`) }),
    readsVariables: true,
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    list: 'context_servers',
    folder: 'absolute',
    traces: (place) => ({
      project: ['.zed'],
      user: [applicationPath(place, { windows: 'Zed', others: '.config/zed' })],
    }),
    files: (place) => [
      {
        scope: 'user',
        path: applicationPath(place, { windows: 'Zed/settings.json', others: '.config/zed/settings.json' }),
      },
    ],
    stdio: spawn,
    http: ({ url }) => ({ url }),
    readsVariables: false,
  },
];

/** Its folder; there is no release of it for other platforms. */
function claudeFolder(place: Parameters<Agent['files']>[0]): readonly string[] {
  if (place.platform !== 'darwin' && place.platform !== 'win32') return [];
  return [applicationPath(place, { windows: 'Claude', others: 'Library/Application Support/Claude' })];
}
