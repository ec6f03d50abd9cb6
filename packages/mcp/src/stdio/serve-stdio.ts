// Serves one client over two streams, until the input ends. The SDK decides by the first message which revision is spoken.
import { serveStdio as connect } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../server/create-mcp-server.ts';
import type { McpServerOptions } from '../server/mcp-server-options.ts';
import { type LineStreams, LineTransport } from './line-transport.ts';

export interface StdioOptions extends McpServerOptions, LineStreams {
  /** Ends the connection; requests that are being answered are aborted. */
  readonly signal: AbortSignal;
}

/** Serves until the input has ended and its requests are answered, the output is gone, or the signal aborts. */
export async function serveStdio(given: StdioOptions): Promise<void> {
  const { input, output, onFirstAnswer, signal, ...options } = given;
  const transport = new LineTransport({ input, output, onFirstAnswer });
  // Mistakes of clients are in their answers, and nowhere else.
  const connection = connect(() => createMcpServer(options), { transport });
  const end = (): void => void connection.close();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await transport.closed;
  signal.removeEventListener('abort', end);
}
