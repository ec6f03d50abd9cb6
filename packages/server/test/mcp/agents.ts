// Clients of the Model Context Protocol: the official ones, and requests by hand.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransportInterface } from '@modelcontextprotocol/sdk/shared/transport.js';
import { atomFiles, type ParsedJson, type PrimeDraft, type TestRegistry } from '@prime-registry/testkit';

/** A Prime that agents read. */
export const STYLE: PrimeDraft = {
  version: '1.0.0',
  files: atomFiles(
    { id: '@acme/rule-alpha', description: 'Prefer short names', notes: 'Long words tire.' },
    { id: '@acme/rule-beta', edges: { requires: ['@acme/rule-alpha'] } },
  ),
};

const IDENTITY = { name: 'test', version: '1.0.0' };

/** What each official client can do, as far as tests use it. */
export interface OfficialClient extends AsyncDisposable {
  readonly version: string | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: {
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }): Promise<{ readonly [member: string]: unknown }>;
  listResourceTemplates(): Promise<{
    readonly resourceTemplates: readonly { readonly uriTemplate: string }[];
  }>;
  listResources(): Promise<{ readonly resources: readonly unknown[] }>;
  readResource(resource: { readonly uri: string }): Promise<{ readonly contents: readonly unknown[] }>;
}

function endpointOf({ baseUrl }: Pick<TestRegistry, 'baseUrl'>): URL {
  return new URL(`${baseUrl}/-/mcp`);
}

function headersOf(token: string | undefined) {
  return token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

/** The current client. */
export async function connectClient(
  registry: Pick<TestRegistry, 'baseUrl'>,
  mode: 'auto' | 'legacy' | { readonly pin: string },
  token?: string,
): Promise<OfficialClient> {
  const client = new Client(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpointOf(registry), headersOf(token)));
  return {
    version: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    listResourceTemplates: () => client.listResourceTemplates(),
    listResources: () => client.listResources(),
    readResource: (resource) => client.readResource(resource),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The client of version 1 of the SDK. */
export async function connectOldClient(registry: Pick<TestRegistry, 'baseUrl'>): Promise<OfficialClient> {
  const client = new OldClient(IDENTITY);
  const transport = new OldTransport(endpointOf(registry));
  // Its own types contradict each other about optional members.
  await client.connect(transport as OldTransportInterface);
  return {
    version: transport.protocolVersion,
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    listResourceTemplates: () => client.listResourceTemplates(),
    listResources: () => client.listResources(),
    readResource: (resource) => client.readResource(resource),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** An answer over HTTP. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: ParsedJson;
}

/** The envelope of a request of the revision 2026-07-28. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': IDENTITY,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends a body. */
export async function post(
  registry: Pick<TestRegistry, 'baseUrl'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const answer = await fetch(endpointOf(registry), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** Sends a request of the revision 2026-07-28, with the headers that it wants. */
export function request(
  registry: Pick<TestRegistry, 'baseUrl'>,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const name = params.name ?? params.uri;
  return post(
    registry,
    { jsonrpc: '2.0', id: 'one', method, params: { ...params, _meta: ENVELOPE } },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  );
}
