// Calls the tools of a registry as agents do: by the Model Context Protocol over HTTP.
import type { ToolResult } from '@prime-registry/knowledge';
import { ROUTES } from '@prime-registry/protocol';
import type { CallTool } from './answer-question.ts';

/** A caller of the tools at this registry. It fails for anything but the result of a tool. */
export function callOverHttp(baseUrl: string): CallTool {
  let id = 0;
  return async (name, args) => {
    id += 1;
    const params = { name, arguments: args };
    const response = await fetch(`${baseUrl}${ROUTES.mcp}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    });
    return readResult(await response.json());
  };
}

function readResult(answer: unknown): ToolResult {
  const { result } = answer as {
    readonly result?: { readonly content: readonly [{ readonly text: string }]; readonly isError?: boolean };
  };
  if (result === undefined) throw new Error(`no result of a tool: ${JSON.stringify(answer)}`);
  return { text: result.content[0].text, isError: result.isError ?? false };
}
