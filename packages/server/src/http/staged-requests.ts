// Requests to a server whose code is still being loaded: what its early routes know is answered at once, the others wait.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FairTurns } from './connections/fair-turns.ts';
import type { HandleRequest } from './connections/node-internals.ts';

export class StagedRequests {
  readonly #turns: FairTurns;
  #handle: HandleRequest;
  #waiting: (readonly [IncomingMessage, ServerResponse])[] = [];

  /**
   * Takes the place of the framework as the one that the server of an app calls. Requests that wait count as in flight,
   * and are limited as such.
   * @param isEarly - whether the app has a route for the request
   */
  constructor(
    { server, routing }: FastifyInstance,
    turns: FairTurns,
    isEarly: (request: IncomingMessage) => boolean,
  ) {
    this.#turns = turns;
    this.#handle = (request, response) => {
      if (isEarly(request)) routing(request, response);
      else this.#waiting.push([request, response]);
    };
    replaceListener(server, routing, (request, response) => this.#handle(request, response));
  }

  /** Leaves all requests to the app with all routes, those that wait in turns. */
  complete({ routing }: FastifyInstance): void {
    this.#handle = routing;
    for (const [request, response] of this.#waiting) {
      this.#turns.run(request.socket, () => {
        if (!response.destroyed) routing(request, response);
      });
    }
    this.#waiting = [];
  }
}

function replaceListener(server: Server, old: HandleRequest, replacement: HandleRequest): void {
  server.off('request', old);
  server.prependListener('request', replacement);
}
