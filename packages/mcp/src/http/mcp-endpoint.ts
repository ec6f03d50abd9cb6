// The endpoint of the protocol over HTTP: one request, one JSON answer, without sessions and streams. The SDK classifies
// requests, speaks the protocol and refuses what is wrong; here is what it leaves to its users, and what makes it fast.
import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundLegacyRoute,
  type InboundModernRoute,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type McpHttpHandler,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { createMcpServer } from '../server/create-mcp-server.ts';
import type { McpServerOptions } from '../server/mcp-server-options.ts';
import { HANDSHAKE_VERSIONS, MODERN_VERSION, PROTOCOL_VERSIONS } from '../server/protocol-versions.ts';
import type { ExchangeAnswer } from './exchanges.ts';
import { explainParams } from './explain-params.ts';
import { ACCEPTED, answerError, answerWith, ERRORS, type McpAnswer } from './mcp-answer.ts';
import { MAX_DEPTH, parseBody } from './parse-body.ts';
import { HandshakeTransport, ModernTransport } from './shared-transports.ts';
import { hasPlainHeaders, namedBy, type StandardHeaders } from './standard-headers.ts';

export interface McpRequest {
  /** Its text. */
  readonly body: string;
  readonly headers: StandardHeaders;
  /** Aborts when the client goes. */
  readonly signal?: AbortSignal;
  /**
   * Called with every call, as in `tools/call read_atom`, `resources/read skill://…` or `skills/list`; throws to refuse it.
   */
  readonly admit?: (call: string) => void;
}

/** The servers that all requests share. */
interface Connected {
  readonly modern: ModernTransport;
  readonly handshake: HandshakeTransport;
}

/** How the SDK is asked about headers that are not plain; nobody sees the address. */
const ADDRESS = 'http://localhost/';

/** Answers requests; one for each process. */
export class McpEndpoint {
  readonly #options: McpServerOptions;
  readonly #strict: McpHttpHandler;
  #connecting: Promise<Connected> | undefined;

  constructor(options: McpServerOptions) {
    this.#options = options;
    this.#strict = createMcpHandler(() => createMcpServer(options), { legacy: 'reject' });
  }

  /** Answers a request. @returns undefined if the client has gone @throws what `admit` throws */
  async answer(request: McpRequest): Promise<McpAnswer | undefined> {
    const connected = await this.#connect();
    const parsed = parseBody(request.body);
    if (!parsed.ok) return refuseBody(parsed.reason);
    const { value: body } = parsed;
    if (Array.isArray(body)) return refuse('Batches are not supported: send one request at a time.');
    const route = classifyInboundRequest({ httpMethod: 'POST', body, ...request.headers });
    if (route.kind === 'reject') return answerError(route.httpStatus, route, idOf(body));
    const call = toRequest(body);
    if (call === undefined) {
      if (route.kind === 'modern' || route.reason === 'notification') return ACCEPTED;
      return refuse('Responses are not expected: this server sends no requests.');
    }
    request.admit?.(nameOf(call));
    return route.kind === 'modern'
      ? this.#answerModern(connected, request, route, call)
      : this.#answerHandshake(connected, request, route, call);
  }

