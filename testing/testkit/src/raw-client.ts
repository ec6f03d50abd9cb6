// An HTTP client that controls every byte and its time, for uploads that stall, break off, expect 100 or come
// in pieces.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Ends a test that hangs; no answer takes as long, even when the machine has other work. */
const ANSWER_TIMEOUT_MS = 120_000;

/** An answer as it was on the wire. */
export interface RawAnswer {
  /** Statuses of the interim answers (100) before it. */
  readonly interim: readonly number[];
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export class RawClient {
  readonly #socket: Socket;
  #received = '';

  constructor(socket: Socket) {
    this.#socket = socket.setEncoding('latin1');
    // A reset shows up in the pending read: the connection ends without an answer.
    socket.on('error', () => undefined);
  }

  /**
   * Connects to a registry. With `staysOpen`, it does not close its side when the registry closes the other.
   */
  static async connect(baseUrl: string, { staysOpen = false } = {}): Promise<RawClient> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: staysOpen });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Sends the head of a request: request line and headers. */
  sendHead(requestLine: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries({ Host: 'registry', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return this.send(`${[requestLine, ...lines].join('\r\n')}\r\n\r\n`);
  }

  /** Resolves once the kernel has taken the bytes, or the connection is closed. */
  async send(bytes: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** Reads one whole answer. Nothing is read before the call. @throws Error if the connection ends first */
  async readAnswer(): Promise<RawAnswer> {
    const interim: number[] = [];
    for (;;) {
      const answer = parseAnswer(this.#received);
      if (answer === undefined) {
        if (!(await this.#receive())) throw new Error(`no answer, but '${this.#received}'`);
        continue;
      }
      this.#received = this.#received.slice(answer.length);
      if (answer.status >= 200) return { ...answer, interim };
      interim.push(answer.status);
    }
  }

  /** Everything until the connection ends, each byte as a Latin-1 character. */
  async readToEnd(): Promise<string> {
    while (await this.#receive());
    return this.#received;
  }

  /** Waits until the other side ends the connection. */
  async waitForEnd(): Promise<void> {
    while (await this.#receive());
    if (!this.#socket.readableEnded) throw new Error('the connection was not ended');
  }

  /** Ends this side of the connection. */
  endSending(): void {
    this.#socket.end();
  }

  /** Breaks the connection. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Waits for the next chunk. @returns false if there is none */
  async #receive(): Promise<boolean> {
    const timer = setTimeout(() => this.#socket.destroy(), ANSWER_TIMEOUT_MS);
    try {
      for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
        this.#received += String(chunk);
        return true;
      }
      return false;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The answer at the beginning of the text, once it is complete. */
function parseAnswer(text: string): (Omit<RawAnswer, 'interim'> & { length: number }) | undefined {
  const headLength = text.indexOf('\r\n\r\n') + 4;
  if (headLength < 4) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headLength - 4).split('\r\n');
  const headers = new Headers(lines.map((line) => splitAt(line, ':')));
  const length = headLength + Number(headers.get('content-length') ?? 0);
  if (text.length < length) return undefined;
  const body = Buffer.from(text.slice(headLength, length), 'latin1').toString('utf8');
  return { status: Number(statusLine.split(' ')[1]), headers, text: body, length };
}

function splitAt(line: string, separator: string): [string, string] {
  const index = line.indexOf(separator);
  return [line.slice(0, index), line.slice(index + 1).trim()];
}
