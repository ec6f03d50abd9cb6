// What every request passes before a handler sees it. Each accepted request takes memory, and a client can
// send hundreds in one packet without reading a single answer (pipelining, RFC 9112, section 9.3.2).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_CONTENT_TYPE } from '@prime-registry/protocol';
import { overloaded } from '../admission/overloaded.ts';
import { drainWhenAnswered } from '../requests/drain-body.ts';
import { acceptExpectations } from '../requests/expect-continue.ts';
import { readFraming } from '../requests/framing.ts';
import { joinChunks } from '../requests/join-chunks.ts';
import { makeRequestId } from '../requests/request-id.ts';
import { toProblem } from '../responses/problem.ts';
import { PROTECTIVE_HEADERS } from '../responses/protective-headers.ts';
import { RETRY_AFTER_S } from '../responses/send-page.ts';
import { ChunkLane } from './chunk-lane.ts';
import { findCurrentResponse, stopParsing, takeOverRequests, whenSendable } from './node-internals.ts';
import type { ReadTurns } from './read-turns.ts';

/** Requests of one connection that one read of its socket may bring. */
const MAX_PIPELINED = 32;
/** After more in one read, the network of the connection waits before every read. */
const MANY_PIPELINED = 8;
/** Requests of all connections that routes may work on. */
const MAX_IN_FLIGHT = 4096;
const HEALTH = '/-/health/';

/**
 * Closes connections that pipeline too many requests at once or name two hosts, and refuses requests while
 * too many are in flight. Must be called after every other listener for requests was added.
 * @param reads - where connections of suspect networks wait for their turn
 * @param countInFlight - how many requests routes work on
 */
export function gateRequests(server: Server, reads: ReadTurns, countInFlight: () => number): void {
  const handle = takeOverRequests(server);
  const lane = new ChunkLane();
  reads.watch(server);
  acceptExpectations(server);
  let reading: Socket | undefined;
  let pipelined = 0;
  const endRead = (): void => {
    reading = undefined;
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    // The parser emits all requests of one read before the next turn of the event loop.
    if (socket !== reading) {
      if (reading === undefined) setImmediate(endRead);
      reading = socket;
      pipelined = 0;
    }
    pipelined += 1;
    // The connection was refused: the requests behind may not be what the client meant.
    if (socket.writableEnded) {
      stopParsing(socket);
      return;
    }
    if (pipelined > MANY_PIPELINED) reads.suspect(socket);
    if (pipelined > MAX_PIPELINED) {
      stopParsing(socket);
      socket.destroy();
      return;
    }
    const { hosts, hasBody, isChunked } = readFraming(request.rawHeaders);
    if (isChunked) joinChunks(request, reads, lane);
    if (hasBody) drainWhenAnswered(request, response);
    if (reads.isSuspect(socket)) response.once('finish', () => waitAgain(request, reads));
    // A proxy in front may have read the other one (RFC 9112, section 3.2).
    if (hosts > 1) server.emit('clientError', new Error('two Host headers'), socket);
    else if (countInFlight() >= MAX_IN_FLIGHT && request.url?.startsWith(HEALTH) !== true) refuse(response);
    else whenSendable(socket, response, () => handle(request, response));
  });
}

/** Makes a connection wait for its next request, when it has sent the last one and got all answers. */
function waitAgain(request: IncomingMessage, reads: ReadTurns): void {
  const { socket } = request;
  if (!request.complete) request.once('end', () => waitAgain(request, reads));
  else if (findCurrentResponse(socket) === undefined) reads.wait(socket, () => socket.resume());
}

/** Answers without the framework: it would take as much memory for the refusal as for an answer. */
function refuse(response: ServerResponse): void {
  const requestId = makeRequestId();
  const problem = toProblem(overloaded('There are too many requests in flight.'), requestId);
  response.writeHead(problem.status, {
    ...PROTECTIVE_HEADERS,
    'content-type': PROBLEM_CONTENT_TYPE,
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER_S,
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(JSON.stringify(problem));
}
