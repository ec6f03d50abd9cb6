// An answer over HTTP.
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** The status, and the JSON if there is any. */
export interface McpAnswer {
  readonly status: number;
  /** Undefined: no body. */
  readonly body: string | undefined;
}

/** What a client has sent that gets no answer. */
export const ACCEPTED: McpAnswer = { status: 202, body: undefined };

/** Codes of JSON-RPC 2.0 (section 5.1), and of what HTTP refuses before. */
export const ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  transport: -32_000,
} as const;

/** The answer with a message. */
export function answerWith(status: number, message: JSONRPCMessage): McpAnswer {
  return { status, body: JSON.stringify(message) };
}

/** An error of JSON-RPC. @param id - of the request; null if it is not known */
export function answerError(
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  id: string | number | null = null,
): McpAnswer {
  const { code, message, data } = error;
  const shown = { code, message, ...(data !== undefined && { data }) };
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error: shown }) };
}
