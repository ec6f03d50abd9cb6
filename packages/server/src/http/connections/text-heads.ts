// Heads of responses as text, for answers that are sent again and again. `ServerResponse.writeHead` checks and joins
// all headers each time, which takes a tenth of a hot read.
import type { ServerResponse } from 'node:http';
import { presetHead } from './node-internals.ts';

// An `import` reads all exports of the module, also WebSocket and its like, for which Node.js loads its whole fetch: 8 MiB.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The beginning of a head. @param headers - names and values in turn, valid ones: they were sent before */
export function beginHead(status: number, headers: readonly string[]): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${joinHeaders(headers)}`;
}

/** Headers as lines. @param headers - names and values in turn */
export function joinHeaders(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

/** What ends the heads of responses that keep their connections open. */
export class HeadEnds {
  readonly #keepAlive: string;
  #second = 0;
  #date = '';

  /** @param keepAliveMs - how long a connection stays open between two requests; 0 for ever */
  constructor(keepAliveMs: number) {
    const timeout = keepAliveMs === 0 ? '' : `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;
    this.#keepAlive = `Connection: keep-alive\r\n${timeout}\r\n`;
  }

  /** The date and what follows it. @param nowMs - milliseconds since the epoch */
  at(nowMs: number): string {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = `Date: ${new Date(nowMs).toUTCString()}\r\n${this.#keepAlive}`;
    }
    return this.#date;
  }
}

/**
 * Sets the head of a response, if its connection stays open and nothing else has set headers.
 * @param head - with the empty line at its end
 * @returns whether it did; otherwise use `writeHead`
 */
export function setTextHead(response: ServerResponse, status: number, head: string): boolean {
  if (!response.shouldKeepAlive || response.getHeaderNames().length > 0) return false;
  return presetHead(response, status, head);
}
