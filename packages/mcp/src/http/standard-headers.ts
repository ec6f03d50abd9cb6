// The headers that repeat what the body of a request says, so that what is in between can route it (SEP-2243).
import type { JSONRPCRequest } from '@modelcontextprotocol/server';

/** The headers that were sent. */
export interface StandardHeaders {
  /** MCP-Protocol-Version. */
  readonly protocolVersionHeader?: string;
  /** Mcp-Method. */
  readonly mcpMethodHeader?: string;
  /** Mcp-Name. */
  readonly mcpNameHeader?: string;
}

/** Which parameter the header Mcp-Name repeats, by method. Others have no such header. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
/** Methods of tasks, which are not here, are named too. */
const TASKS = 'tasks/';
/** How an encoded value begins. */
const ENCODED = '=?';

/** The parameter that says what a method is called for; undefined for most methods. */
export function namedBy(method: string): string | undefined {
  return Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
}

/**
 * Whether all headers that the revision 2026-07-28 wants are there, and say literally what the body says. The version was
 * compared when the request was classified.
 */
export function hasPlainHeaders(
  { protocolVersionHeader, mcpMethodHeader, mcpNameHeader }: StandardHeaders,
  { method, params }: JSONRPCRequest,
): boolean {
  if (protocolVersionHeader === undefined || mcpMethodHeader !== method) return false;
  if (method.startsWith(TASKS)) return false;
  const field = namedBy(method);
  if (field === undefined) return true;
  return (
    mcpNameHeader !== undefined && mcpNameHeader === params?.[field] && !mcpNameHeader.startsWith(ENCODED)
  );
}
