// The transports of servers that many HTTP requests share, one for each era of the protocol.
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
  type Transport,
} from '@modelcontextprotocol/server';
import { MODERN_VERSION } from '../server/protocol-versions.ts';
import { type ExchangeAnswer, Exchanges } from './exchanges.ts';

/** How a request without sessions is classified. */
const MODERN: MessageClassification = { era: 'modern', revision: MODERN_VERSION };

/**
 * Of requests that name their revision. Connecting it lets a server speak that revision, which only the transport for
 * single requests of the SDK does; how it answers is that of {@link Exchanges}.
 */
export class ModernTransport extends PerRequestHTTPServerTransport {
  readonly #exchanges = new Exchanges();

  constructor() {
    super({ classification: MODERN });
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#exchanges.take(message);
  }

  exchange(request: JSONRPCRequest, signal?: AbortSignal): Promise<ExchangeAnswer | undefined> {
    const deliver = (message: JSONRPCMessage) => this.onmessage?.(message, { classification: MODERN });
    return this.#exchanges.exchange(request, deliver, signal);
  }
}

/** Of requests after a handshake, which need not have taken place: there are no sessions. */
export class HandshakeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly #exchanges = new Exchanges();

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#exchanges.take(message);
  }

  exchange(request: JSONRPCRequest, signal?: AbortSignal): Promise<ExchangeAnswer | undefined> {
    return this.#exchanges.exchange(request, (message) => this.onmessage?.(message), signal);
  }
}