  async #answerModern(
    { modern }: Connected,
    { headers, signal }: McpRequest,
    { classification }: InboundModernRoute,
    call: JSONRPCRequest,
  ): Promise<McpAnswer | undefined> {
    const { revision = 'none' } = classification;
    if (revision !== MODERN_VERSION) return refuseVersion(revision, call);
    // Missing, contradicting or encoded headers: the SDK says what is wrong, or answers all the same.
    if (!hasPlainHeaders(headers, call)) return this.#answerStrictly(headers, call);
    return answerExchange(await modern.exchange(call, signal), true);
  }

  async #answerHandshake(
    { handshake }: Connected,
    { signal }: McpRequest,
    { reason, requestedVersion }: InboundLegacyRoute,
    call: JSONRPCRequest,
  ): Promise<McpAnswer | undefined> {
    if (reason === 'initialize') return this.#initialize(call, signal);
    // The header is younger than the first of these revisions.
    if (requestedVersion !== undefined && !HANDSHAKE_VERSIONS.includes(requestedVersion))
      return refuseVersion(requestedVersion, call);
    return answerExchange(await handshake.exchange(call, signal), false);
  }

  /** On a server of its own: it keeps what the client says about itself. */
  async #initialize(call: JSONRPCRequest, signal: AbortSignal | undefined): Promise<McpAnswer | undefined> {
    const server = createMcpServer(this.#options);
    const transport = new HandshakeTransport();
    await server.connect(transport);
    try {
      return answerExchange(await transport.exchange(call, signal), false);
    } finally {
      await server.close();
    }
  }

  async #answerStrictly(headers: StandardHeaders, call: JSONRPCRequest): Promise<McpAnswer> {
    const { protocolVersionHeader, mcpMethodHeader, mcpNameHeader } = headers;
    const request = new Request(ADDRESS, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(protocolVersionHeader !== undefined && { 'mcp-protocol-version': protocolVersionHeader }),
        ...(mcpMethodHeader !== undefined && { 'mcp-method': mcpMethodHeader }),
        ...(mcpNameHeader !== undefined && { 'mcp-name': mcpNameHeader }),
      },
    });
    const response = await this.#strict.fetch(request, { parsedBody: call });
    if (response.headers.get('content-type')?.startsWith('application/json') === true)
      return answerWith(response.status, explainParams((await response.json()) as JSONRPCResponse));
    await response.body?.cancel();
    return answerError(404, { code: ERRORS.methodNotFound, message: 'Method not found' }, call.id);
  }

  /** Once for all requests; after a failure, the next one tries again. */
  #connect(): Promise<Connected> {
    this.#connecting ??= this.#makeConnected().catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  async #makeConnected(): Promise<Connected> {
    const connected = { modern: new ModernTransport(), handshake: new HandshakeTransport() };
    await createMcpServer(this.#options).connect(connected.modern);
    await createMcpServer(this.#options).connect(connected.handshake);
    return connected;
  }
}

/** @param hasStatuses - whether the revision says which status an early error has */
function answerExchange(answer: ExchangeAnswer | undefined, hasStatuses: boolean): McpAnswer | undefined {
  if (answer === undefined) return undefined;
  const { isEarly } = answer;
  const message = explainParams(answer.message);
  if (!hasStatuses || !isEarly || !('error' in message)) return answerWith(200, message);
  return answerWith(message.error.code === ERRORS.methodNotFound ? 404 : 400, message);
}

function refuseBody(reason: 'not-json' | 'too-deep'): McpAnswer {
  if (reason === 'not-json')
    return answerError(400, { code: ERRORS.parse, message: 'The body is not valid JSON.' });
  return refuse(`The body is nested deeper than ${MAX_DEPTH} levels.`);
}

function refuse(message: string): McpAnswer {
  return answerError(400, { code: ERRORS.invalidRequest, message });
}

function refuseVersion(requested: string, { id }: JSONRPCRequest): McpAnswer {
  const error = new UnsupportedProtocolVersionError({ supported: [...PROTOCOL_VERSIONS], requested });
  return answerError(400, error, id);
}

/** The body as a request, once it is classified; undefined for a notification or a response. */
function toRequest(body: unknown): JSONRPCRequest | undefined {
  const isRequest = typeof body === 'object' && body !== null && 'method' in body && 'id' in body;
  return isRequest ? (body as JSONRPCRequest) : undefined;
}

/** The method, and what it is called for: other parameters must not hide that, nor another spelling of an address. */
function nameOf({ method, params }: JSONRPCRequest): string {
  const field = namedBy(method);
  const name = field === undefined ? undefined : params?.[field];
  if (typeof name !== 'string') return method;
  return `${method} ${field === 'uri' && URL.canParse(name) ? new URL(name).href : name}`;
}

function idOf(body: unknown): string | number | null {
  const { id } = toRequest(body) ?? {};
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
