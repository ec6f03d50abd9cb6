// tools/list and tools/call.
import { ProtocolError, ProtocolErrorCode, type Server, type Tool } from '@modelcontextprotocol/server';
import { callTool, describeUnknownTool, isToolName, KNOWLEDGE_TOOLS } from '@prime-registry/knowledge';
import { answering } from './answering.ts';
import { type McpServerOptions, openSource } from './mcp-server-options.ts';

/** The same objects for every request: always the same bytes. */
const TOOLS = KNOWLEDGE_TOOLS as unknown as Tool[];

export function handleTools(server: Server, options: McpServerOptions): void {
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
