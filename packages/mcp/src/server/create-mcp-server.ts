// A server of the Model Context Protocol over a source of knowledge, for any transport. Tools use the low-level handlers:
// their arguments are checked by packages/knowledge, whose mistakes are results that a model can learn from.
import {
  type CacheHint,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { callTool, describeUnknownTool, isToolName, KNOWLEDGE_TOOLS } from '@prime-registry/knowledge';
import { PrimeSkills } from '../skills/prime-skills.ts';
import { answering } from './answering.ts';
import { handleResources } from './handle-resources.ts';
import { type McpServerOptions, openSource } from './mcp-server-options.ts';
import { PROTOCOL_VERSIONS } from './protocol-versions.ts';

/** How long lists and the latest version of a skill may be reused, in milliseconds: an upgrade of the program changes lists. */
const LIST_TTL_MS = 60_000;

/** For the system prompt of the model; the descriptions of the tools say the rest. */
const INSTRUCTIONS =
  'Primes are versioned packages of knowledge. Before a task that rules or conventions may govern, search_knowledge, then read_atom the ids that fit.';

/** Creates a server that is not connected yet. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { name, version, isPrivate } = options;
  const hint: CacheHint = { ttlMs: LIST_TTL_MS, cacheScope: isPrivate ? 'private' : 'public' };
  const server = new McpServer(
    { name, version },
    {
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: [...PROTOCOL_VERSIONS],
      // No event announces changes: no connection stays open for it.
      capabilities: { resources: { listChanged: false } },
      cacheHints: {
        'server/discover': hint,
        'tools/list': hint,
        'resources/list': hint,
        'resources/templates/list': hint,
      },
    },
  );
  handleTools(server.server, options);
  handleResources(server, options);
  attachSkills(server, options, hint);
  return server;
}

/**
 * Adds the skills of a library, if there is one, by the MCP Skills extension (SEP-2640, `io.modelcontextprotocol/skills`):
 * `skills/list`, `skills/get` and the resources `skill://…`.
 */
function attachSkills(
  server: McpServer,
  { skills, onFailure }: Pick<McpServerOptions, 'skills' | 'onFailure'>,
  cacheHint: CacheHint,
): void {
  if (skills === undefined) return;
  new SkillsExtension({
    source: new PrimeSkills(typeof skills === 'function' ? skills : async () => skills, onFailure),
    cacheHint,
    onWarning: () => {},
  }).attach(server);
}

/** The same objects for every request: always the same bytes. */
const TOOLS = KNOWLEDGE_TOOLS as unknown as Tool[];

function handleTools(server: Server, options: McpServerOptions): void {
  const { elsewhere, onFailure } = options;
  server.registerCapabilities({ tools: { listChanged: false } });
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const { name, arguments: args = {} } = params;
    // As the protocol wants it: a name that is not in the list is no mistake in the use of a tool.
    if (!isToolName(name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeUnknownTool(name));
    const { text, isError } = await answering(onFailure, signal, async () =>
      callTool(await openSource(options), name, args, { signal, elsewhere }),
    );
    return { content: [{ type: 'text', text }], ...(isError && { isError }) };
  });
}
