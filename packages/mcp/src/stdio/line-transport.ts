// Messages as lines of JSON, on standard input and output. The transport of the SDK drops what is not JSON, and requests
// that are not answered when the input ends; this one answers both, and bounds what it holds.
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { ERRORS } from '../http/mcp-answer.ts';
import { MAX_DEPTH, parseBody } from '../http/parse-body.ts';
import { LineSplitter } from './line-splitter.ts';

/** The longest message, in bytes: as long as the body of a request over HTTP. */
export const MAX_LINE_BYTES = 65_536;

/** Requests that are answered at the same time; more have to wait in the pipe. */
const MAX_PENDING = 64;

/** How long requests may take after the end of the input, in milliseconds. */
const LAST_ANSWERS_MS = 10_000;

/** A method whose answer comes when the connection ends. */
const LISTEN = 'subscriptions/listen';

/** The streams, and who hears of the first answer. */
export interface LineStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly onFirstAnswer?: (() => void) | undefined;
}

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  readonly #streams: LineStreams;
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  readonly #pending = new Set<string | number>();
  readonly #resolve: () => void;
  #hasAnswered = false;
  #hasEnded = false;
  #isClosed = false;
  #deadline: NodeJS.Timeout | undefined;

  constructor(streams: LineStreams) {
    this.#streams = streams;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#resolve = resolve;
  }

  async start(): Promise<void> {
    const { input, output } = this.#streams;
    input.on('data', this.#read);
    input.on('end', this.#end);
    input.on('close', this.#end);
    input.on('error', this.#fail);
    output.on('error', this.#fail);
    output.on('drain', this.#goOn);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
    if ('method' in message) return;
    if (message.id !== undefined) this.#pending.delete(message.id);
    if (!this.#hasAnswered) this.#streams.onFirstAnswer?.();
    this.#hasAnswered = true;
    this.#goOn();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#deadline);
    const { input, output } = this.#streams;
    input.off('data', this.#read);
    input.off('end', this.#end);
    input.off('close', this.#end);
    output.off('drain', this.#goOn);
    // Errors of the streams stay heard: a reader that has gone must not end the process with a stack.
    input.pause();
    this.onclose?.();
    this.#resolve();
  }

  readonly #read = (chunk: Buffer | string): void => {
    for (const line of this.#lines.push(Buffer.from(chunk))) this.#receive(line);
    if (this.#isBusy()) this.#streams.input.pause();
  };

  /** Waits for the last answers. */
  readonly #end = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const line of this.#lines.end()) this.#receive(line);
    this.#deadline = setTimeout(() => void this.close(), LAST_ANSWERS_MS);
    this.#goOn();
  };

  readonly #fail = (error: Error): void => {
    this.onerror?.(error);
    void this.close();
  };

  readonly #goOn = (): void => {
    if (this.#hasEnded && this.#pending.size === 0) void this.close();
    else if (!this.#hasEnded && !this.#isClosed && !this.#isBusy()) this.#streams.input.resume();
  };

  #isBusy(): boolean {
    const { output } = this.#streams;
    return (
      this.#pending.size >= MAX_PENDING ||
      ('writableNeedDrain' in output && output.writableNeedDrain === true)
    );
  }

  /** @param line - undefined for one that was too long */
  #receive(line: string | undefined): void {
    if (line?.trim() === '') return;
    const read = readMessage(line);
    if ('message' in read) this.#accept(read.message);
    // The id is not known.
    else this.#write({ jsonrpc: '2.0', id: null, error: read.error });
  }

  #accept(message: JSONRPCMessage): void {
    if ('method' in message) {
      const { method, params } = message;
      if ('id' in message && method !== LISTEN) this.#pending.add(message.id);
      const cancelled = method === 'notifications/cancelled' ? params?.requestId : undefined;
      // Nobody answers it any more.
      if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#pending.delete(cancelled);
    }
    this.onmessage?.(message);
  }

  #write(message: object): void {
    if (!this.#isClosed) this.#streams.output.write(`${JSON.stringify(message)}\n`);
  }
}

/** A message, or why there is none. */
type ReadMessage =
  | { readonly message: JSONRPCMessage }
  | { readonly error: { readonly code: number; readonly message: string } };

function readMessage(line: string | undefined): ReadMessage {
  if (line === undefined) return refuse(`A message has at most ${MAX_LINE_BYTES} bytes.`);
  const parsed = parseBody(line);
  if (!parsed.ok && parsed.reason === 'not-json')
    return { error: { code: ERRORS.parse, message: 'The line is not valid JSON.' } };
  if (!parsed.ok) return refuse(`The message is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(parsed.value)) return refuse('Batches are not supported: send one request at a time.');
  try {
    return { message: parseJSONRPCMessage(parsed.value) };
  } catch {
    return refuse('The line is not a message of JSON-RPC 2.0.');
  }
}

function refuse(message: string): ReadMessage {
  return { error: { code: ERRORS.invalidRequest, message } };
}
