// Carries the messages of many HTTP requests to one server: to make a server for each costs several times what an atom
// costs. Each request has an id of its own here, whatever its client has chosen, so that no answer gets to another one.
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/server';

/** The answer to one request. */
export interface ExchangeAnswer {
  /** With the id of the client. */
  readonly message: JSONRPCResponse;
  /** Whether no handler was asked: the method does not exist, or the envelope of the request is wrong. */
  readonly isEarly: boolean;
}

/** The requests that wait for the answers of one server. */
export class Exchanges {
  readonly #waiting = new Map<number, (answer: JSONRPCResponse) => void>();
  #lastId = 0;
  #isDelivering = false;

  /** Takes a message of the server. What is no answer has no reader: nothing is streamed. */
  take(message: JSONRPCMessage): void {
    if (!('id' in message) || 'method' in message) return;
    this.#waiting.get(Number(message.id))?.(message);
  }

  /** @returns undefined if the client goes before there is an answer */
  async exchange(
    request: JSONRPCRequest,
    deliver: (message: JSONRPCMessage) => void,
    signal: AbortSignal | undefined,
  ): Promise<ExchangeAnswer | undefined> {
    if (signal?.aborted) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    let giveUp: (() => void) | undefined;
    try {
      return await new Promise<ExchangeAnswer | undefined>((resolve) => {
        this.#waiting.set(id, (answer) =>
          resolve({ message: { ...answer, id: request.id }, isEarly: this.#isDelivering }),
        );
        giveUp = () => {
          resolve(undefined);
          deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
        };
        signal?.addEventListener('abort', giveUp);
        this.#isDelivering = true;
        try {
          deliver({ ...request, id });
        } finally {
          this.#isDelivering = false;
        }
      });
    } finally {
      if (giveUp !== undefined) signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(id);
    }
  }
}
